#include <sketchbench/core/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;

std::string complaint(const std::string& text, const std::function<void(StrictObject&)>& use) {
  const Json json = Json::parse(text);
  return message_of<InputError>([&] {
    StrictObject object(json, "a.json");
    use(object);
    object.finish();
  });
}

TEST(StrictObject, ReadsWhatIsThere) {
  const Json json =
      Json::parse(R"({"name": "x", "n": 3, "c": 0.5, "on": true, "in": {"k": 1}, "list": [{"k": 2}]})");
  StrictObject object(json, "a.json");
  EXPECT_EQ(object.text("name"), "x");
  EXPECT_EQ(object.integer("n", 0, 10), 3);
  EXPECT_DOUBLE_EQ(object.number("c", 0, 1), 0.5);
  EXPECT_DOUBLE_EQ(object.number("n", 0, 10), 3);
  EXPECT_TRUE(object.boolean_or("on", false));
  EXPECT_EQ(object.integer_or("absent", 7, 0, 10), 7);
  EXPECT_EQ(object.object("in").integer("k", 0, 9), 1);
  EXPECT_EQ(object.objects("list").at(0).integer("k", 0, 9), 2);
  object.finish();
}

TEST(StrictObject, SaysWhereWhatAndWhatWasExpected) {
  EXPECT_THAT(complaint(R"({"n": "3"})", [](StrictObject& o) { o.integer("n", 1, 9); }),
              AllOf(HasSubstr("a.json"), HasSubstr("\"n\""), HasSubstr("\"3\""), HasSubstr("from 1 to 9")));
  EXPECT_THAT(complaint(R"({"n": 10})", [](StrictObject& o) { o.integer("n", 1, 9); }), HasSubstr("is 10"));
  EXPECT_THAT(
      complaint(R"({"n": 18446744073709551615})", [](StrictObject& o) { o.integer("n", 1, INT64_MAX); }),
      HasSubstr("at least 1"));
  EXPECT_THAT(complaint(R"({"c": -1})", [](StrictObject& o) { o.number("c", 0, HUGE_VAL); }),
              HasSubstr("at least 0"));
  EXPECT_THAT(complaint(R"({})", [](StrictObject& o) { o.text("name"); }), HasSubstr("missing"));
  EXPECT_THAT(complaint(R"({"b": 1})", [](StrictObject& o) { o.boolean_or("b", true); }),
              HasSubstr("true or false"));
  EXPECT_THAT(complaint(R"({"l": [{}, 3]})", [](StrictObject& o) { o.objects("l"); }),
              AllOf(HasSubstr("l[1]"), HasSubstr("expected an object")));
}

TEST(StrictObject, UnknownKeysGetTheNearestKnownOne) {
  EXPECT_THAT(complaint(R"({"degre": 3})", [](StrictObject& o) { o.integer_or("degree", 1, 1, 9); }),
              HasSubstr("did you mean \"degree\"?"));
  EXPECT_THAT(complaint(R"({"zzz": 3})", [](StrictObject& o) { o.integer_or("degree", 1, 1, 9); }),
              AllOf(HasSubstr("known here: degree"), Not(HasSubstr("did you mean"))));
}

TEST(ReadJson, NamesTheLineOfASyntaxError) {
  const TemporaryFolder folder;
  EXPECT_THAT(message_of<InputError>([&] { read_json(folder.write("a.json", "{\n\n \"a\": nope}")); }),
              HasSubstr("a.json:3: not valid JSON"));
}

TEST(Nearest, IsTheSmallestEditDistanceWithinReason) {
  EXPECT_EQ(nearest("tensorsketch", {"tensor_sketch", "exact"}), "tensor_sketch");
  EXPECT_EQ(nearest("qqqq", {"tensor_sketch", "exact"}), "");
}

}  // namespace
}  // namespace sketchbench
