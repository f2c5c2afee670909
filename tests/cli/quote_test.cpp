// Documents that quote results, from the run to what is filled in.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::Ended;
using testing_support::joined;
using testing_support::Workbench;

class QuoteCommand : public testing::Test {
 protected:
  QuoteCommand() { bench.write("a.md", document("7")); }

  static std::string document(const std::string& runs) {
    return "It has <!-- tiny: show=count -->" + runs +
           "<!-- --> lines.\n<!-- expect at least 1: tiny show=count -->\n";
  }
  void make_records() const {
    const Ended ended = bench.run({"run", "configs/tiny.json", "--mirror", "mirror"});
    ASSERT_EQ(ended.exit_code, 0) << ended.output;
  }
  Ended quote(const std::vector<std::string>& more) const {
    return bench.run(joined({"quote", "--results", "results"}, more));
  }

  Workbench bench;
};

TEST_F(QuoteCommand, FillsWhatDiffersAndCheckSaysIt) {
  make_records();
  const Ended stale = quote({"--check", "a.md"});
  EXPECT_EQ(stale.exit_code, 1);
  EXPECT_THAT(stale.output, HasSubstr("a.md:1: stands \"7\", the records say \"1\""));
  EXPECT_EQ(bench.read("a.md"), document("7"));

  EXPECT_EQ(quote({"a.md"}).exit_code, 0);
  EXPECT_EQ(bench.read("a.md"), document("1"));
  const Ended fresh = quote({"--check", "a.md"});
  EXPECT_EQ(fresh.exit_code, 0);
  EXPECT_EQ(fresh.output, "");
}

TEST_F(QuoteCommand, WhatWordsSayOtherwiseEndsWith1) {
  make_records();
  bench.write("a.md", "<!-- expect at most 0: tiny show=count -->\n");
  const Ended ended = quote({"a.md"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_THAT(ended.output, HasSubstr("a.md:1: expected at most 0: tiny show=count; it is "));
}

TEST_F(QuoteCommand, ATemplateGoesElsewhere) {
  make_records();
  bench.write("a.tex", "\\quoted{tiny}{method=tensor_sketch}{text:status}\n");
  EXPECT_THAT(quote({"a.tex"}).output, HasSubstr("a.tex: is a template; say where the document goes"));
  EXPECT_EQ(quote({"--check", "a.tex"}).exit_code, 0);
  EXPECT_EQ(quote({"--into", "made", "a.tex"}).exit_code, 0);
  EXPECT_EQ(bench.read("made/a.tex"), "done\n");
  EXPECT_EQ(bench.read("a.tex"), "\\quoted{tiny}{method=tensor_sketch}{text:status}\n");
}

TEST_F(QuoteCommand, ATemplateBesideADocumentMakesItWithoutMarks) {
  make_records();
  bench.write(
      "a.md.in",
      "It has <!-- tiny: show=count --><!-- --> line.\n<!-- expect at least 1: tiny show=count -->\n");
  EXPECT_EQ(quote({"--check", "a.md.in"}).exit_code, 1) << "of another text";
  EXPECT_EQ(quote({"a.md.in"}).exit_code, 0);
  EXPECT_EQ(bench.read("a.md"), "It has 1 line.\n");
  EXPECT_EQ(quote({"--check", "a.md.in"}).output, "");
  bench.write("a.md", "It has 1 line.\nAnother.\n");
  EXPECT_THAT(quote({"--check", "a.md.in"}).output, HasSubstr("a.md:2: is not what a.md.in makes"));
  EXPECT_EQ(quote({"--into", "made", "a.md.in"}).exit_code, 0);
  EXPECT_EQ(bench.read("made/a.md"), "It has 1 line.\n");
}

TEST_F(QuoteCommand, WhatIsWrongIsNamedAndEndsWith2) {
  make_records();
  const auto complaint = [&](const std::string& mark) {
    bench.write("a.md", "It has\n" + mark + "\n");
    const Ended ended = quote({"a.md"});
    EXPECT_EQ(ended.exit_code, 2) << mark;
    return ended.output;
  };
  EXPECT_THAT(complaint("a <!-- tinny: show=count -->1<!-- -->"),
              AllOf(HasSubstr("a.md:2: tinny: show=count: "), HasSubstr("\"tiny\"")));
  EXPECT_THAT(complaint("a <!-- other/tiny: show=count -->1<!-- -->"), HasSubstr("other"));
  EXPECT_THAT(complaint("a <!-- claims-kdd14: show=count -->1<!-- -->"), HasSubstr("kdd13"));
  EXPECT_THAT(complaint("a <!-- none.json#a: show=count -->1<!-- -->"), HasSubstr("none.json"));
  EXPECT_THAT(complaint("<!-- bench: fft -->\n<!-- end of bench -->"), HasSubstr("fft"));
  EXPECT_EQ(quote({"missing.md"}).exit_code, 2);
  EXPECT_EQ(quote({}).exit_code, 2);
}

}  // namespace
}  // namespace sketchbench
