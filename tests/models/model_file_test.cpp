// Model files that are not as they were written, and files that take their places.
#include <sketchbench/models/model_file.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/models/file/array_file.hpp>
#include "models/sample_models.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing_support::message_of;
using testing_support::TemporaryFolder;

/// A small one with all there can be: a map that looks at data, a kernel, a sigmoid.
TrainedModel small_model() {
  const LabeledMatrix rows = labelled_by_scores(40, 3, 2, 1);
  return train_model(view(rows), {.map = "kernel_pca",
                                  .D = 2,
                                  .kernel = GaussianKernel{.sigma = 2.0},
                                  .learner = {{"type", "dense_tron"}},
                                  .probabilities = true});
}

/// Of support vectors, without a map.
TrainedModel small_machine(const char* type) {
  const LabeledMatrix rows = labelled_by_scores(12, 2, 2, 1);
  return train_model(view(rows),
                     {.kernel = PolynomialKernel{.degree = 2, .coef0 = 1}, .learner = {{"type", type}}});
}

std::string refusal(const std::string& bytes) {
  return message_of<InputError>([&] { parse_model(bytes, "x.model"); });
}

void expect_no_byte_can_change(const TrainedModel& model) {
  const std::string bytes = model_bytes(model);
  ASSERT_NO_THROW(parse_model(bytes, "x.model"));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string altered = bytes;
    altered[at] = static_cast<char>(altered[at] ^ (at % 2 == 0 ? 0xff : 1));
    EXPECT_THAT(refusal(altered), StartsWith("x.model:")) << "byte " << at;
  }
  for (std::size_t length = 0; length < bytes.size(); ++length)
    EXPECT_THAT(refusal(bytes.substr(0, length)), StartsWith("x.model:")) << "length " << length;
}

TEST(AModelFile, WithAnyByteFlippedOrMissingIsRefused) { expect_no_byte_can_change(small_model()); }

TEST(AModelFileOfSupportVectors, WithAnyByteFlippedOrMissingIsRefused) {
  expect_no_byte_can_change(small_machine("libsvm"));
  expect_no_byte_can_change(small_machine("block_smo"));
}

/// The model's bytes with its contents changed, and the checksum that they ought to have.
template <class Change>
std::string forged(const TrainedModel& model, Change change) {
  ArrayFile file = parse_array_file(model_bytes(model), "x.model");
  change(file);
  return array_file_bytes(file);
}

TEST(AModelFile, OfAnotherVersionOfItsMapIsRefused) {
  EXPECT_THAT(refusal(forged(small_model(), [](ArrayFile& file) { file.header["map"]["version"] = 99; })),
              AllOf(StartsWith("x.model:"), HasSubstr("version 99"), HasSubstr("kernel_pca")));
}

// Another seed stands for an instruction set, a library or a program that makes another map of the same seed.
TEST(AModelFile, WhoseMapComesOutOtherwiseIsRefused) {
  const LabeledMatrix rows = labelled_by_scores(20, 3, 2, 1);
  const TrainedModel model = train_model(view(rows), {.map = "tensor_sketch",
                                                      .D = 8,
                                                      .kernel = PolynomialKernel{.degree = 2, .coef0 = 1},
                                                      .learner = {{"type", "dense_tron"}}});
  EXPECT_THAT(refusal(forged(model, [](ArrayFile& file) { file.header["seed"] = 2u; })),
              AllOf(StartsWith("x.model:"), HasSubstr("comes out otherwise"), HasSubstr("train again")));
}

// With the right checksum: whoever writes a file of their own. None of these may crash.
TEST(AForgedModelFile, IsRefusedWithWhatIsWrong) {
  const auto changed = [](auto change) { return refusal(forged(small_model(), change)); };
  using F = ArrayFile;
  EXPECT_THAT(changed([](F& f) { f.arrays.erase("model.weights"); }), HasSubstr("\"weights\" is missing"));
  EXPECT_THAT(changed([](F& f) { f.arrays["model.weights"] = std::vector<double>(3); }),
              HasSubstr("\"weights\" has 3 values, expected 2"));
  EXPECT_THAT(changed([](F& f) {
                f.arrays["model.labels"] = std::vector<std::int64_t>{1, 1};
              }),
              HasSubstr("a label twice"));
  EXPECT_THAT(changed([](F& f) {
                f.arrays["model.labels"] = std::vector<std::int64_t>{-1, 1};
              }),
              HasSubstr("\"classes\""));
  EXPECT_THAT(changed([](F& f) {
                f.arrays["model.labels"] = std::vector<std::int64_t>{1, INT64_MAX};
              }),
              HasSubstr("labels"));
  EXPECT_THAT(changed([](F& f) { f.arrays["other"] = std::vector<double>(1); }), HasSubstr("\"other\""));
  EXPECT_THAT(changed([](F& f) { f.arrays.erase("map.rows.shape"); }), HasSubstr("map.rows"));
  EXPECT_THAT(changed([](F& f) {
                f.arrays["map.rows.shape"] = std::vector<std::int64_t>{-1, 3};
              }),
              HasSubstr("map.rows.shape"));
  EXPECT_THAT(changed([](F& f) { std::get<std::vector<std::int32_t>>(f.arrays["map.rows.column"])[0] = 7; }),
              HasSubstr("map.rows.column"));
  EXPECT_THAT(changed([](F& f) { std::get<std::vector<std::int64_t>>(f.arrays["map.rows.start"])[1] = -1; }),
              HasSubstr("map.rows.start"));
  EXPECT_THAT(changed([](F& f) { f.header["features"] = 4; }), HasSubstr("columns"));
  EXPECT_THAT(changed([](F& f) { f.arrays.erase("map.coefficients"); }),
              HasSubstr("\"coefficients\" is missing"));
  EXPECT_THAT(changed([](F& f) { f.arrays["map.coefficients"] = std::vector<float>(3); }),
              HasSubstr("\"coefficients\" has 3 values, expected"));
  EXPECT_THAT(changed([](F& f) { f.arrays["map.offsets"] = std::vector<float>(2); }),
              HasSubstr("\"offsets\" is missing"));
  EXPECT_THAT(changed([](F& f) { f.arrays["map.offsets"] = std::vector<std::int32_t>(2); }),
              HasSubstr("\"map.offsets\" is of another kind"));
  EXPECT_THAT(changed([](F& f) {
                for (float& value : std::get<std::vector<float>>(f.arrays["map.coefficients"])) value *= 2;
              }),
              HasSubstr("comes out otherwise"));
  EXPECT_THAT(changed([](F& f) { f.header["map"]["D"] = 41; }), HasSubstr("training rows"));
  EXPECT_THAT(changed([](F& f) { f.header["map"]["name"] = "nystrom_uniforn"; }), HasSubstr("did you mean"));
  EXPECT_THAT(changed([](F& f) { f.header.erase("kernel"); }), HasSubstr("kernel"));
  EXPECT_THAT(changed([](F& f) { f.header["kernel"]["sigma"] = "median"; }), HasSubstr("a number"));
  EXPECT_THAT(changed([](F& f) { f.header["learner"]["C"] = 0; }), HasSubstr("above 0"));
  EXPECT_THAT(changed([](F& f) { f.header["learner"]["type"] = "libsvm"; }), HasSubstr("x.model"));
  EXPECT_THAT(changed([](F& f) { f.header["task"] = "regression"; }), HasSubstr("task"));
  EXPECT_THAT(changed([](F& f) { f.header["seed"] = -1; }), HasSubstr("seed"));
  EXPECT_THAT(changed([](F& f) { f.header["extra"] = 1; }), HasSubstr("extra"));
  EXPECT_THAT(changed([](F& f) { f.header["sigmoids"][0].erase("A"); }), HasSubstr("sigmoids[0].A"));
  EXPECT_THAT(changed([](F& f) { f.header["sigmoids"].push_back(f.header["sigmoids"][0]); }),
              HasSubstr("2 sigmoids for 2 classes, expected 1"));
  EXPECT_THAT(changed([](F& f) { f.header["sigmoid"] = f.header["sigmoids"][0]; }), HasSubstr("\"sigmoid\""));
  EXPECT_THAT(changed([](F& f) { f.version = 1; }), HasSubstr("\"sigmoids\""));
}

TEST(AForgedModelFileOfSupportVectors, IsRefusedWithWhatIsWrong) {
  const auto libsvm = [](auto change) { return refusal(forged(small_machine("libsvm"), change)); };
  const auto pairs = [](auto change) { return refusal(forged(small_machine("block_smo"), change)); };
  using F = ArrayFile;
  const auto add = [](const char* array, std::int64_t to_first) {
    return [=](F& f) { std::get<std::vector<std::int64_t>>(f.arrays[array])[0] += to_first; };
  };
  EXPECT_THAT(libsvm(add("model.support_counts", 1)), HasSubstr("support_counts"));
  EXPECT_THAT(libsvm(add("model.support_counts", -1000)), HasSubstr("support_counts"));
  EXPECT_THAT(libsvm([](F& f) { f.arrays["model.rho"] = std::vector<double>(2); }), HasSubstr("rho"));
  EXPECT_THAT(libsvm([](F& f) { f.arrays["model.support_rows"] = std::vector<std::int64_t>(1, 1); }),
              HasSubstr("support_rows"));
  EXPECT_THAT(pairs(add("model.pair_rows", 1000)), HasSubstr("pair_rows"));
  EXPECT_THAT(pairs([](F& f) {
                f.arrays["model.pair_sizes"] = std::vector<std::int64_t>{1, 1};
              }),
              HasSubstr("pair_sizes"));
  EXPECT_THAT(pairs([](F& f) { f.arrays["model.coefficients"] = std::vector<double>{}; }),
              HasSubstr("coefficients"));
}

// tests/models/version_1.model was written when there was no other version: its weights, of the labels 1 and
// -1, are those below, and its sigmoid has A = -1.5 and B = 0.25.
TEST(AModelFile, OfVersionOneIsRead) {
  const std::string bytes = read_file("tests/models/version_1.model");
  ASSERT_THAT(bytes, StartsWith("sketchbench model 1\n"));
  const TrainedModel model = parse_model(bytes, "version_1.model");
  EXPECT_THAT(model.classes(), testing::ElementsAre(1, -1));
  DenseMatrix x(3, 3);
  for (std::size_t i = 0; i < 3; ++i) x.value[4 * i] = 2;  // twice the unit vectors
  const std::vector<double> weights = {1.0, 2.0, -0.5}, scores = model.scores(x.view());
  const std::vector<double> p = model.probabilities(x.view());
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(scores[i], 2 * weights[i]);
    EXPECT_DOUBLE_EQ(p[2 * i], 1 / (1 + std::exp(-1.5 * scores[i] + 0.25)));
    EXPECT_DOUBLE_EQ(p[2 * i + 1], 1 - p[2 * i]);
  }
  const std::string again = model_bytes(model);
  EXPECT_THAT(again, StartsWith("sketchbench model 3\n"));
  EXPECT_EQ(parse_model(again, "again.model").probabilities(x.view()), p);
}

// tests/models/version_2.model was written when maps were made again from their training rows, which it has;
// the scores are those that its program gave.
TEST(AModelFile, OfVersionTwoIsRead) {
  const std::string bytes = read_file("tests/models/version_2.model");
  ASSERT_THAT(bytes, StartsWith("sketchbench model 2\n"));
  const TrainedModel model = parse_model(bytes, "version_2.model");
  EXPECT_EQ(model.state().request.map, "nystrom_uniform");
  DenseMatrix x(3, 3);
  for (std::size_t i = 0; i < 3; ++i) x.value[4 * i] = 2;
  const std::vector<double> scores = model.scores(x.view());
  EXPECT_THAT(scores, testing::ElementsAre(testing::DoubleNear(0.25824647, 1e-5),
                                           testing::DoubleNear(0.08289657, 1e-5),
                                           testing::DoubleNear(0.37101889, 1e-5)));
  EXPECT_EQ(parse_model(model_bytes(model), "again.model").scores(x.view()), scores);
}

TEST(AModelFile, IsWrittenAsAWholeOrNotAtAll) {
  const TemporaryFolder folder;
  const auto file = folder.write("a.model", "what was there");
  const TrainedModel model = small_model();
  save_model(model, file);
  EXPECT_TRUE(read_file(file) == model_bytes(model));
  EXPECT_EQ(load_model(file).classes(), model.classes());
  EXPECT_THROW(save_model(model, folder / "none/a.model"), Error);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1)
      << "something is left over";
}

TEST(AModelFile, ThatIsMissingOrAnythingElseIsNamed) {
  const TemporaryFolder folder;
  EXPECT_THAT(message_of<InputError>([&] { load_model(folder / "none"); }), HasSubstr("none"));
  for (const char* text : {"", "\n", "1 1:1\n", "sketchbench model", "sketchbench model 1\n"})
    EXPECT_THAT(message_of<InputError>([&] { load_model(folder.write("other", text)); }),
                AllOf(HasSubstr("other"), HasSubstr("model")));
}

}  // namespace
}  // namespace sketchbench
