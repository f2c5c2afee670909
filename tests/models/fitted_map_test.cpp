// Maps by themselves, kept and made again.
#include <sketchbench/models/fitted_map.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include <sketchbench/core/json.hpp>
#include <sketchbench/models/file/array_file.hpp>
#include <sketchbench/models/file/row_arrays.hpp>
#include <sketchbench/models/model_file.hpp>
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

TEST(AFittedMap, OfAnyParametersComesBackAsItWas) {
  const LabeledMatrix rows = labelled_by_scores(40, 6, 2, 1);
  const DenseMatrix dense = to_dense(rows.x);
  const Kernel kernel = GaussianKernel{.sigma = 2.0};
  for (const auto& [map, parameters] : std::vector<std::pair<std::string, ParameterValues>>{
           {"kernel_pca", {{"centred", 1}}},
           {"kernel_pca", {{"projection", 3}}},
           {"kernel_pca", {{"rounding", 0.5}, {"centred", 1}}},
           {"kernel_pca_sparsified", {{"s", 2}, {"projection", 6}}},
           {"pca_nystrom", {{"m", 7}, {"centred", 1}}},
           {"fourier_svd", {{"d", 9}}},
           {"fd_fourier", {{"fourier", "l^2"}}}})
    for (const Rows& train : {rows.x.view(), dense.view()}) {
      const ModelState fitted =
          fit_map(train, {.map = map, .D = 4, .map_parameters = parameters, .kernel = kernel, .seed = 7});
      const std::string bytes = map_bytes(fitted);
      const ModelState again = parse_map(bytes, "x.map");
      EXPECT_EQ(features_of_map(again, train), features_of_map(fitted, train))
          << map << ' ' << Json(parameters);
      EXPECT_TRUE(map_bytes(again) == bytes) << map << ' ' << Json(parameters);
    }
}

// Half of what is in the file is half of what comes back: nothing is fitted again.
TEST(AFittedMap, ThatLooksAtDataIsWhatTheFileHas) {
  const LabeledMatrix rows = labelled_by_scores(40, 6, 2, 1);
  for (const auto& [map, part] : std::vector<std::pair<std::string, std::string>>{
           {"kernel_pca", "map.coefficients"}, {"fourier_svd", "map.directions"}}) {
    const ModelState fitted =
        fit_map(rows.x.view(), {.map = map, .D = 4, .kernel = GaussianKernel{.sigma = 2.0}});
    ArrayFile file = parse_array_file(map_bytes(fitted), "x.map");
    for (float& value : std::get<std::vector<float>>(file.arrays.at(part))) value /= 2;
    file.arrays["map.check"] = std::vector<float>();
    std::vector<float> expected = features_of_map(fitted, rows.x.view());
    for (float& value : expected) value /= 2;
    const ModelState halved = parse_map(array_file_bytes(file), "x.map");
    EXPECT_THAT(features_of_map(halved, rows.x.view()),
                testing::Pointwise(testing::FloatNear(1e-6f), expected))
        << map;
  }
}

TEST(AFittedMap, KeepsNoMoreTrainingRowsThanItsFeaturesAreMadeOf) {
  const LabeledMatrix rows = labelled_by_scores(40, 6, 2, 1);
  const auto rows_kept = [&](const char* map) {
    ArrayFile file = parse_array_file(
        map_bytes(fit_map(rows.x.view(), {.map = map, .D = 4, .kernel = GaussianKernel{.sigma = 2.0}})),
        "x.map");
    return has_rows(file, "map.rows") ? take_rows(file, "map.rows").view().size() : 0;
  };
  for (const char* map : {"nystrom_uniform", "nystrom_leverage", "nystrom_rpcholesky"})
    EXPECT_EQ(rows_kept(map), 4) << map;
  EXPECT_EQ(rows_kept("pca_nystrom"), 16);
  for (const char* map : {"fourier_svd", "tefm_g", "tefm_s", "fd_fourier"})
    EXPECT_EQ(rows_kept(map), 0) << map;
}

/// As versions 1 and 2 of the format have it: with the training rows in place of what was learned from them.
std::string with_training_rows(const ModelState& map, const Rows& train) {
  ArrayFile file = parse_array_file(map_bytes(map), "x.map");
  file.version = 2;
  file.arrays.clear();
  put_rows(train, "map.rows", file);
  const Rows first = train.slice(0, 2);
  file.arrays["map.check"] = features_of_map(map, first);
  return array_file_bytes(file);
}

TEST(AFittedMap, OfAFileWithItsTrainingRowsIsMadeAgain) {
  const LabeledMatrix rows = labelled_by_scores(40, 6, 2, 1), others = labelled_by_scores(40, 6, 2, 2);
  int seen = 0;
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    const std::optional<ModelRequest> request =
        test::request_with_map(kind, GaussianKernel{.sigma = 2.0}, rows, 4);
    if (!kind.looks_at_data || !request) continue;
    ++seen;
    const ModelState fitted = fit_map(rows.x.view(), *request),
                     again = parse_map(with_training_rows(fitted, rows.x.view()), "x.map");
    EXPECT_EQ(features_of_map(again, rows.x.view()), features_of_map(fitted, rows.x.view())) << kind.name;
    EXPECT_EQ(map_bytes(again), map_bytes(fitted)) << kind.name;
    EXPECT_THAT(
        message_of<InputError>([&] { parse_map(with_training_rows(fitted, others.x.view()), "x.map"); }),
        testing::HasSubstr("comes out otherwise"))
        << kind.name;
  }
  EXPECT_GT(seen, 10);
}

TEST(ARestoredMap, RefusesPartsThatAreNotFinite) {
  const LabeledMatrix rows = labelled_by_scores(40, 6, 2, 1);
  const MapRequest request{.d_in = 6, .kernel = GaussianKernel{.sigma = 2.0}, .D = 4, .n_train = 40};
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    if (!kind.looks_at_data) continue;
    const MapParts parts = make_feature_map(kind.name, request, rows.x.view())->parts().value();
    EXPECT_NO_THROW(restore_feature_map(kind.name, request, parts)) << kind.name;
    for (const auto& [name, values] : parts.single) {
      MapParts other = parts;
      other.single[name].front() = std::numeric_limits<float>::quiet_NaN();
      EXPECT_THAT(message_of<InputError>([&] { restore_feature_map(kind.name, request, other); }),
                  testing::HasSubstr(name))
          << kind.name;
    }
    for (const auto& [name, values] : parts.real) {
      MapParts other = parts;
      other.real[name].front() = std::numeric_limits<double>::infinity();
      EXPECT_THAT(message_of<InputError>([&] { restore_feature_map(kind.name, request, other); }),
                  testing::HasSubstr(name))
          << kind.name;
    }
  }
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
