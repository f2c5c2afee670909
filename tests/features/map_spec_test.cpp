#include <sketchbench/features/map_spec.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;
using testing_support::TemporaryFolder;

class MapSpecTest : public testing::Test {
 protected:
  MapSpec read(std::string_view text) { return read_map_spec(folder_.write("spec.json", text)); }
  std::string refusal(std::string_view text) {
    return message_of<InputError>([&] { read(text); });
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(MapSpecTest, TakesEveryValueFromTheFile) {
  const MapSpec spec =
      read(R"({"map": "random_maclaurin_h01", "D": 300, "seed": 7, "degree": 3, "coef0": 0.5})");
  EXPECT_EQ(spec.name, "random_maclaurin_h01");
  EXPECT_EQ(spec.request.D, 300);
  EXPECT_EQ(spec.request.seed, 7u);
  EXPECT_EQ(spec.request.kernel.number("degree"), 3);
  EXPECT_EQ(spec.request.kernel.number("coef0"), 0.5);
}

TEST_F(MapSpecTest, AllButTheMapMayBeLeftOut) {
  const MapSpec spec = read(R"({"map": "tensor_sketch"})");
  EXPECT_EQ(spec.request.D, 0);
  EXPECT_EQ(spec.request.seed, 1u);
  EXPECT_EQ(spec.request.kernel, Kernel());
}

TEST_F(MapSpecTest, SigmaIsANumberOrTheMedian) {
  EXPECT_EQ(read(R"({"map": "rks", "kernel": "gaussian", "sigma": "median"})").request.kernel,
            Kernel(GaussianKernel{Sigma(Sigma::Rule::median)}));
  EXPECT_THAT(refusal(R"({"map": "rks", "kernel": "gaussian", "sigma": "cross_validation"})"),
              AllOf(HasSubstr("spec.json"), HasSubstr("\"sigma\""), HasSubstr("cross_validation"),
                    HasSubstr("expected a number or \"median\"")));
}

TEST_F(MapSpecTest, TheKernelIsOfAnyFamily) {
  EXPECT_EQ(read(R"({"map": "tensor_sketch", "kernel": "gaussian", "sigma": 0.5})").request.kernel,
            Kernel(GaussianKernel{0.5}));
  EXPECT_THAT(refusal(R"({"map": "tensor_sketch", "kernel": "gaussian"})"),
              HasSubstr("\"sigma\" is missing"));
  EXPECT_THAT(refusal(R"({"map": "tensor_sketch", "sigma": 1})"), HasSubstr("\"sigma\""));
}

TEST_F(MapSpecTest, RefusalsNameFileKeyAndValue) {
  EXPECT_THAT(refusal(R"({"D": 1})"), AllOf(HasSubstr("spec.json"), HasSubstr("\"map\" is missing")));
  EXPECT_THAT(refusal(R"({"map": "tensor_sketch", "D": 0})"),
              AllOf(HasSubstr("\"D\" is 0"), HasSubstr("from 1 to 10000000")));
  EXPECT_THAT(refusal(R"({"map": "tensor_sketch", "seed": -1})"), HasSubstr("\"seed\" is -1"));
  EXPECT_THAT(refusal(R"({"map": "tensor_sketch", "degree": 2147483648})"),
              HasSubstr("\"degree\" is 2147483648"));
  EXPECT_THAT(refusal(R"({"map": "tensor_sketch", "coef0": -1})"), HasSubstr("\"coef0\" is -1"));
  EXPECT_THAT(refusal(R"({"map": "tensor_sketch", "degre": 2})"), HasSubstr("did you mean \"degree\"?"));
  EXPECT_THAT(refusal(R"({"map": "tensor_sketch", "parameters": {"order": 2}})"),
              AllOf(HasSubstr("spec.json"), HasSubstr("parameters.order")));
  EXPECT_THAT(refusal(R"({"map": "tensor_sktch"})"),
              AllOf(HasSubstr("spec.json: \"map\""), HasSubstr("did you mean \"tensor_sketch\"?")));
}

}  // namespace
}  // namespace sketchbench
