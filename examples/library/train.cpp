#include <sketchbench/data/read/reader.hpp>
#include <sketchbench/learners/metrics.hpp>
#include <sketchbench/models/model_file.hpp>

#include <cstdio>

int main() {
  using namespace sketchbench;
  const LabeledMatrix train = read_libsvm_file("a9a"), test = read_libsvm_file("a9a.t", train.x.d);
  const ModelRequest request{.map = "tensor_sketch",
                             .D = 1000,
                             .kernel = PolynomialKernel{.degree = 2, .coef0 = 1},
                             .learner = {{"type", "dense_tron"}, {"C", 1}}};
  save_model(train_model({train.x.view(), train.y}, request), "adult.model");
  const TrainedModel model = load_model("adult.model");
  std::printf("%.2f %%\n", percent_correct(model.predict(test.x.view()), test.y));
}
