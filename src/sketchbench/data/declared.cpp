#include <sketchbench/data/declared.hpp>

#include <algorithm>
#include <cmath>

#include <sketchbench/data/read/infer_table.hpp>
#include <sketchbench/data/source.hpp>

namespace sketchbench {
namespace {

struct Shape {
  Index rows = 0, features = 0;
};

Shape generated_shape(const Generator& generator) {
  if (const auto* teacher = std::get_if<PolyTeacherParams>(&generator.params))
    return {teacher->n, teacher->d};
  if (const auto* teacher = std::get_if<PolyRegressionParams>(&generator.params))
    return {teacher->n, teacher->d};
  if (const auto* uniform = std::get_if<UniformParams>(&generator.params)) return {uniform->rows, uniform->d};
  const auto& simulated = std::get<GisetteSimParams>(generator.params);
  return {simulated.rows, simulated.informative + simulated.probes};
}

bool has_rows(const FileFormat& format) {
  return format.kind != FileFormat::Kind::idx_labels && format.label != FileFormat::Label::only;
}

/// Of one part of the source.
Shape part_shape(const Source& source, const std::string& part) {
  if (source.generator) return generated_shape(*source.generator);
  for (const SourceFile& file : source.files)
    if (file.part == part && has_rows(file.format)) return {file.format.rows, file.format.features};
  return {};
}

Shape pool_shape(const Source& source, const SplitSpec& split) {
  Shape pool;
  for (const std::string& part : parts_needed(split)) {
    const Shape shape = part_shape(source, part);
    pool.rows += shape.rows;
    pool.features = std::max(pool.features, shape.features);
  }
  return pool;
}

std::vector<float> declared_classes(const Source& source, const SplitSpec& split) {
  if (source.generator) return {-1, 1};  // all that make classes make two
  std::vector<float> classes;
  for (const std::string& part : parts_needed(split))
    for (const SourceFile& file : source.files)
      if (file.part == part) {
        classes.insert(classes.end(), file.format.labels.begin(), file.format.labels.end());
        if (file.format.hints != nullptr)
          for (std::size_t k = 0; k < file.format.hints->classes.size(); ++k)
            classes.push_back(static_cast<float>(k));
      }
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  return classes;
}

}  // namespace

Index declared_rows(const Source& source, const SplitSpec& split) {
  return split.sample_rows > 0 ? split.sample_rows : pool_shape(source, split).rows;
}

DatasetInfo declared_info(const Manifest& manifest, const Source& source, const SplitSpec& split,
                          const DatasetRequest& request) {
  DatasetInfo info;
  info.name = manifest.name;
  info.split = split.name;
  info.source = source.name;
  info.same_as_paper = source.same_as_paper;
  info.d = pool_shape(source, split).features;
  if (split.kind == SplitSpec::Kind::published) {
    info.n_train = part_shape(source, "train").rows;
    info.n_test = part_shape(source, "test").rows;
  } else if (const Index rows = declared_rows(source, split); rows > 0) {
    info.n_test = std::min(rows, test_rows(rows, split));
    info.n_train = rows - info.n_test;
  }
  if (request.max_train > 0) info.n_train = std::min(info.n_train, request.max_train);
  if (request.max_test > 0) info.n_test = std::min(info.n_test, request.max_test);
  info.nnz_train = info.n_train * info.d;
  info.nnz_test = info.n_test * info.d;
  info.task = manifest.task;
  if (info.task == Task::regression) return info;
  info.classes = declared_classes(source, split);
  for (const PreprocessStep& step : manifest.preprocess)
    if (std::holds_alternative<BinaryLabels>(step)) info.classes = {-1, 1};
  return info;
}

}  // namespace sketchbench
