#include <sketchbench/data/fetch/download.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <thread>

#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/file.hpp>
#include "data/http_server.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;

std::string some_content() {
  std::string content;
  for (int i = 0; i < 20000; ++i) content += fmt::format("{} ", i * i);
  return content;
}

class DownloadTest : public testing::Test {
 protected:
  Download request(const HttpServer& server) const {
    return {server.url("/file"), folder / "file", sha256_hex(content),
            static_cast<std::int64_t>(content.size())};
  }
  void write_part(const std::string& text) const { folder.write("file.part", text); }

  const TemporaryFolder folder;
  const std::string content = some_content();
  const std::filesystem::path part = folder / "file.part";
  const DownloadLimits limits;
  DeadHosts dead_hosts;
};

TEST_F(DownloadTest, FetchesTheFileAndLeavesNoPart) {
  const HttpServer server([&](const HttpRequest& r) { return reply_with_ranges(content, r); });
  std::int64_t last = 0, total = 0;
  download(request(server), limits, dead_hosts, [&](std::int64_t have, std::int64_t expected) {
    EXPECT_GT(have, last);
    last = have;
    total = expected;
  });
  EXPECT_EQ(read_file(folder / "file"), content);
  EXPECT_FALSE(std::filesystem::exists(part));
  EXPECT_EQ(last, static_cast<std::int64_t>(content.size()));
  EXPECT_EQ(total, last);
}

TEST_F(DownloadTest, ResumesWhereAnEarlierAttemptStopped) {
  const HttpServer server([&](const HttpRequest& r) { return reply_with_ranges(content, r); });
  write_part(content.substr(0, 1000));
  download(request(server), limits, dead_hosts);
  EXPECT_EQ(read_file(folder / "file"), content);
  ASSERT_EQ(server.requests().size(), 1u);
  EXPECT_EQ(server.requests()[0].range_start, 1000u);
}

TEST_F(DownloadTest, TakesAPartThatIsCompleteWithoutAsking) {
  const HttpServer server([&](const HttpRequest& r) { return reply_with_ranges(content, r); });
  write_part(content);
  download(request(server), limits, dead_hosts);
  EXPECT_EQ(read_file(folder / "file"), content);
  EXPECT_TRUE(server.requests().empty());
}

TEST_F(DownloadTest, StartsAgainWhenTheServerIgnoresTheRange) {
  const HttpServer server([&](const HttpRequest&) { return HttpReply{200, content, {}, ""}; });
  write_part(content.substr(0, 1000));
  download(request(server), limits, dead_hosts);
  EXPECT_EQ(read_file(folder / "file"), content);
}

TEST_F(DownloadTest, StartsAgainWhenThePartIsOfAnotherFile) {
  const HttpServer server([&](const HttpRequest& r) { return reply_with_ranges(content, r); });
  write_part(std::string(1000, 'x'));
  download(request(server), limits, dead_hosts);
  EXPECT_EQ(read_file(folder / "file"), content);
  ASSERT_EQ(server.requests().size(), 2u);
  EXPECT_FALSE(server.requests()[1].range_start.has_value());
}

TEST_F(DownloadTest, StartsAgainWhenThePartIsTooLongAndTheSizeIsNotKnown) {
  const HttpServer server([&](const HttpRequest& r) { return reply_with_ranges(content, r); });
  write_part(content + "and more");
  Download what = request(server);
  what.bytes = 0;
  download(what, limits, dead_hosts);
  EXPECT_EQ(read_file(folder / "file"), content);
}

TEST_F(DownloadTest, GoesOnAfterConnectionsCutShort) {
  const HttpServer server([&](const HttpRequest& r) {
    HttpReply reply = reply_with_ranges(content, r);
    reply.promised = reply.body.size();
    reply.body.resize(reply.body.size() - reply.body.size() / 2);
    if (r.range_start.value_or(0) > content.size() / 2) return reply_with_ranges(content, r);
    return reply;
  });
  download(request(server), limits, dead_hosts);
  EXPECT_EQ(read_file(folder / "file"), content);
  EXPECT_GE(server.requests().size(), 2u);
}

TEST_F(DownloadTest, GoesOnAfterConnectionsThatAreReset) {
  const HttpServer server([&](const HttpRequest& r) {
    HttpReply reply = reply_with_ranges(content, r);
    if (r.range_start.value_or(0) > content.size() / 2) return reply;
    reply.promised = reply.body.size();
    reply.body.resize(reply.body.size() - reply.body.size() / 2);
    reply.reset = true;
    return reply;
  });
  download(request(server), limits, dead_hosts);
  EXPECT_EQ(read_file(folder / "file"), content);
  EXPECT_FALSE(std::filesystem::exists(part));
  EXPECT_GE(server.requests().size(), 2u);
}

TEST_F(DownloadTest, SaysHowOftenAndWhereConnectionsWereReset) {
  const HttpServer server([&](const HttpRequest& r) {
    HttpReply reply = reply_with_ranges(content, r);
    reply.promised = reply.body.size();
    reply.body.resize(100);
    reply.reset = true;
    return reply;
  });
  const std::string message =
      message_of<DownloadFailed>([&] { download(request(server), limits, dead_hosts); });
  EXPECT_THAT(message,
              AllOf(HasSubstr(server.url("/file")), HasSubstr("the connection was cut short 4 times"),
                    HasSubstr(fmt::format(" after {} bytes", read_file(part).size()))));
  EXPECT_TRUE(content.starts_with(read_file(part)));
  EXPECT_FALSE(std::filesystem::exists(folder / "file"));
}

TEST_F(DownloadTest, ABodyThatIsTooShortIsGoneOnFromWhateverTheServerSays) {
  // Without a length the server seems to have sent everything each time.
  const HttpServer server([&](const HttpRequest& r) {
    HttpReply reply = reply_with_ranges(content, r);
    if (!r.range_start) reply.body.resize(1000);
    reply.says_length = false;
    return reply;
  });
  download(request(server), limits, dead_hosts);
  EXPECT_EQ(read_file(folder / "file"), content);
  ASSERT_EQ(server.requests().size(), 2u);
  EXPECT_EQ(server.requests()[1].range_start, 1000u);
}

TEST_F(DownloadTest, GivesUpOnAServerThatAlwaysClosesEarlyButKeepsWhatArrived) {
  const HttpServer server([&](const HttpRequest& r) {
    HttpReply reply = reply_with_ranges(content, r);
    reply.promised = reply.body.size();
    reply.body.resize(10);
    return reply;
  });
  EXPECT_THROW(download(request(server), limits, dead_hosts), DownloadFailed);
  EXPECT_EQ(server.requests().size(), 1u + static_cast<std::size_t>(limits.resumptions));
  EXPECT_FALSE(std::filesystem::exists(folder / "file"));
  EXPECT_EQ(read_file(part), content.substr(0, 10 * server.requests().size()));
}

TEST_F(DownloadTest, DeletesAWrongFileAndNamesBothDigests) {
  const HttpServer server([&](const HttpRequest&) {
    return HttpReply{200, std::string(content.size(), 'x'), {}, ""};
  });
  const Download what = request(server);
  const std::string message = message_of<InputError>([&] { download(what, limits, dead_hosts); });
  EXPECT_THAT(message, HasSubstr(what.url));
  EXPECT_THAT(message, HasSubstr(what.sha256));
  EXPECT_THAT(message, HasSubstr(sha256_hex(std::string(content.size(), 'x'))));
  EXPECT_FALSE(std::filesystem::exists(folder / "file"));
  EXPECT_FALSE(std::filesystem::exists(part));
}

TEST_F(DownloadTest, SaysTheStatusOfAMissingFileAndTheHostStaysAlive) {
  const HttpServer server([&](const HttpRequest&) { return HttpReply{404, "not here", {}, ""}; });
  for (int attempt = 0; attempt < 2; ++attempt)
    EXPECT_THAT(message_of<DownloadFailed>([&] { download(request(server), limits, dead_hosts); }),
                HasSubstr("404"));
  EXPECT_EQ(server.requests().size(), 2u);
  EXPECT_FALSE(std::filesystem::exists(part));
}

TEST_F(DownloadTest, FollowsRedirections) {
  const HttpServer server([&](const HttpRequest& r) {
    if (r.path == "/file") return HttpReply{302, "elsewhere", {}, "Location: /moved\r\n"};
    return reply_with_ranges(content, r);
  });
  download(request(server), limits, dead_hosts);
  EXPECT_EQ(read_file(folder / "file"), content);
}

TEST_F(DownloadTest, FollowsNoRedirectionToAnAddressThatIsNotAllowed) {
  for (const std::string elsewhere : {"http://example.org/file", "http://10.0.0.1/file",
                                      "ftp://127.0.0.1/file", "file:///etc/passwd", "//example.org/file"}) {
    const HttpServer server([&](const HttpRequest&) {
      return HttpReply{302, "elsewhere", {}, fmt::format("Location: {}\r\n", elsewhere)};
    });
    EXPECT_THAT(message_of<DownloadFailed>([&] { download(request(server), limits, dead_hosts); }),
                AllOf(HasSubstr("the server redirects to "),
                      HasSubstr("expected an address that begins with https://")))
        << elsewhere;
    EXPECT_EQ(server.requests().size(), 1u);
    EXPECT_FALSE(std::filesystem::exists(part));
  }
}

TEST_F(DownloadTest, SaysThatAFileIsEmpty) {
  const HttpServer server([&](const HttpRequest&) { return HttpReply{200, ""}; });
  Download what = request(server);
  what.bytes = 0;  // not declared
  EXPECT_THAT(message_of<DownloadFailed>([&] { download(what, limits, dead_hosts); }),
              HasSubstr("the server sent an empty file"));
  EXPECT_FALSE(std::filesystem::exists(part));
}

TEST_F(DownloadTest, GivesUpOnRedirectionsWithoutEnd) {
  const HttpServer server([&](const HttpRequest&) { return HttpReply{302, "", {}, "Location: /file\r\n"}; });
  EXPECT_THAT(message_of<DownloadFailed>([&] { download(request(server), limits, dead_hosts); }),
              HasSubstr("redirects more than 5 times"));
}

TEST_F(DownloadTest, AsksNoAddressThatIsNotAllowed) {
  const Download what{"http://example.org/file", folder / "file", sha256_hex(content), 0};
  EXPECT_THAT(message_of<InputError>([&] { download(what, limits, dead_hosts); }), HasSubstr("https://"));
}

TEST_F(DownloadTest, NeverTakesMoreThanIsDeclared) {
  const std::string large = content + content;
  for (const bool says_length : {true, false}) {
    // Without a length the end of the connection is the end of the file: then the bytes themselves must be
    // counted.
    const HttpServer server([&](const HttpRequest&) { return HttpReply{200, large, {}, "", says_length}; });
    EXPECT_THAT(message_of<InputError>([&] { download(request(server), limits, dead_hosts); }),
                HasSubstr(fmt::format("larger than the {} bytes that are declared", content.size())));
    EXPECT_FALSE(std::filesystem::exists(part));
    EXPECT_FALSE(std::filesystem::exists(folder / "file"));
  }
}

TEST_F(DownloadTest, WithoutADeclaredSizeTakesNoMoreThanThereIsRoomFor) {
  const HttpServer server([&](const HttpRequest&) { return HttpReply{200, content, {}, "", false}; });
  Download what = request(server);
  what.bytes = 0;
  DownloadLimits little = limits;
  little.most_undeclared_bytes = static_cast<std::int64_t>(content.size()) - 1;
  EXPECT_THAT(message_of<Error>([&] { download(what, little, dead_hosts); }),
              HasSubstr("for which there is room"));
  EXPECT_FALSE(std::filesystem::exists(part));
  little.most_undeclared_bytes = static_cast<std::int64_t>(content.size());
  download(what, little, dead_hosts);
  EXPECT_EQ(read_file(folder / "file"), content);
}

TEST_F(DownloadTest, AsksForRoomOnTheDiskFirst) {
  const HttpServer server([&](const HttpRequest& r) { return reply_with_ranges(content, r); });
  Download what = request(server);
  what.bytes = std::int64_t{1} << 60;
  EXPECT_THAT(message_of<Error>([&] { download(what, limits, dead_hosts); }),
              AllOf(HasSubstr("fetching file"), HasSubstr(folder.path().string()), HasSubstr(" are free")));
  what.bytes = 0;
  DownloadLimits greedy = limits;
  greedy.disk_kept_free = 1e24;
  EXPECT_THAT(message_of<Error>([&] { download(what, greedy, dead_hosts); }), HasSubstr(" are free"));
  EXPECT_TRUE(server.requests().empty());
}

TEST_F(DownloadTest, WritesToNothingThatIsInTheWayOfThePart) {
  const HttpServer server([&](const HttpRequest& r) { return reply_with_ranges(content, r); });
  const auto precious = folder.write("precious", "precious");
  const auto fetched_anew = [&] {
    download(request(server), limits, dead_hosts);
    EXPECT_EQ(read_file(folder / "file"), content);
    EXPECT_FALSE(std::filesystem::is_symlink(folder / "file"));
    EXPECT_EQ(read_file(precious), "precious");
    std::filesystem::remove(folder / "file");
  };
  std::filesystem::create_symlink(precious, part);
  fetched_anew();
  std::filesystem::create_hard_link(precious, part);
  fetched_anew();
  ASSERT_EQ(::mkfifo(part.c_str(), 0600), 0);
  fetched_anew();
  std::filesystem::create_directory(part);
  EXPECT_THAT(message_of<Error>([&] { download(request(server), limits, dead_hosts); }),
              HasSubstr("file.part"));
}

TEST_F(DownloadTest, AsksAHostThatDoesNotAnswerOnlyOnce) {
  const std::string host = fmt::format("127.0.0.1:{}", closed_port());
  const Download what{fmt::format("http://{}/file", host), folder / "file", sha256_hex(content), 0};
  EXPECT_THROW(download(what, limits, dead_hosts), DownloadFailed);
  EXPECT_TRUE(dead_hosts.contains(host));
  EXPECT_THAT(message_of<DownloadFailed>([&] { download(what, limits, dead_hosts); }),
              HasSubstr("given up before"));
}

TEST_F(DownloadTest, GivesUpOnAServerThatStalls) {
  std::atomic<bool> done{false};
  const HttpServer server([&](const HttpRequest& r) {
    while (!done) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return reply_with_ranges(content, r);
  });
  DownloadLimits impatient;
  impatient.slow_for = std::chrono::seconds(1);
  EXPECT_THROW(download(request(server), impatient, dead_hosts), DownloadFailed);
  done = true;
  EXPECT_FALSE(std::filesystem::exists(folder / "file"));
}

TEST_F(DownloadTest, SaysWhereItCannotWrite) {
  const HttpServer server([&](const HttpRequest& r) { return reply_with_ranges(content, r); });
  Download what = request(server);
  what.target = folder / "no such folder" / "file";
  EXPECT_THAT(message_of<Error>([&] { download(what, limits, dead_hosts); }), HasSubstr("no such folder"));
}

}  // namespace
}  // namespace sketchbench
