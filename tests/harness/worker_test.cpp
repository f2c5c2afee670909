// What parent and worker say to each other.
#include <sketchbench/harness/worker/worker.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <sstream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;

TEST(WorkerTask, TakesEveryPathAlongAsItIs) {
  std::string all_bytes;
  for (int byte = 1; byte < 256; ++byte) all_bytes += static_cast<char>(byte);
  for (const std::string& name :
       {std::string("datasets"), std::string("100%25 %zz %"), std::string("r\xFFn"), all_bytes}) {
    Assignment task{.prepare = DatasetRequest{.name = "adult"}};
    ManifestFolders manifests(name);
    manifests.add(name + "/more");
    task.paths.manifests = manifests;
    task.paths.cache = name + "/cache";
    task.paths.mirror = name + "/mirror";
    const Assignment read = parse_assignment(parse_json(json_text(to_json(task)), "task"));
    EXPECT_EQ(read.paths.manifests.folders(), manifests);
    EXPECT_EQ(read.paths.cache, task.paths.cache);
    EXPECT_EQ(read.paths.mirror, task.paths.mirror);
  }
}

TEST(WorkerTask, TakesTheWholeRequestOfADataSetAlong) {
  for (const DatasetRequest& request :
       {DatasetRequest{.name = "adult", .split = ""},
        {.name = "any", .split = "half", .max_train = 7, .d = 3, .split_seed = 5, .max_test = 9}}) {
    const Assignment task{.prepare = request};
    EXPECT_EQ(parse_assignment(parse_json(json_text(to_json(task)), "task")).prepare, request);
  }
}

TEST(WorkerMessage, ShowsWhatIsNotTextAndHoldsNoInfinity) {
  const Message message =
      parse_line(to_line({.kind = Message::Kind::error, .text = "cannot read r\xFFn\x1B[2J"}));
  EXPECT_EQ(message.text, "cannot read r\\xffn\\x1b[2J");
  Message outcome{.kind = Message::Kind::outcome};
  outcome.outcome.result["accuracy"] = std::nan("");
  EXPECT_THAT(message_of<Error>([&] { to_line(outcome); }), HasSubstr("result.accuracy"));
}

TEST(WorkerMessage, IsRefusedUnlessItIsOne) {
  for (const char* line :
       {"", "null", "{}", "{\"kind\": \"song\"}", "{\"kind\": 1}", "{\"kind\": \"outcome\"}",
        "{\"kind\": \"outcome\", \"result\": {}, \"seconds\": {}, \"learner\": {}, \"data\": {}, "
        "\"peak_rss_bytes\": 1e999}"})
    EXPECT_THAT(message_of<Error>([&] { parse_line(line); }), HasSubstr("not a message")) << line;
}

/// The last message of a worker that was given the text for its task.
Message answer_to(const std::string& task) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  std::istringstream in(task);
  EXPECT_NE(run_worker(in, ends[1]), 0);
  ::close(ends[1]);
  std::string said(65536, '\0');
  const ssize_t length = ::read(ends[0], said.data(), said.size());
  ::close(ends[0]);
  said.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
  return parse_line(said.substr(0, said.find('\n')));
}

TEST(Worker, AnswersATaskThatIsNone) {
  EXPECT_EQ(answer_to("").kind, Message::Kind::input_error);
  EXPECT_EQ(answer_to("{\"paths\": 3}").kind, Message::Kind::error);
  EXPECT_EQ(answer_to("{\"threads\": 1e999}").kind, Message::Kind::input_error);
}

}  // namespace
}  // namespace sketchbench
