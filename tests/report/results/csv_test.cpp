#include <sketchbench/report/results/csv.hpp>

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

/// A line about nothing that was run.
struct Number {
  int n;
};

TEST(Csv, ATableIsTheValuesOfItsColumns) {
  const Quantities<Number> columns = {
      {{.key = "n", .form = Form::count}, &Number::n},
      {"square, of n", [](const Number& of) { return std::to_string(of.n * of.n); }},
      {{.key = "first", .place = ColumnPlace::first}, [](const Number& of) { return of.n / 8.0; }},
      {{.key = "hidden", .place = ColumnPlace::nowhere}, &Number::n}};
  ResultTable table = table_of_lines(std::vector<Number>{{2}, {3}, {4}}, columns);
  table.rows.back().in_csv = false;
  EXPECT_EQ(csv_text(table), "first,n,\"square, of n\"\n0.25,2,4\n0.375,3,9\n");
  EXPECT_EQ(csv_text(table_of_lines(std::vector<Number>(), columns)), "first,n,\"square, of n\"\n");
}

TEST(Csv, ANumberThatIsNotThereIsAnEmptyField) {
  const Quantities<Number> columns = {
      {{.key = "a", .digits = {.count = 2, .decimals = true}, .spread = true},
       [](const Number& of) { return of.n == 0 ? Sample() : Sample{.n = of.n, .mean = 1.5, .std = 0.25}; }},
      {{.key = "b", .digits = {.count = 3}}, [](const Number&) { return 1234567.0; }}};
  EXPECT_EQ(csv_text(table_of_lines(std::vector<Number>{{0}, {2}}, columns)),
            "a,a_std,b\n,,1.23e+06\n1.50,0.25,1.23e+06\n");
}

TEST(Csv, LinesAboutGroupsBeginAndEndAlike) {
  const auto columns = group_columns<Row>({{{.key = "value", .digits = {.count = 3}}, &Row::value}});
  EXPECT_EQ(csv_text(table_of_lines(std::vector<Row>{row(1.23456)}, columns)),
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

}  // namespace
}  // namespace sketchbench
