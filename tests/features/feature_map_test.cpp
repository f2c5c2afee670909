// The list of maps, the facts of its kinds and what it refuses; what maps do is in every_map_test.cpp.
#include <sketchbench/features/feature_map.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;
using testing_support::message_of;

TEST(FeatureMaps, SuggestTheNearestName) {
  EXPECT_THAT([] { find_feature_map("tensor_skech"); },
              ThrowsMessage<InputError>(HasSubstr("\"tensor_sketch\"")));
  EXPECT_THROW(find_feature_map(""), InputError);
}

TEST(FeatureMaps, RefuseWrongNumbersBeforeTheyAllocate) {
  const auto make = [](Index d, PolynomialKernel kernel, Index D, const char* name = "tensor_sketch") {
    return [=] { make_feature_map(name, {.d_in = d, .kernel = kernel, .D = D, .seed = 1}); };
  };
  EXPECT_THAT(make(5, PolynomialKernel{2, 0}, 0),
              ThrowsMessage<InputError>(HasSubstr("D is 0, expected a whole number of at least 1")));
  EXPECT_THROW(make(5, PolynomialKernel{2, 0}, -3)(), InputError);
  EXPECT_THROW(make(0, PolynomialKernel{2, 0}, 10)(), InputError);
  EXPECT_THROW(make(5, PolynomialKernel{0, 0}, 10)(), InputError);
  EXPECT_THROW(make(5, {2, -1}, 10)(), InputError);
  EXPECT_THROW(make(5, {2, NAN}, 10)(), InputError);
  EXPECT_THAT(make(5, PolynomialKernel{2, 0}, 10'000'001),
              ThrowsMessage<InputError>(HasSubstr("D is 10000001, expected at most 10000000")));
  EXPECT_THROW(make(5, PolynomialKernel{2, 0}, Index{1} << 40)(), InputError);
  EXPECT_THROW(make(5, PolynomialKernel{1'000'000'000, 0}, 1000)(), InputError);
  EXPECT_THAT(make(2'000'000'000, PolynomialKernel{4, 0}, 10'000'000, "random_maclaurin_restricted"),
              ThrowsMessage<InputError>(AllOf(HasSubstr("D = 10000000"), HasSubstr("⟨x,y⟩⁴"))));
}

TEST(FeatureMaps, AKindThatLacksAMemberIsRefusedByName) {
  for (const FeatureMapKind& kind : feature_map_kinds()) EXPECT_NO_THROW(require_complete(kind));
  const auto refusal = [](auto member) {
    FeatureMapKind kind = feature_map_kinds().front();
    kind.name = "my_map";
    kind.*member = nullptr;
    return message_of<Error>([&] { require_complete(kind); });
  };
  EXPECT_EQ(refusal(&FeatureMapKind::supports), "my_map: `supports` is missing");
  EXPECT_EQ(refusal(&FeatureMapKind::make), "my_map: `make` is missing");
  EXPECT_EQ(refusal(&FeatureMapKind::memory), "my_map: `memory` is missing");
  EXPECT_EQ(refusal(&FeatureMapKind::workspace), "my_map: `workspace` is missing");
  EXPECT_EQ(refusal(&FeatureMapKind::seconds_of_row), "my_map: `seconds_of_row` is missing");
}

TEST(FeatureMaps, RefuseTheKernelsThatTheyDoNotEstimate) {
  for (const FeatureMapKind& kind : feature_map_kinds())
    for (const Kernel& kernel : Kernel::one_of_each_family()) {
      if (kind.supports(kernel)) continue;
      EXPECT_THAT(
          [&] { make_feature_map(kind.name, {.d_in = 5, .kernel = kernel, .D = 10, .seed = 1}); },
          ThrowsMessage<InputError>(AllOf(HasSubstr("\"" + kind.name + "\""), HasSubstr(kernel.display()),
                                          HasSubstr("it supports: " + supported_families(kind.supports)))));
    }
}

// A plan asks before any cell runs; what it lets through, the constructor must not refuse.
TEST(FeatureMaps, WhatCannotBeIsRefusedAlikeBeforehandAndWhenMade) {
  struct Request {
    const char* map;
    Index d;
    PolynomialKernel kernel;
    Index D;
  };
  const std::vector<Request> impossible = {
      {"random_maclaurin_h01", 123, PolynomialKernel{2, 1}, 124},
      {"random_maclaurin_h01", 123, PolynomialKernel{2, 0}, 500},
      {"random_maclaurin_h01", 1, PolynomialKernel{1, 0}, 1},
      {"tensor_sketch_fast", 5, PolynomialKernel{2, 0}, 1 << 28},
      {"tensor_sketch", 1, PolynomialKernel{1000, 0}, 1 << 28},
      {"tensor_sketch", 5, PolynomialKernel{2, 0}, 0},
      {"random_maclaurin_published", 5, {1000, 1e30}, 10},
  };
  for (const Request& r : impossible) {
    const FeatureMapKind& kind = find_feature_map(r.map);
    std::string beforehand, when_made;
    try {
      require_possible(kind, {.d_in = r.d, .kernel = r.kernel, .D = r.D});
    } catch (const InputError& error) {
      beforehand = error.what();
    }
    try {
      make_feature_map(r.map, {.d_in = r.d, .kernel = r.kernel, .D = r.D, .seed = 1});
    } catch (const InputError& error) {
      when_made = error.what();
    }
    EXPECT_FALSE(beforehand.empty()) << r.map << ", D = " << r.D;
    EXPECT_EQ(beforehand, when_made);
  }
}

TEST(FeatureMapKinds, SayWhatTheyAreAndWhoPublishedThem) {
  std::set<std::string> names, titles, briefs;
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    EXPECT_THAT(kind.name, testing::MatchesRegex("[a-z][a-z0-9_]*"));
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    EXPECT_GE(kind.version, 1) << kind.name;
    EXPECT_FALSE(kind.summary.empty()) << kind.name;
    EXPECT_FALSE(kind.title.empty()) << kind.name;
    EXPECT_FALSE(kind.brief.empty()) << kind.name;
    EXPECT_LE(kind.brief.size(), kind.title.size());
    EXPECT_TRUE(titles.insert(kind.title).second) << kind.title;
    EXPECT_TRUE(briefs.insert(kind.brief).second) << kind.brief;
    EXPECT_THAT(kind.citation, testing::ContainsRegex("\\([0-9]{4}\\)\\. .+")) << kind.name;
    EXPECT_EQ(kind.claim.empty(), kind.claimed_operations == nullptr) << kind.name;
    EXPECT_EQ(kind.claim_of_prediction.empty(), kind.claimed_operations_of_prediction == nullptr)
        << kind.name;
    EXPECT_FALSE(kind.claim.empty() && !(kind.claim_letters + kind.claim_of_prediction).empty()) << kind.name;
    EXPECT_EQ(kind.citation, find_feature_map(defining_map(kind.name)).citation) << "fast forms inherit it";
  }
}

TEST(FeatureMapKinds, TellTheirFormulas) {
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    EXPECT_THAT(kind.formula, testing::StartsWith("z")) << kind.name;
    EXPECT_TRUE(std::ranges::all_of(kind.formula, [](char c) { return c >= ' ' && c <= '~'; }))
        << kind.formula;
    EXPECT_EQ(kind.formula, find_feature_map(defining_map(kind.name)).formula) << kind.name;
  }
}

TEST(FeatureMapKinds, HaveAClassInPythonOrAreAFormOfOne) {
  std::set<std::string> classes;
  std::map<std::string, std::vector<const FeatureMapKind*>> with_forms;
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    EXPECT_THAT(kind.python.name, testing::MatchesRegex("([A-Z][A-Za-z0-9]*)?")) << kind.name;
    if (!kind.python.form.empty()) {
      with_forms[kind.python.name].push_back(&kind);
    } else if (!kind.python.name.empty()) {
      EXPECT_TRUE(classes.insert(kind.python.name).second) << kind.name;
    }
  }
  for (const auto& [name, kinds] : with_forms) {
    EXPECT_TRUE(classes.insert(name).second) << name << " has a kind without a form";
    std::set<std::string> forms;
    for (const FeatureMapKind* kind : kinds)
      EXPECT_TRUE(forms.insert(kind->python.form).second) << kind->name;
    EXPECT_EQ(
        std::ranges::count_if(kinds, [](const FeatureMapKind* kind) { return kind->python.is_default_form; }),
        1)
        << name;
  }
  EXPECT_FALSE(with_forms.empty());
}

TEST(FeatureMapKinds, AnswerWhatAPlanAsks) {
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    ASSERT_TRUE(kind.supports && kind.make && kind.memory && kind.workspace && kind.seconds_of_row)
        << kind.name;
    EXPECT_FALSE(supported_families(kind.supports).empty()) << kind.name;
  }
}

TEST(FeatureMapKinds, HaveParametersWhoseDefaultsAreInRange) {
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    std::set<std::string> names;
    for (const FieldInfo& parameter : kind.parameters) {
      EXPECT_TRUE(names.insert(parameter.name).second) << kind.name << ' ' << parameter.name;
      EXPECT_FALSE(parameter.meaning.empty()) << kind.name << ' ' << parameter.name;
    }
    const ParameterValues defaults = with_defaults({}, kind.parameters);
    EXPECT_NO_THROW(read_map_parameters(defaults, kind.name, kind.parameters)) << kind.name;
  }
}

TEST(FeatureMapKinds, AFastFormNamesTheKindThatDefinesItsFeatures) {
  EXPECT_EQ(defining_map("tensor_sketch_fast"), "tensor_sketch");
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    const FeatureMapKind& defined = find_feature_map(defining_map(kind.name));
    EXPECT_TRUE(defined.fast_form_of.empty()) << kind.name;
  }
  EXPECT_EQ(defining_map("exact"), "exact");
}

}  // namespace
}  // namespace sketchbench
