#include <sketchbench/core/fields.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;

struct Range {
  double low = 0, high = 1;

  static const Fields<Range>& fields() {
    static const Fields<Range> all = {{{.name = "low"}, &Range::low}, {{.name = "high"}, &Range::high}};
    return all;
  }
};

struct Everything {
  std::int64_t rows = 1000;
  int maps = 10;
  double tolerance = 1e-3;
  bool centred = false;
  std::string rule = "median";
  std::vector<double> s = {2, 10};
  std::optional<double> lambda;
  std::optional<Range> range;
  Json facts;

  void check(const StrictObject& given) const {
    if (maps > rows) given.fail("maps", "at most \"rows\"");
  }
  static const Fields<Everything>& fields() {
    using E = Everything;
    static const Fields<E> all = {{{.name = "rows",
                                    .meaning = "in the sample",
                                    .low = 0,
                                    .high = 5000,
                                    .quick_most = 1000,
                                    .zero_is_all = true},
                                   &E::rows},
                                  {{.name = "maps", .low = 1, .quick_most = 3}, &E::maps},
                                  {{.name = "tolerance", .low = 1e-12, .high = 0.1}, &E::tolerance},
                                  {{.name = "centred"}, &E::centred},
                                  {{.name = "rule", .choices = {"median", "mean"}}, &E::rule},
                                  {{.name = "s", .low = 2}, &E::s},
                                  {{.name = "lambda", .low = 0}, &E::lambda},
                                  {{.name = "range"}, &E::range},
                                  {{.name = "facts"}, &E::facts}};
    return all;
  }
};

Everything read(const Json& json) {
  StrictObject object(json, "mine.json", "parameters");
  Everything value = Everything::fields().read(object);
  object.finish();
  return value;
}
Everything parsed(const Json& json) {
  return Everything::fields().parse(StrictObject(json, "record.json", "result"));
}

Json complete() { return Everything::fields().to_json({}); }

TEST(Fields, TakeDefaultsFromTheStruct) {
  const Everything value = read(Json::object());
  EXPECT_EQ(value.rows, 1000);
  EXPECT_EQ(value.rule, "median");
  EXPECT_FALSE(value.lambda);
  const std::vector<FieldInfo> info = Everything::fields().info();
  EXPECT_EQ(info[0].default_value, 1000);
  EXPECT_EQ(info[5].default_value, Json({2, 10}));
  EXPECT_TRUE(info[6].default_value.is_null()) << "an optional member has none";
}

TEST(Fields, WriteWhatTheyReadButWhatIsNotThere) {
  const Json given = {{"rows", 7},
                      {"maps", 5},
                      {"tolerance", 0.01},
                      {"centred", true},
                      {"rule", "mean"},
                      {"s", {3, 4}},
                      {"lambda", 0.5},
                      {"range", {{"low", -1}, {"high", 2}}},
                      {"facts", {{"any", "thing"}}}};
  EXPECT_EQ(Everything::fields().to_json(read(given)), given);
  EXPECT_EQ(Everything::fields().to_json(parsed(given)), given);
  for (const char* absent : {"lambda", "range", "facts"}) EXPECT_FALSE(complete().contains(absent)) << absent;
}

TEST(Fields, NameThePlaceTheValueAndWhatWasExpected) {
  const auto message = [](const Json& json) { return message_of<InputError>([&] { read(json); }); };
  EXPECT_THAT(message({{"rows", 5001}}), AllOf(HasSubstr("mine.json"), HasSubstr("parameters.rows"),
                                               HasSubstr("5001"), HasSubstr("from 0 to 5000")));
  EXPECT_THAT(message({{"rows", 1.5}}), HasSubstr("a whole number"));
  EXPECT_THAT(message({{"tolerance", "small"}}), HasSubstr("a number from"));
  EXPECT_THAT(message({{"rule", "mode"}}), HasSubstr("one of median, mean"));
  EXPECT_THAT(message({{"s", {1}}}), HasSubstr("a list of numbers of at least 2"));
  EXPECT_THAT(message({{"s", Json::array()}}), HasSubstr("a list of numbers"));
  EXPECT_THAT(message({{"centred", 1}}), HasSubstr("true or false"));
  EXPECT_THAT(message({{"row", 7}}), HasSubstr("did you mean \"rows\"?"));
  EXPECT_THAT(message({{"rows", 4}}), HasSubstr("parameters.maps")) << "check() has the last word";
  EXPECT_THAT(message({{"range", {{"low", "x"}, {"high", 1}}}}), HasSubstr("parameters.range.low"));
}

struct Grid {
  double from = 1, to = 10;

  static const Fields<Grid>& fields() {
    static const Fields<Grid> all = {{{.name = "from"}, &Grid::from}, {{.name = "to"}, &Grid::to}};
    return all;
  }
};

/// What configurations have and records leave out, or write otherwise.
struct Chosen {
  int degree = 2;
  double C = 1;
  bool held = true;
  std::optional<bool> widened;
  std::optional<Grid> grid;

  static const Fields<Chosen>& fields() {
    using C = Chosen;
    static const Fields<C> all = {
        {{.name = "degree", .low = 1, .high = 9, .required = true}, &C::degree},
        {{.name = "C", .low = 0, .above_low = true}, &C::C},
        {{.name = "features", .choices = {"held", "streamed"}, .records_default = false}, &C::held},
        {{.name = "region", .choices = {"widened", "suggested"}, .default_text = "as it comes"}, &C::widened},
        {{.name = "grid"}, &C::grid}};
    return all;
  }
};

Chosen chosen(const Json& json, const Chosen* otherwise = nullptr) {
  StrictObject object(json, "mine.json");
  Chosen value = Chosen::fields().read(object, otherwise);
  object.finish();
  return value;
}

TEST(Fields, MayHaveToBeSaidUnlessThereIsAnotherToTakeThemFrom) {
  EXPECT_THAT(message_of<InputError>([] { chosen({{"C", 1}}); }), HasSubstr("\"degree\" is missing"));
  const Chosen cubic = chosen({{"degree", 3}, {"C", 5}});
  EXPECT_EQ(chosen({{"C", 7}}, &cubic).degree, 3);
  EXPECT_EQ(chosen({{"degree", 4}}, &cubic).C, 5);
}

TEST(Fields, LeaveOutADefaultThatIsNotRecorded) {
  const Json usual = Chosen::fields().to_json({});
  EXPECT_EQ(usual, Json({{"degree", 2}, {"C", 1.0}}));
  EXPECT_NO_THROW(Chosen::fields().parse(StrictObject(usual, "record.json")));
  const Json other = {{"degree", 2}, {"C", 1.0}, {"features", "streamed"}, {"region", "suggested"}};
  EXPECT_EQ(Chosen::fields().to_json(chosen(other)), other);
  EXPECT_FALSE(chosen(other).held);
}

TEST(Fields, TakeDefaultsOfAConfigurationsStructsToo) {
  const Chosen value = chosen({{"degree", 2}, {"grid", {{"to", 5}}}});
  EXPECT_EQ(value.grid->from, 1);
  EXPECT_EQ(value.grid->to, 5);
  EXPECT_THAT(message_of<InputError>([] {
                chosen({{"degree", 2}, {"grid", {{"too", 5}}}});
              }),
              AllOf(HasSubstr("grid.too"), HasSubstr("did you mean \"to\"?")));
}

TEST(Fields, TellHelpWhatMessagesTell) {
  std::map<std::string, std::string> expected, defaults;
  for (const FieldInfo& field : Chosen::fields().info()) {
    expected[field.name] = expected_text(field);
    defaults[field.name] = default_text(field);
  }
  EXPECT_EQ(expected["degree"], "a whole number from 1 to 9");
  EXPECT_EQ(expected["C"], "a number above 0");
  EXPECT_EQ(expected["features"], "\"held\" or \"streamed\"");
  EXPECT_EQ(defaults["features"], "\"held\"");
  EXPECT_EQ(defaults["region"], "as it comes");
  const std::pair<const char*, Json> wrong[] = {{"degree", 0}, {"C", 0}, {"features", "hold"}};
  for (const auto& [key, value] : wrong) {
    Json given = {{"degree", 2}};
    given[key] = value;
    EXPECT_THAT(message_of<InputError>([&] { chosen(given); }), HasSubstr("expected " + expected[key]));
  }
  EXPECT_THAT(message_of<InputError>([] {
                chosen({{"degree", 2}, {"features", "hold"}});
              }),
              HasSubstr("did you mean \"held\"?"));
}

TEST(Fields, OfARecordMustAllBeThereButThoseThatMayBeMissing) {
  EXPECT_NO_THROW(parsed(complete()));
  const Json all = complete();
  for (const auto& [key, value] : all.items()) {
    Json without = complete();
    without.erase(key);
    EXPECT_THAT(message_of<InputError>([&] { parsed(without); }), HasSubstr(key)) << key;
  }
  Json more = complete();
  more["unknown"] = 1;
  EXPECT_NO_THROW(parsed(more)) << "a record may hold more";
}

TEST(Fields, LimitWhatAQuickRunTakes) {
  Everything value;
  value.rows = 0;  // all
  Everything::fields().apply_quick_limits(value);
  EXPECT_EQ(value.rows, 1000);
  EXPECT_EQ(value.maps, 3);
  value.rows = 10;
  value.maps = 2;
  Everything::fields().apply_quick_limits(value);
  EXPECT_EQ(value.rows, 10);
  EXPECT_EQ(value.maps, 2);
  EXPECT_EQ(quick_limits(Everything::fields().info()), "at most 1,000 rows and 3 maps");
  EXPECT_EQ(quick_limits({}), "");
}

}  // namespace
}  // namespace sketchbench
