#include <sketchbench/kernels/sigma.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;

Kernel parsed(const std::string& text) {
  const Json json = parse_json(text, "a.json");
  StrictObject object(json, "a.json", "kernels[0]");
  Kernel kernel = Kernel::parse(object);
  object.finish();
  return kernel;
}

TEST(Sigma, MayBeARuleInEveryShiftInvariantKernel) {
  for (const char* family : {"gaussian", "laplacian", "cauchy"})
    for (const char* rule : {"median", "cross_validation"}) {
      const Json json = {{"kernel", family}, {"sigma", rule}};
      const Kernel kernel = parsed(json.dump());
      EXPECT_EQ(kernel.to_json(), json);
      EXPECT_EQ(kernel.column("sigma"), rule);
      EXPECT_EQ(kernel.number("sigma"), std::nullopt);
      EXPECT_THAT(kernel.display(), HasSubstr(rule));
      EXPECT_NO_THROW(kernel.check());
      EXPECT_EQ(kernel, parsed(json.dump()));
      EXPECT_NE(kernel, kernel.with_sigma(1));
    }
}

TEST(Sigma, ARuleIsNoNumberUntilItIsGivenOne) {
  const Kernel kernel = GaussianKernel{.sigma = Sigma(Sigma::Rule::median)};
  const DenseMatrix x(2, 3);
  EXPECT_THAT(message_of<InputError>([&] { return kernel(x.view(), 0, x.view(), 1); }),
              HasSubstr("\"median\""));
  EXPECT_EQ(kernel.with_sigma(2), Kernel(GaussianKernel{.sigma = 2}));
  EXPECT_THROW(static_cast<void>(kernel.with_sigma(0)), InputError);
  EXPECT_EQ(Kernel(PolynomialKernel()).sigma(), nullptr);
}

TEST(Sigma, IsToldByScikitLearnsGamma) {
  EXPECT_EQ(Kernel(GaussianKernel{}).gamma()->sigma_text(), "sqrt(1 / (2 gamma))");
  EXPECT_EQ(Kernel(LaplacianKernel{}).gamma()->sigma_text(), "1 / gamma");
  EXPECT_EQ(Kernel(CauchyKernel{}).gamma()->sigma_text(), "sqrt(1 / gamma)");
  EXPECT_EQ((GammaRelation{.factor = 0.5, .power = 3}.sigma_text()), "(1 / (0.5 gamma))^(1 / 3)");
}

// Another version is another name for every cell with that rule.
TEST(Sigma, RulesHaveVersions) {
  for (const auto rule : {Sigma::Rule::given, Sigma::Rule::median, Sigma::Rule::cross_validation})
    EXPECT_EQ(version_of(rule), 1);
}

TEST(Sigma, OtherWordsAreRefusedWithTheRules) {
  EXPECT_THAT(message_of<InputError>([&] { return parsed(R"({"kernel": "gaussian", "sigma": "mean"})"); }),
              AllOf(HasSubstr("kernels[0].sigma"), HasSubstr("median, cross_validation")));
}

}  // namespace
}  // namespace sketchbench
