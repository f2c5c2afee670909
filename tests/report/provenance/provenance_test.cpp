#include <sketchbench/report/provenance/provenance.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/report/group_notes.hpp>
#include <sketchbench/report/results/csv.hpp>
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Records of Adult whose origin a test chooses.
class ProvenanceTest : public testing::Test {
 protected:
  /// The method's runs, each with these facts in its "run".
  void put(const std::string& method, const Json& facts) const {
    for (const Cell& cell : run.cells(of_method(method))) {
      Record record = run.record(cell, 80);
      record.json["run"].merge_patch(facts);
      run.put(record);
    }
  }
  std::vector<RunGroup> groups() const { return group_runs(run.config(), run.sources()).groups; }
  static RunGroupPointers of(const std::vector<RunGroup>& groups, const std::vector<std::string>& methods) {
    RunGroupPointers some;
    for (const RunGroup& group : groups)
      if (std::ranges::find(methods, group.method) != methods.end()) some.push_back(&group);
    return some;
  }

  const SyntheticRun run = SyntheticRun(adult_config());
  const Json epyc = {{"host", {{"cpu", "AMD EPYC"}, {"cpu_model", "family 25, model 17, stepping 1"}}},
                     {"instruction_set", "AVX-512"},
                     {"revision", std::string(40, 'a')},
                     {"dirty", false}};
  const Json xeon = {{"host", {{"cpu", "Intel Xeon"}}},
                     {"instruction_set", "AVX2"},
                     {"revision", std::string(40, 'b')},
                     {"dirty", true}};
};

TEST_F(ProvenanceTest, ARecordSaysWhereItsTimesWereTaken) {
  put("exact", epyc);
  put("tensor_sketch", xeon);
  const std::vector<RunGroup> all = groups();
  const RunOrigin exact = origin_of(all.at(0).done.at(0)), sketch = origin_of(all.at(1).done.at(0));
  EXPECT_EQ(exact.processor, "AMD EPYC (family 25, model 17, stepping 1)");
  EXPECT_EQ(exact.instruction_set, "AVX-512");
  EXPECT_EQ(exact.revision, "aaaaaaaaaaaa");
  EXPECT_EQ(sketch.processor, "Intel Xeon");
  EXPECT_EQ(sketch.revision, "bbbbbbbbbbbb, dirty");
}

TEST_F(ProvenanceTest, ARecordOfBeforeKnowsTheProcessorsNameAlone) {
  put("exact", Json::object());
  const RunOrigin origin = origin_of(groups().at(0).done.at(0));
  EXPECT_EQ(origin.processor, "Synthetic CPU");
  EXPECT_EQ(origin.instruction_set, "");
  EXPECT_EQ(origin.revision, "");
}

TEST_F(ProvenanceTest, OfOnePlaceThereIsNothingToSay) {
  for (const char* method : {"exact", "tensor_sketch", "random_maclaurin_published"}) put(method, epyc);
  const std::vector<RunGroup> all = groups();
  const Provenance times(pointers_to(all));
  EXPECT_TRUE(times.of_one_processor());
  EXPECT_THAT(times.lines(), IsEmpty());
  EXPECT_EQ(times.sentences(), "");
  EXPECT_THAT(Provenance().lines(), IsEmpty());
  EXPECT_TRUE(of_one_processor({})) << "there is nothing to divide";
}

TEST_F(ProvenanceTest, OfSeveralEachMethodsPlaceIsSaid) {
  put("exact", xeon);
  put("tensor_sketch", epyc);
  put("random_maclaurin_published", epyc);
  const std::vector<RunGroup> all = groups();
  const std::vector<std::string> lines = Provenance(pointers_to(all)).lines();
  EXPECT_THAT(lines, ElementsAre(AllOf(HasSubstr("2 processors"), HasSubstr("stepping 1) (TS, RM published)"),
                                       HasSubstr("Intel Xeon (exact)")),
                                 AllOf(HasSubstr("2 instruction sets"), HasSubstr("AVX2 (exact)")),
                                 AllOf(HasSubstr("2 revisions"), HasSubstr("bbbbbbbbbbbb, dirty (exact)"))));
  EXPECT_EQ(Provenance(pointers_to(all)).sentences(), " " + lines[0] + " " + lines[1] + " " + lines[2]);
  EXPECT_FALSE(of_one_processor(of(all, {"exact", "tensor_sketch"})));
  EXPECT_TRUE(of_one_processor(of(all, {"random_maclaurin_published", "tensor_sketch"})));
}

TEST_F(ProvenanceTest, OtherInstructionsAndRevisionsAreSaidAndNoReasonAgainstARatio) {
  put("exact", epyc);
  Json later = epyc;
  later["revision"] = std::string(40, 'c');
  put("tensor_sketch", later);
  const std::vector<RunGroup> all = groups();
  EXPECT_TRUE(of_one_processor(pointers_to(all)));
  EXPECT_THAT(Provenance(pointers_to(all)).lines(), ElementsAre(HasSubstr("2 revisions")));
}

TEST_F(ProvenanceTest, ARecordOfBeforeBesideANewOneIsNamedAsSuch) {
  put("exact", Json::object());
  put("tensor_sketch", {{"revision", std::string(40, 'c')}, {"dirty", false}});
  const std::vector<RunGroup> all = groups();
  EXPECT_THAT(Provenance(pointers_to(all)).lines(), ElementsAre(HasSubstr("not recorded (exact)")));
}

TEST_F(ProvenanceTest, OneGroupsRunsMayBeOfSeveralProcessors) {
  put("tensor_sketch", epyc);
  Record last = run.record(run.cells(of_method("tensor_sketch")).back(), 80);
  last.json["run"].merge_patch(xeon);
  run.put(last);
  const std::vector<RunGroup> all = groups();
  EXPECT_FALSE(of_one_processor(of(all, {"tensor_sketch"}))) << "a mean of such times is of neither";
}

TEST_F(ProvenanceTest, OfTwoTogetherIsThatOfBoth) {
  put("exact", xeon);
  put("tensor_sketch", epyc);
  const std::vector<RunGroup> all = groups();
  Provenance both(of(all, {"exact"}));
  both.add(Provenance(of(all, {"tensor_sketch"})));
  EXPECT_EQ(both.lines(), Provenance(pointers_to(all)).lines());
  EXPECT_THAT(both.processors(), SizeIs(2));
}

TEST_F(ProvenanceTest, StandsAtTheEndOfATable) {
  put("exact", xeon);
  const std::vector<RunGroup> all = groups();
  const std::string csv = csv_text(table_of_lines(std::vector<RunGroup>{all[0], all[1]},
                                                  joined(group_columns<RunGroup>({}), origin_columns())));
  EXPECT_EQ(csv,
            "dataset,degree,coef0,method,status,kernel,sigma,processor,instruction_set,revision\n"
            "adult,4,1,exact,done,polynomial,,Intel Xeon,AVX2,\"bbbbbbbbbbbb, dirty\"\n"
            "adult,4,1,tensor_sketch,missing,polynomial,,,,\n");
}

TEST_F(ProvenanceTest, NotesTellHowTheMachineWasAndWhatRanOnIt) {
  Json facts = epyc;
  facts["host"].update({{"governor", "performance"}, {"boost", "on"}, {"load_average", 0.25}});
  put("exact", facts);
  facts["host"]["load_average"] = 1.5;
  put("tensor_sketch", facts);
  const std::vector<RunGroup> all = groups();
  const std::vector<std::string> lines = machine_lines(pointers_to(all));
  EXPECT_THAT(lines.at(0), AllOf(HasSubstr("stepping 1), 4 cores"), HasSubstr("AVX-512"),
                                 HasSubstr("governor performance, boost on"), HasSubstr("1 cell at once")));
  EXPECT_THAT(lines.at(1), HasSubstr("0.25 to 1.50"));
  EXPECT_THAT(lines.at(2), HasSubstr("sketchbench 0.1.0 (revision aaaaaaaaaaaa)"));
}

}  // namespace
}  // namespace sketchbench
