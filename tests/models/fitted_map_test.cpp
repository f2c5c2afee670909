// Maps by themselves, kept and made again.
#include "models/fitted_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/model_file.hpp"
#include "models/sample_models.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::StartsWith;
using testing_support::message_of;

std::vector<float> features_of_map(const ModelState& state, const Rows& x) {
  DenseMatrix z(x.size(), state.map->d_out());
  state.map->transform(x, z);
  return z.value;
}

TEST(AFittedMap, OfEveryKindComesBackAsItWas) {
  const LabeledMatrix rows = labelled_by_scores(40, 6, 2, 1);
  int seen = 0;
  for (const FeatureMapKind& kind : feature_map_kinds())
    for (const Kernel& kernel : Kernel::one_of_each_family()) {
      std::optional<ModelRequest> request = test::request_with_map(kind, kernel, rows, 4);
      if (!request) continue;
      ++seen;
      request->seed = 7;
      const ModelState fitted = fit_map(rows.x.view(), *request);
      const ModelState again = parse_map(map_bytes(fitted), "x.map");
      EXPECT_EQ(again.features, 6) << kind.name;
      EXPECT_EQ(again.request.kernel, kernel) << kind.name;
      EXPECT_EQ(features_of_map(again, rows.x.view()), features_of_map(fitted, rows.x.view())) << kind.name;
    }
  EXPECT_GT(seen, 30);
}

TEST(AFittedMap, WithAnyByteFlippedOrMissingIsRefused) {
  const LabeledMatrix rows = labelled_by_scores(10, 3, 2, 1);
  const ModelState fitted =
      fit_map(rows.x.view(), {.map = "nystrom_uniform", .D = 2, .kernel = GaussianKernel{.sigma = 2.0}});
  const std::string bytes = map_bytes(fitted);
  const auto refusal = [](const std::string& some) {
    return message_of<InputError>([&] { parse_map(some, "x.map"); });
  };
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string altered = bytes;
    altered[at] = static_cast<char>(altered[at] ^ (at % 2 == 0 ? 0xff : 1));
    EXPECT_THAT(refusal(altered), StartsWith("x.map:")) << "byte " << at;
  }
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_THAT(refusal(bytes.substr(0, length)), StartsWith("x.map:")) << "length " << length;
}

TEST(AFittedMap, IsNoModelAndAModelIsNone) {
  const LabeledMatrix rows = labelled_by_scores(40, 3, 2, 1);
  const ModelRequest request{
      .map = "tensor_sketch", .D = 4, .kernel = PolynomialKernel{}, .learner = {{"type", "dense_tron"}}};
  const std::string of_map = map_bytes(fit_map(rows.x.view(), request)),
                    of_model = model_bytes(train_model(view(rows), request));
  EXPECT_THAT(message_of<InputError>([&] { parse_map(of_model, "x.map"); }), StartsWith("x.map:"));
  EXPECT_THAT(message_of<InputError>([&] { parse_model(of_map, "x.model"); }), StartsWith("x.model:"));
}

TEST(FitMap, RefusesWhatCannotBe) {
  const LabeledMatrix rows = labelled_by_scores(10, 3, 2, 1);
  const auto refusal = [&](const ModelRequest& request) {
    return message_of<InputError>([&] { fit_map(rows.x.view(), request); });
  };
  EXPECT_NE(refusal({.map = "tensor_sketch", .D = 0}), "");
  EXPECT_NE(refusal({.map = "tensor_sketch", .D = 4, .kernel = GaussianKernel{}}), "");
  EXPECT_NE(refusal({.map = "tensor_sketch", .D = 4, .map_parameters = {{"other", 1}}}), "");
  EXPECT_NE(refusal({.map = "nystrom_uniform", .D = 11}), "");
}

}  // namespace
}  // namespace sketchbench
