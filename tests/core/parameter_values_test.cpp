#include <sketchbench/core/parameter_values.hpp>

#include <gtest/gtest.h>

#include <string>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

/// The sum of a cell's description is the name of its record: not a byte may change.
TEST(ParameterValues, AreWrittenAsTheyWereRead) {
  for (const std::string text :
       {"null", R"({"q":2})", R"({"a":true,"b":-7,"c":7.0,"d":0.1,"e":"median"})",
        R"({"list":[1.0,0.5],"lists":[[1.0],[2.0,3.0]],"none":[]})",
        R"({"large":18446744073709551615,"null":null,"object":{"deep":[null,{"x":1}]},"whole":[1,2]})"}) {
    const ParameterValues values(parse_json(text, "a.json"));
    EXPECT_EQ(json_text(Json(values)), text);
    EXPECT_EQ(ParameterValues(Json(values)), values) << text;
  }
}

TEST(ParameterValues, OfNothingAreNull) {
  EXPECT_TRUE(Json(ParameterValues()).is_null());
  EXPECT_TRUE(ParameterValues(Json()).empty());
  EXPECT_TRUE(ParameterValues(Json::object()).empty());
}

TEST(ParameterValue, IsEqualAsANumberIs) {
  EXPECT_EQ(ParameterValue(7), ParameterValue(7.0));
  EXPECT_NE(ParameterValue(7), ParameterValue(7.5));
  EXPECT_NE(ParameterValue(1), ParameterValue(true));
  EXPECT_NE(ParameterValue("7"), ParameterValue(7));
  EXPECT_EQ(ParameterValue("l^2"), ParameterValue(std::string("l^2")));
}

TEST(ParameterValue, TellsItsNumberOrItsText) {
  EXPECT_EQ(ParameterValue(7).number(), 7);
  EXPECT_EQ(ParameterValue(0.5).number(), 0.5);
  EXPECT_EQ(*ParameterValue("median").text(), "median");
  EXPECT_EQ(ParameterValue(7).text(), nullptr);
  EXPECT_EQ(ParameterValue(7).json(), "7");
  EXPECT_EQ(ParameterValue("median").json(), "\"median\"");
  EXPECT_THROW(ParameterValue("median").number(), Error);
}

}  // namespace
}  // namespace sketchbench
