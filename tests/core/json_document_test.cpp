// What parse_json() refuses and json_text() does not write.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Lt;
using testing::Not;
using testing::SizeIs;
using testing_support::message_of;
using testing_support::TemporaryFolder;

std::string refusal(std::string_view text) {
  return message_of<InputError>([&] { parse_json(text, "a.json"); });
}

TEST(ParseJson, GivesTheDocumentThatTheLibraryGives) {
  const std::string text =
      R"({"b": [1, -2, 3.5, {"c": null}], "a": {"t": true, "f": false, "s": "\u00e9\n\"x\""}, "e": [], "o": {}})";
  EXPECT_EQ(parse_json(text, "a.json"), Json::parse(text));
  for (const char* alone : {"3", "\"text\"", "null", "true", "[]", " {} ", "18446744073709551615", "-0.0"})
    EXPECT_EQ(parse_json(alone, "a.json"), Json::parse(alone)) << alone;
}

TEST(ParseJson, AMarkOfByteOrderIsReadOver) {
  EXPECT_EQ(parse_json("\xEF\xBB\xBF{\"a\": 1}", "a.json").at("a"), 1);
  EXPECT_THAT(refusal("\xEF\xBB\xBF{\n\"a\": 1,}"), HasSubstr("a.json:2:"));
}

TEST(ParseJson, AKeyThatStandsTwiceIsNamedWithItsLine) {
  EXPECT_THAT(refusal("{\"a\": 1,\n \"b\": 2,\n \"a\": 3}"),
              AllOf(HasSubstr("a.json:3:"), HasSubstr("\"a\" stands twice")));
  EXPECT_THAT(refusal(R"({"x": [{"y": 1, "\u0079": 2}]})"), HasSubstr("\"y\" stands twice"))
      << "the same key written in another way";
  EXPECT_EQ(refusal(R"([{"a": 1}, {"a": 1}, {"b": {"a": 1}}])"), "") << "in objects of their own";
}

TEST(ParseJson, NestingIsLimited) {
  const auto nested = [](std::size_t depth, char open, char close) {
    return std::string(depth, open) + std::string(depth, close);
  };
  EXPECT_EQ(refusal(nested(deepest_json, '[', ']')), "");
  EXPECT_THAT(refusal(nested(deepest_json + 1, '[', ']')), HasSubstr("nested more than 64 deep"));
  EXPECT_THAT(refusal(std::string(100'000, '[')), HasSubstr("nested more than 64 deep"));
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":\n";
  EXPECT_THAT(refusal(objects), AllOf(HasSubstr("a.json:65:"), HasSubstr("nested")));
}

TEST(ParseJson, ANumberBeyondDoublePrecisionIsRefused) {
  EXPECT_THAT(refusal("{\n\"a\": 1e999}"), AllOf(HasSubstr("a.json:2:"), HasSubstr("1e999")));
  EXPECT_THAT(refusal("[-1e999]"), HasSubstr("-1e999"));
  EXPECT_EQ(refusal("[1e308, 1e-999]"), "");
  for (const char* word : {"NaN", "Infinity", "-Infinity", "0x10", "01", "+1", ".5", "1."})
    EXPECT_THAT(refusal(word), HasSubstr("not valid JSON")) << word;
}

TEST(ParseJson, BytesThatAreNotUtf8AreRefused) {
  for (const char* text : {"[\"\xFF\"]", "[\"\xC3\"]", "[\"\xED\xA0\x80\"]", "[\"\xC0\xAF\"]", "\xC3[]"})
    EXPECT_THAT(refusal(text), AllOf(HasSubstr("a.json:1:"), HasSubstr("not valid JSON")));
}

TEST(ParseJson, WhatStandsBehindTheDocumentIsRefused) {
  EXPECT_THAT(refusal("{}\n{}"), HasSubstr("a.json:2:"));
  EXPECT_THAT(refusal("{}\n\n x"), HasSubstr("a.json:3:"));
  EXPECT_THAT(refusal(std::string_view("{}\n\0 anything", 13)),
              AllOf(HasSubstr("a.json:2:"), HasSubstr("zero byte")));
  EXPECT_THAT(refusal(std::string_view("\0", 1)), HasSubstr("zero byte"));
}

TEST(ParseJson, HalvesCommentsAndCommasAreRefusedWithTheirLine) {
  for (const char* text : {"", "  ", "{", "[1,\n", "{\"a\"", "{\"a\":", "\"a", "[1 2]", "{\"a\": 1,}", "[1,]",
                           "// note\n{}", "/* note */{}", "{'a': 1}", "{a: 1}", "[\"a\nb\"]"})
    EXPECT_THAT(refusal(text), AllOf(HasSubstr("a.json:"), HasSubstr("not valid JSON"))) << text;
  EXPECT_THAT(refusal("{\n\n\n\"a\": nope}"), HasSubstr("a.json:4:"));
}

TEST(ParseJson, AMessageIsShortHoweverLongTheText) {
  EXPECT_THAT(refusal("[" + std::string(1'000'000, '1') + "x]"), SizeIs(Lt(300)));
  EXPECT_THAT(refusal("[\"" + std::string(1'000'000, 'y') + "\n\"]"), SizeIs(Lt(300)));
  const std::string key = "\"" + std::string(1'000'000, 'k') + "\"";
  EXPECT_THAT(refusal("{" + key + ": 1, " + key + ": 2}"), AllOf(SizeIs(Lt(300)), HasSubstr("stands twice")));
}

TEST(ParseJson, TheLibrarysOwnNumbersOfErrorsAreNotShown) {
  for (const char* text : {"{", "[1e999]", "[\"\xFF\"]", "nope"})
    EXPECT_THAT(refusal(text), Not(HasSubstr("json.exception"))) << text;
}

TEST(ReadJson, RefusesWhatIsNoFile) {
  const TemporaryFolder folder;
  EXPECT_THAT(message_of<InputError>([&] { read_json(folder.path()); }), HasSubstr("is a folder"));
  EXPECT_THAT(message_of<InputError>([&] { read_json(folder / "none.json"); }), HasSubstr("none.json"));
}

TEST(JsonText, IsCanonicalAndReadBackAsItWas) {
  const Json json = {{"b", {1, 2.5, "é"}}, {"a", nullptr}};
  EXPECT_EQ(json_text(json), "{\"a\":null,\"b\":[1,2.5,\"é\"]}");
  EXPECT_EQ(parse_json(json_text(json, 1), "a.json"), json);
  EXPECT_THAT(json_text(json, 1), HasSubstr("\n \"b\": [\n"));
}

TEST(JsonText, ANumberThatIsNoNumberIsRefusedWithItsPlace) {
  const auto refused = [](const Json& json) { return message_of<Error>([&] { json_text(json); }); };
  EXPECT_THAT(refused({{"result", {{"errors", {0.5, std::nan("")}}}}}),
              AllOf(HasSubstr("\"result.errors[1]\" is nan"), HasSubstr("scale the data")));
  EXPECT_THAT(refused({{"a", {{{"b", -std::numeric_limits<double>::infinity()}}}}}),
              HasSubstr("\"a[0].b\" is -inf"));
  EXPECT_THAT(refused(std::nan("")), HasSubstr("the document is nan"));
}

TEST(JsonText, WhatIsNotUtf8IsReplaced) {
  const std::string text = json_text({{"message", "a\xFFz"}});
  EXPECT_EQ(parse_json(text, "a.json").at("message"), "a\uFFFDz");
}

}  // namespace
}  // namespace sketchbench
