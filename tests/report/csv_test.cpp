#include <sketchbench/report/csv.hpp>

#include <gtest/gtest.h>

namespace sketchbench {
namespace {

struct Row : RunGroup {
  double value = 0;
};

Row row(double value) {
  Row row;
  row.dataset_label = "adult[1000]";
  row.kernel = GaussianKernel{.sigma = 2};
  row.method_label = "exact[C=1,p=2]";
  row.value = value;
  return row;
}

TEST(Csv, ATableIsTheValuesOfItsColumns) {
  const Quantities<int> columns = {{"n", [](int n) { return std::to_string(n); }},
                                   {"square, of n", [](int n) { return std::to_string(n * n); }}};
  EXPECT_EQ(csv_text(csv_table(columns, std::vector<int>{2, 3})), "n,\"square, of n\"\n2,4\n3,9\n");
  EXPECT_EQ(csv_text(csv_table(columns, std::vector<int>())), "n,\"square, of n\"\n");
}

TEST(Csv, LinesAboutGroupsBeginAndEndAlike) {
  const auto columns =
      group_columns<Row>({{"value", [](const Row& row) { return csv_significant(row.value, 3); }}});
  EXPECT_EQ(csv_text(csv_table(columns, std::vector<Row>{row(1.23456)})),
            "dataset,degree,coef0,method,value,status,kernel,sigma\n"
            "adult[1000],,,\"exact[C=1,p=2]\",1.23,missing,gaussian,2\n");
}

TEST(Csv, KernelsAreToldByTheirOwnColumns) {
  std::string names;
  for (const auto& column : first_group_columns()) names += column.key + " ";
  EXPECT_EQ(names, "dataset degree coef0 method ");
  names.clear();
  for (const auto& column : last_group_columns()) names += column.key + " ";
  std::string expected = "status ";
  bool at_kernel = false;
  for (const std::string& name : Kernel::columns())
    if (at_kernel = at_kernel || name == "kernel"; at_kernel) expected += name + " ";
  EXPECT_EQ(names, expected);
}

TEST(Csv, ANumberThatIsNotThereIsAnEmptyField) {
  EXPECT_EQ(csv_number({}, 2), "");
  EXPECT_EQ(csv_number(1.5, 2), "1.50");
  EXPECT_EQ(csv_significant({}, 3), "");
  EXPECT_EQ(csv_significant(1234567.0, 3), "1.23e+06");
  EXPECT_FALSE(mean_of({}));
}

}  // namespace
}  // namespace sketchbench
