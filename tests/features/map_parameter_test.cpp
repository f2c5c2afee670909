// What a kind of map can be told beside D: read strictly, recorded where it is no default, complete when a
// map is made.
#include <sketchbench/features/map_parameter.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;

const std::vector<FieldInfo>& known() {
  static const std::vector<FieldInfo> parameters = {
      {.name = "order", .meaning = "of the expansion", .low = 1, .high = 9, .default_value = 2},
      {.name = "ridge", .meaning = "added to the diagonal", .low = 0, .high = 1, .default_value = 0.5},
      {.name = "sampling",
       .meaning = "of rows",
       .choices = {"uniform", "leverage"},
       .default_value = "uniform"}};
  return parameters;
}

ParameterValues read(const std::string& text) {
  const Json json = parse_json(text, "a.json");
  return read_map_parameters(StrictObject(json, "a.json", "methods[0].parameters"), known());
}

TEST(MapParameters, AreKeptAsTheyAreGiven) {
  EXPECT_EQ(read(R"({"ridge": 0.25, "sampling": "leverage"})"),
            (ParameterValues{{"ridge", 0.25}, {"sampling", "leverage"}}));
  EXPECT_TRUE(read("{}").empty()) << "nothing given is nothing said";
}

TEST(MapParameters, ADefaultThatIsAskedForIsNothingSaid) {
  for (const char* text : {R"({"order": 2})", R"({"ridge": 0.5, "sampling": "uniform"})", "{}"})
    EXPECT_TRUE(read(text).empty()) << text;
  EXPECT_EQ(read(R"({"order": 2, "ridge": 1})"), (ParameterValues{{"ridge", 1.0}}));
}

TEST(MapParameters, HaveTheirDefaultsWhereTheyAreLeftOut) {
  EXPECT_EQ(with_defaults(read("{}"), known()),
            (ParameterValues{{"order", 2}, {"ridge", 0.5}, {"sampling", "uniform"}}));
  EXPECT_EQ(with_defaults(read(R"({"order": 7})"), known()),
            (ParameterValues{{"order", 7}, {"ridge", 0.5}, {"sampling", "uniform"}}));
  EXPECT_TRUE(with_defaults(ParameterValues(), {}).empty());
}

TEST(MapParameters, RefusalsNameThePlaceAndWhatIsExpected) {
  const auto refusal = [](const char* text) { return message_of<InputError>([&] { read(text); }); };
  EXPECT_THAT(refusal(R"({"order": 10})"),
              AllOf(HasSubstr("a.json"), HasSubstr("methods[0].parameters.order"), HasSubstr("is 10"),
                    HasSubstr("from 1 to 9")));
  EXPECT_THAT(refusal(R"({"order": 2.5})"), HasSubstr("is 2.5"));
  EXPECT_THAT(refusal(R"({"ridge": -1})"), HasSubstr("is -1"));
  EXPECT_THAT(refusal(R"({"sampling": "all"})"),
              AllOf(HasSubstr("\"all\""), HasSubstr("one of uniform, leverage")));
  EXPECT_THAT(refusal(R"({"ordr": 2})"), HasSubstr("did you mean \"order\"?"));
}

/// A map of x onto its first coordinates, as many as its parameter says.
class FirstCoordinates final : public FeatureMap {
 public:
  FirstCoordinates(Index d_in, Index d_out) : FeatureMap(d_in, d_out) {}
  void transform(const Rows& x, MatrixRef z, int /*threads*/) const override {
    for (Index i = 0; i < x.size(); ++i)
      for (Index j = 0; j < d_out(); ++j) z.row(i)[j] = x.dense_row(i)[static_cast<std::size_t>(j)];
  }
  std::size_t memory_bytes() const override { return 0; }
};

struct Ordered : MapParameters {
  Index order = 2;

  static const Fields<Ordered>& fields() {
    static const Fields<Ordered> all = {{{.name = "order", .low = 1, .high = 9}, &Ordered::order}};
    return all;
  }
};
struct Regularised : Ordered {
  double ridge = 0.5;

  static const Fields<Regularised>& fields() {
    static const Fields<Regularised> all = {{{.name = "order", .low = 1, .high = 9}, &Regularised::order},
                                            {{.name = "ridge", .low = 0}, &Regularised::ridge}};
    return all;
  }
};

/// What maps have in common reads its part of them.
Index order_of(const MapRequest& request) { return parameters_of<Ordered>(request).order; }

FeatureMapKind first_coordinates() {
  FeatureMapKind kind{
      .name = "first",
      .supports = [](const Kernel&) { return true; },
      .make = [](const MapRequest& request, const Rows&) -> std::unique_ptr<FeatureMap> {
        return std::make_unique<FirstCoordinates>(request.d_in, order_of(request));
      },
      .d_out = order_of,
      .memory = [](const MapRequest& request) { return 100.0 * static_cast<double>(order_of(request)); },
      .workspace = [](const MapRequest& request) { return parameters_of<Regularised>(request).ridge; },
      .seconds_of_row = [](const MapRequest&, double) { return 0.0; }};
  set_parameters<Regularised>(kind);
  return kind;
}

TEST(MapParameters, AreReadForAKindsFunctions) {
  const FeatureMapKind kind = first_coordinates();
  const MapRequest asked{.d_in = 5, .kernel = {}, .D = 3};
  EXPECT_NO_THROW(require_possible(kind, asked));
  EXPECT_EQ(bytes_in_use(kind, asked, 4), 202);
  MapRequest other = asked;
  other.parameters = {{"order", 4}};
  EXPECT_EQ(bytes_in_use(kind, other, 1), 400.5);
  EXPECT_EQ(features_of(kind, other), 4);
  EXPECT_EQ(features_of(kind, asked), 2);
  EXPECT_EQ(kind.make(with_defaults(asked, kind), {})->d_out(), 2);
  EXPECT_EQ(with_defaults(other, kind).parameters, (ParameterValues{{"order", 4}, {"ridge", 0.5}}));
  other.parameters = {{"order", 10}};
  EXPECT_THROW(with_defaults(other, kind), InputError);
}

TEST(MapParameters, ThatNobodyHasReadAreNoDefaults) {
  MapRequest request{.d_in = 5, .kernel = {}, .D = 3};
  EXPECT_EQ(order_of(request), 2) << "of a kind without any";
  request.parameters = {{"order", 4}};
  EXPECT_THROW(order_of(request), Error);
}

}  // namespace
}  // namespace sketchbench
