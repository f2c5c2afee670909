// A map that is a program: the protocol of docs/guides/external-maps.md from both sides, and whatever a
// program may do instead.
#include <sketchbench/features/external/program_map.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <limits>
#include <thread>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include "features/external/external_request.hpp"
#include "support/child.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::external_request;
using testing_support::message_of;
using testing_support::some_program;

constexpr Index columns = 5;

/// Small whole numbers, of which some are 0: sums of their products are exact.
DenseMatrix example_rows(Index n) {
  DenseMatrix x(n, columns);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < columns; ++j) x.row(i)[j] = static_cast<float>((7 * i + 3 * j) % 5) - 2;
  return x;
}

DenseMatrix features_by(const FeatureMap& map, const Rows& x) {
  DenseMatrix z(x.size(), map.d_out());
  map.transform(x, z);
  return z;
}

DenseMatrix features_by(const MapRequest& request, const Rows& x) {
  return features_by(*make_feature_map("some_map", request, x), x);
}

/// What becomes of a program that fails in that way on ten rows.
std::string failure_of(const std::string& failure, double silence_limit_s = 60) {
  const auto map = some_program(failure);
  map->silence_limit_s = silence_limit_s;
  const DenseMatrix x = example_rows(10);
  return message_of<Error>([&] { features_by(external_request(map, columns, columns), x.view()); });
}

bool has_children() { return ::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD; }

// Tensor Sketching of degree 1 is linear: its features of the unit vectors are the matrix that the program is
// given.
TEST(ProgramMap, ALinearOneEqualsTheBuiltInOne) {
  constexpr Index D = 16, n = 1000;
  const MapRequest built_in{
      .d_in = columns, .kernel = PolynomialKernel{.degree = 1, .coef0 = 0}, .D = D, .seed = 3};
  const auto sketch = make_feature_map("tensor_sketch", built_in);
  DenseMatrix units(columns, columns);
  for (Index i = 0; i < columns; ++i) units.row(i)[i] = 1;
  const DenseMatrix w = features_by(*sketch, units.view());
  Json matrix = Json::array();
  for (Index i = 0; i < columns; ++i) matrix.push_back(std::vector<float>(w.row(i), w.row(i) + D));
  MapRequest request = external_request(some_program(), columns, D);
  request.parameters = ParameterValues(Json{{"matrix", matrix}});
  const DenseMatrix x = example_rows(n);
  const DenseMatrix here = features_by(*sketch, x.view()), there = features_by(request, x.view());
  ASSERT_EQ(here.value.size(), there.value.size());
  for (std::size_t k = 0; k < here.value.size(); ++k) ASSERT_NEAR(here.value[k], there.value[k], 1e-5) << k;
}

TEST(ProgramMap, TakesRowsInEitherStorageAndInAnyBlocks) {
  const DenseMatrix x = example_rows(50);
  const CsrMatrix sparse = to_sparse(x);
  for (const bool csr : {false, true}) {
    MapRequest request = external_request(some_program(), columns, columns);
    request.parameters = {{"csr", csr}};
    const auto map = make_feature_map("some_map", request, x.view());
    EXPECT_EQ(features_by(*map, x.view()).value, x.value);
    EXPECT_EQ(features_by(*map, sparse.view()).value, x.value);
    EXPECT_EQ(features_by(*map, sparse.view().slice(20, 50)).value,
              std::vector<float>(x.row(20), x.row(20) + 30 * columns));
    DenseMatrix wide(50, columns + 2);
    map->transform(x.view(), {wide.value.data(), 50, columns, columns + 2});
    EXPECT_EQ(wide.row(7)[0], x.row(7)[0]);
    EXPECT_EQ(wide.row(7)[columns], 0) << "beside its features nothing is written";
  }
}

TEST(ProgramMap, SeesTheTrainingRowsWhereItAsksForThem) {
  constexpr Index n = 5000;  // more than one block
  const DenseMatrix train = example_rows(n), x = example_rows(3);
  std::vector<float> sums(columns);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < columns; ++j) sums[static_cast<std::size_t>(j)] += train.row(i)[j];
  const auto map =
      make_feature_map("some_map", external_request(some_program("fits"), columns, columns), train.view());
  const DenseMatrix z = features_by(*map, x.view());
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < columns; ++j)
      EXPECT_EQ(z.row(i)[j], x.row(i)[j] + sums[static_cast<std::size_t>(j)]) << i << " " << j;
  EXPECT_THAT(message_of<Error>([&] {
                make_feature_map("some_map", external_request(some_program("fits"), columns, columns));
              }),
              HasSubstr("asked for training rows, and there are none"));
}

std::vector<double> own_kernel_of(const MapRequest& request, const Rows& x, const Rows& y) {
  const auto map = make_feature_map("some_map", request, x);
  std::vector<double> values(static_cast<std::size_t>(x.size() * y.size()), -1);
  dynamic_cast<const OwnKernel&>(*map).own_kernel(x, y, values);
  return values;
}

TEST(ProgramMap, AnswersAKernelOfItsOwnInAnyBlocks) {
  const DenseMatrix x = example_rows(1100), y = example_rows(3);  // more than one block of either
  for (const bool csr : {false, true}) {
    MapRequest request = external_request(some_program(), columns, columns);
    request.parameters = {{"csr", csr}};
    const CsrMatrix sparse_x = to_sparse(x), sparse_y = to_sparse(y);
    const std::vector<double> there = csr ? own_kernel_of(request, sparse_x.view(), sparse_y.view())
                                          : own_kernel_of(request, x.view(), y.view());
    const std::vector<double> back = own_kernel_of(request, y.view(), x.view());
    for (Index i = 0; i < x.n; ++i)
      for (Index j = 0; j < y.n; ++j) {
        ASSERT_EQ(there[static_cast<std::size_t>(i * y.n + j)], 1 + inner_product(x.view(), i, y.view(), j));
        ASSERT_EQ(back[static_cast<std::size_t>(j * x.n + i)], 1 + inner_product(x.view(), i, y.view(), j));
      }
  }
}

TEST(ProgramMap, AKernelThatIsNoneIsToldWithItsRows) {
  const DenseMatrix x = example_rows(10);
  const auto failure = [&](const char* how) {
    return message_of<Error>(
        [&] { own_kernel_of(external_request(some_program(how), columns, columns), x.view(), x.view()); });
  };
  EXPECT_THAT(failure("kernel nan"),
              AllOf(HasSubstr("nan as its own kernel of rows 10 and 10"),
                    HasSubstr("when it was asked for its own kernel of 10 rows and 10")));
  EXPECT_THAT(failure("kernel wide"), HasSubstr("answered 10 x 11 values, expected 10 x 10"));
}

TEST(ProgramMap, AKernelThatIsNoneIsToldWithItsRowsOfAllBlocks) {
  DenseMatrix x = example_rows(1100);  // more than one block
  const DenseMatrix y = example_rows(3);
  x.row(1090)[0] = std::numeric_limits<float>::quiet_NaN();
  const MapRequest request = external_request(some_program(), columns, columns);
  EXPECT_THAT(message_of<Error>([&] { own_kernel_of(request, x.view(), y.view()); }),
              HasSubstr("nan as its own kernel of rows 1091 and 1,"));
  EXPECT_THAT(message_of<Error>([&] { own_kernel_of(request, y.view(), x.view()); }),
              HasSubstr("nan as its own kernel of rows 1 and 1091,"));
}

TEST(ProgramMap, HasFewerFeaturesWhereItSaysSo) {
  const DenseMatrix x = example_rows(4);
  const auto map =
      make_feature_map("some_map", external_request(some_program("fewer"), columns, columns), x.view());
  EXPECT_EQ(map->d_out(), columns - 1);
  EXPECT_EQ(features_by(*map, x.view()).row(2)[0], x.row(2)[0]);
}

TEST(ProgramMap, WhateverItDoesInsteadIsToldWithItsLastWords) {
  const auto names_itself = AllOf(HasSubstr("the map \"some_map\""), HasSubstr("some_map.py"));
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"deaf", "ended with exit code 0"},
      {"version", "1, the version of the protocol"},
      {"no json", "answered what it should not"},
      {"long line", "without the end of a line"},
      {"raises", "exit code 1, when it was told what map is asked for; its last words:"},
      {"closes", "closed its output, when"},
      {"closes input", "closed its input before it had read all that it was asked, when"},
      {"fit and die", "was ended by signal 11"},
      {"none", "d_out = 0, expected 1 to 5"},
      {"many", "d_out = 15, expected 1 to 5"},
      {"nan", "nan as feature 5 of row 10"},
      {"exit", "exit code 3, when it was asked for the features of 10 rows; its last words: cannot go on"},
      {"narrow", "answered 10 x 4 features, expected 10 x 5"},
      {"short", "ended with exit code 0"},
      {"chatty", "wrote more than it was asked for"},
      {"key", "\"feature\" is not a known key"}};
  for (const auto& [failure, words] : expected)
    EXPECT_THAT(failure_of(failure), AllOf(names_itself, HasSubstr(words))) << failure;
  EXPECT_THAT(failure_of("raises"),
              AllOf(HasSubstr("ValueError: no gamma for \\x1b[31mpolynomial"), Not(HasSubstr("\x1b"))));
  EXPECT_FALSE(has_children()) << "every one that failed was waited for";
}

TEST(ProgramMap, SilenceIsAFailureAfterItsLimit) {
  EXPECT_THAT(failure_of("mute", 0.5),
              AllOf(HasSubstr("was silent for 0.50 s"), HasSubstr("its last words: thinking")));
  EXPECT_FALSE(has_children());
}

// What comes behind an answer may come after it was read: the next request finds it then.
TEST(ProgramMap, OutputWithoutAnEndIsAFailure) {
  const DenseMatrix x = example_rows(10);
  EXPECT_NE(message_of<Error>([&] {
              const auto map = make_feature_map(
                  "some_map", external_request(some_program("endless"), columns, columns), x.view());
              for (int i = 0; i < 3; ++i) features_by(*map, x.view());
            }),
            "");
  EXPECT_FALSE(has_children());
}

TEST(ProgramMap, IsEndedAndWaitedForWithTheMap) {
  for (const char* how : {"", "stays"}) {
    const DenseMatrix x = example_rows(10);
    const auto program = some_program(how);
    features_by(external_request(program, columns, columns), x.view());
    EXPECT_FALSE(has_children()) << how;
    EXPECT_EQ(program->processes->count(), 1);
    EXPECT_GT(program->processes->peak_rss_bytes(), 1e6) << "an interpreter has a megabyte at least";
    EXPECT_GT(program->processes->seconds().cpu, 0);
    EXPECT_GT(program->processes->seconds().wall, 0);
  }
}

TEST(ProgramMap, ItsCpuSecondsCountOnATimerThatAsksForThem) {
  const DenseMatrix x = example_rows(2000);
  const auto program = some_program();
  const Timer with(program->processes.get()), without;
  features_by(external_request(program, columns, columns), x.view());
  const double there = program->processes->seconds().cpu;
  EXPECT_GT(there, 0);
  EXPECT_GE(with.elapsed().cpu, there);
  EXPECT_LT(without.elapsed().cpu, with.elapsed().cpu);
}

TEST(ProgramMap, AProgramThatCannotBeStartedIsToldByTheSystemsWords) {
  const auto map = some_program();
  map->file = "/no/such/python3";
  EXPECT_THAT(
      message_of<Error>([&] { make_feature_map("some_map", external_request(map, columns, columns)); }),
      HasSubstr("No such file"));
  EXPECT_FALSE(has_children());
}

TEST(ProgramMap, OneThatHasGoneDoesNotEndThisProcessByASignal) {
  struct sigaction usual {
  }, before{};
  usual.sa_handler = SIG_DFL;
  ::sigaction(SIGPIPE, &usual, &before);
  MapRequest request = external_request(some_program("deaf"), columns, columns);
  request.parameters = {{"long", std::string(10'000'000, 'x')}};  // more than a pipe holds
  EXPECT_THAT(message_of<Error>([&] { make_feature_map("some_map", request); }), HasSubstr("exit code 0"));
  ::sigaction(SIGPIPE, &before, nullptr);
}

TEST(ProgramMap, TakesAHeaderOfTenMegabytes) {
  MapRequest request = external_request(some_program(), columns, columns);
  request.parameters = {{"long", std::string(10'000'000, 'x')}};
  const DenseMatrix x = example_rows(2);
  EXPECT_EQ(features_by(request, x.view()).value, x.value);
}

TEST(ProgramMap, CanBeAskedAgainAfterAFailureAndFailsAgain) {
  const DenseMatrix x = example_rows(10);
  const auto map =
      make_feature_map("some_map", external_request(some_program("exit"), columns, columns), x.view());
  for (int i = 0; i < 2; ++i)
    EXPECT_THAT(message_of<Error>([&] { features_by(*map, x.view()); }), HasSubstr("exit code 3")) << i;
}

// A worker that is killed has no time for its destructors, and its program may not read any more.
TEST(ProgramMap, DiesWithTheProcessThatStartedIt) {
  // What it leaves behind becomes this process's to wait for, which qemu-user has not.
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) GTEST_SKIP() << "orphans cannot be adopted here";
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t worker = testing_support::fork_to_run([&ends]() -> int {
    const auto map = make_feature_map("some_map", external_request(some_program("waits"), columns, columns));
    static_cast<void>(!::write(ends[1], "x", 1));
    for (;;) ::pause();
  });
  ::close(ends[1]);  // reading is to end where the worker does
  char started = 0;
  ASSERT_EQ(::read(ends[0], &started, 1), 1);
  ::kill(worker, SIGKILL);
  for (int child = 0; child < 2; ++child) {  // the worker and its program
    int status = 0;
    ASSERT_GT(::waitpid(-1, &status, 0), 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  }
  EXPECT_FALSE(has_children());
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  ::close(ends[0]);
}

}  // namespace
}  // namespace sketchbench
