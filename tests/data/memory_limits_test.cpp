#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/data/catalog.hpp>
#include <sketchbench/data/generate/generated.hpp>
#include <sketchbench/data/split.hpp>
#include "data/data_files.hpp"
#include "support/environment.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::EnvironmentVariable;
using testing_support::message_of;

double resident_bytes() {
  double pages = 0, resident = 0, of_files = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident >> of_files;
  return (resident - of_files) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

EnvironmentVariable ten_megabytes_more() {
  return {"SKETCHBENCH_MEMORY", fmt::format("{:.0f}", resident_bytes() + 10e6)};
}

/// Sizes that come from outside are refused with the numbers before anything of that size is allocated.
class MemoryLimits : public DataFiles {
 protected:
  const EnvironmentVariable limit_ = ten_megabytes_more();
};

constexpr Index billion = 1'000'000'000;

auto refusal_of(std::string_view what) {
  return AllOf(HasSubstr(what), HasSubstr(" of memory, "), HasSubstr(" are free"));
}

TEST_F(MemoryLimits, OfGenerators) {
  for (const auto form : {PolyTeacherParams::Form::sparse_binary, PolyTeacherParams::Form::dense}) {
    EXPECT_THAT(message_of<MemoryShortage>([&] {
                  generate_poly_teacher({form, billion, 64, 2, 0}, 1);
                }),
                refusal_of("poly_teacher: 1,000,000,000 rows of 64 columns needs about"));
    EXPECT_THAT(message_of<MemoryShortage>([&] {
                  generate_poly_teacher({form, 100, billion, 2, 0}, 1);
                }),
                refusal_of("poly_teacher: 100 rows of 1,000,000,000 columns needs about"));
  }
  CsrMatrix images;
  images.d = 784;
  images.end_row();
  EXPECT_THAT(message_of<MemoryShortage>([&] {
                generate_gisette_sim(images.view(), std::vector<float>{4}, {2, billion, billion, 0.1}, 1);
              }),
              refusal_of("gisette_sim: 2 rows of 2,000,000,000 columns needs about"));
}

TEST_F(MemoryLimits, OfUniformDataSets) {
  DataPaths paths;
  paths.manifests = write("any.json", R"({"name": "any", "title": "t", "citation": "c", "licence": "l",
      "sources": [{"name": "g", "generator": {"type": "uniform", "rows": 1000, "features": 10, "seed": 1}}],
      "splits": [{"name": "half", "kind": "random", "parts": ["all"], "test_share": 0.5, "seed": 1}]})")
                        .parent_path();
  EXPECT_THAT(message_of<MemoryShortage>([&] {
                open_dataset({"any", "", 0, billion}, paths);
              }),
              refusal_of("data set any: 1,000 rows of 1,000,000,000 columns needs about"));
  const EnvironmentVariable as_much_again = ten_megabytes_more();  // sanitizers keep what was freed
  EXPECT_EQ(open_dataset({"any", "", 0, 20}, paths)->info().d, 20);
}

TEST_F(MemoryLimits, OfSplits) {
  SplitSpec spec;
  spec.kind = SplitSpec::Kind::random;
  spec.test_rows = 5;
  EXPECT_THAT(message_of<MemoryShortage>([&] { divide_rows(billion, spec); }),
              refusal_of("a choice out of 1,000,000,000 rows needs about"));
}

TEST_F(MemoryLimits, OfWhatAnArchiveUnpacksTo) {
  std::string lines;
  for (int i = 0; i < 400'000; ++i) lines += "1 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1\n";
  EXPECT_THAT(refusal(Packer::gzip(lines), libsvm_format(8)), refusal_of("data: a matrix of this size"));
}

TEST_F(MemoryLimits, OfLines) {
  EXPECT_THAT(refusal(Packer::gzip(std::string(40 << 20, '1')), delimited_format()),
              refusal_of("data: a line of this length"));
}

}  // namespace
}  // namespace sketchbench
