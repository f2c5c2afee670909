#include "stock_tools.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

void write_libsvm_text(const LabeledRows& data, const std::string& file, Index first) {
  std::ofstream out(file);
  for (Index i = 0; i < data.x.size(); ++i) {
    out << fmt::format("{}", static_cast<double>(data.y[static_cast<std::size_t>(i)]));
    // The shortest text of the double that the float becomes; the float's own shortest text is another
    // double.
    data.x.for_each_nonzero(i, [&](Index column, float value) {
      out << fmt::format(" {}:{}", column + first, static_cast<double>(value));
    });
    out << '\n';
  }
  if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

void run(const std::string& command) {
  if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
}

std::vector<float> read_labels(const std::string& file) {
  std::ifstream in(file);
  std::vector<float> labels;
  for (float label; in >> label;) labels.push_back(label);
  return labels;
}

std::string read_messages(const std::string& file) {
  std::ifstream in(file);
  std::string messages;
  for (std::string line; std::getline(in, line);)
    if (line.find_first_not_of(".*#=") != std::string::npos) messages += line + '\n';
  return messages;
}

StockResult run_stock(const char* train_program, const char* predict_program, const std::string& options,
                      const LabeledRows& train, const LabeledRows& test, Index first = 1) {
  const testing_support::TemporaryFolder folder;
  const std::string train_file = (folder / "train").string(), test_file = (folder / "test").string(),
                    model = (folder / "model").string();
  write_libsvm_text(train, train_file, first);
  write_libsvm_text(test, test_file, first);
  run(fmt::format("{} {} {} {} > {} 2>&1", train_program, options, train_file, model,
                  (folder / "messages").string()));
  run(fmt::format("{} {} {} {} > /dev/null", predict_program, test_file, model,
                  (folder / "labels").string()));
  return {read_labels((folder / "labels").string()), read_messages((folder / "messages").string())};
}

}  // namespace

StockResult run_stock_liblinear(const std::string& options, const LabeledRows& train,
                                const LabeledRows& test) {
  return run_stock(LIBLINEAR_TRAIN, LIBLINEAR_PREDICT, options, train, test);
}

StockResult run_stock_libsvm(const std::string& options, const LabeledRows& train, const LabeledRows& test) {
  return run_stock(SVM_TRAIN, SVM_PREDICT, options, train, test);
}

StockResult run_stock_libsvm_on_gram(const std::string& options, const LabeledRows& train,
                                     const LabeledRows& test) {
  return run_stock(SVM_TRAIN, SVM_PREDICT, options + " -t 4", train, test, 0);
}

}  // namespace sketchbench
