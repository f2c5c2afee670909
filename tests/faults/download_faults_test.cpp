// Data fetched over HTTP, with a server that resets every other connection half-way, and one fault at each of
// the calls. A download that was not finished is gone on from: the next command asks for the rest alone.
#include <gtest/gtest.h>

#include <atomic>

#include "data/http_server.hpp"
#include "faults/attack.hpp"

namespace sketchbench::faults {
namespace {

class DownloadWithFaults : public testing::Test {
 protected:
  HttpReply answer(const HttpRequest& request) {
    const std::string& whole = request.path == "/remote" ? training_ : test_;
    HttpReply reply = reply_with_ranges(whole, request);
    if (request.range_start) ++resumed_;
    reply.portions = 1 + answered_++ % 4;  // a network delivers at one time in more portions than at another
    if (reply.status / 100 == 2 && !request.range_start && reply.body.size() > 1) {
      reply.promised = reply.body.size();
      reply.body.resize(reply.body.size() / 2);
      reply.reset = true;
    }
    return reply;
  }

  const std::string training_ = remote_training_rows(), test_ = remote_test_rows();
  std::atomic<int> resumed_{0};
  std::atomic<std::size_t> answered_{0};
  const HttpServer server_{[this](const HttpRequest& request) { return answer(request); }};
  Attack attack_{{}, fetch_remote, server_.url("")};
};

TEST_F(DownloadWithFaults, ConnectionsThatAreResetAreGoneOnFrom) {
  EXPECT_GE(resumed_, 2) << "once for each file";
}

TEST_F(DownloadWithFaults, AFullDiskIsSaidAndTheNextFetchGoesOn) {
  EXPECT_GT(attack_.hit_each({.kinds = filling, .error = ENOSPC}), 15u);
  EXPECT_GT(attack_.hit_each({.kinds = filling, .hits = from_there_on, .error = ENOSPC}), 15u);
}

TEST_F(DownloadWithFaults, ABrokenDiskIsSaidAndTheNextFetchGoesOn) {
  EXPECT_GT(attack_.hit_each({.kinds = storing | reading, .error = EIO}), 25u);
}

TEST_F(DownloadWithFaults, ShortWritesAndSignalsAreOvercome) {
  EXPECT_GT(attack_.hit_each({.kinds = bit(CallKind::write), .action = Action::cut_short}, Promise::overcome),
            8u);
  EXPECT_GT(attack_.hit_each({.kinds = bit(CallKind::write), .error = EINTR}, Promise::overcome), 8u);
}

TEST_F(DownloadWithFaults, AKillAtAnyCallLeavesWhatTheNextFetchGoesOnFrom) {
  EXPECT_GT(attack_.hit_each({.kinds = storing | making, .action = Action::kill_self}, Promise::recovers),
            20u);
}

}  // namespace
}  // namespace sketchbench::faults
