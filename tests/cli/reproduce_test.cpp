#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.hpp"
#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::Ended;
using testing_support::Workbench;

/// Table 1 and 3 in the small: the section names decide a report's form.
std::string table(const char* name, const char* section, const char* dataset, const char* method, int D) {
  return std::string(R"({"name": ")") + name + R"(", "experiment": "accuracy", "seeds": 2,
    "compare_with": "paper/kdd13_tables.json#)" +
         section + R"(", "learner": {"type": "liblinear"},
    "grid": [{"dataset": ")" +
         dataset + R"(", "D": )" + std::to_string(D) + R"(}],
    "kernels": [{"kernel": "polynomial", "degree": 4, "coef0": 1}],
    "methods": [{"method": "tensor_sketch"}, {"method": ")" +
         method + R"("}]})";
}

class Reproduce : public testing::Test {
 protected:
  Reproduce() {
    const std::filesystem::path source = SKETCHBENCH_SOURCE_DIR;
    bench.write("configs/paper/kdd13_tables.json", read_file(source / "configs/paper/kdd13_tables.json"));
    bench.write("datasets/poly_teacher_sparse.json", read_file(source / "datasets/poly_teacher_sparse.json"));
    bench.write("configs/table1.json",
                table("table1", "table1", "quadrants", "random_maclaurin_published", 40));
    bench.write("configs/table3.json", table("table3", "table3", "quadrants", "random_maclaurin_h01", 40));
    bench.write("configs/table1_generated.json", table("table1_generated", "table1", "poly_teacher_sparse",
                                                       "random_maclaurin_published", 150));
    bench.write("configs/table3_generated.json",
                table("table3_generated", "table3", "poly_teacher_sparse", "random_maclaurin_h01", 150));
  }

  Workbench bench;
};

TEST_F(Reproduce, MakesTheTablesAndWritesThemInEveryForm) {
  const Ended ended = bench.run({"reproduce", "--mirror", "mirror"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("Table 1"), HasSubstr("Table 2"), HasSubstr("Table 3")));
  for (const char* file : {"table1/table.csv", "table1/table.md", "table1/table.tex", "table3/table.csv"})
    EXPECT_TRUE(std::filesystem::exists(bench / "results" / file)) << file;
  EXPECT_FALSE(std::filesystem::exists(bench / "results/table1_generated"));
}

TEST_F(Reproduce, WithoutAnyDataItShowsTheTablesOnGeneratedData) {
  const Ended ended = bench.run({"reproduce", "--quick"});
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, AllOf(HasSubstr("None of the paper's data sets"), HasSubstr("generated"),
                                  HasSubstr("Table 1"), HasSubstr("Table 3"), HasSubstr("QUICK")));
  EXPECT_TRUE(std::filesystem::exists(bench / "results/table1_generated-quick/table.csv"));
}

}  // namespace
}  // namespace sketchbench
