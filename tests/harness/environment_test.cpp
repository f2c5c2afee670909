#include <sketchbench/harness/worker/environment.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/build_revision.hpp>
#include <sketchbench/core/system/processor.hpp>

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

TEST(EnvironmentFacts, SayWhatProgramRanOnWhatProcessor) {
  const Json facts = environment_facts();
  EXPECT_THAT(facts.at("revision").get<std::string>(), MatchesRegex("unknown|[0-9a-f]{40}|[0-9a-f]{64}"));
  EXPECT_EQ(facts.contains("dirty"), facts.at("revision") != "unknown");
  EXPECT_EQ(facts.at("instruction_set").get<std::string>(), instruction_set());
  const Json& host = facts.at("host");
  for (const char* text : {"cpu", "governor", "boost"})
    EXPECT_FALSE(host.at(text).get<std::string>().empty()) << text;
  if (host.contains("load_average")) {
    EXPECT_GE(host.at("load_average").get<double>(), 0);
  }
}

// Two builds of one revision leave the same facts, and nobody's machine is told.
TEST(EnvironmentFacts, TellNeitherTimesNorPlaces) {
  const std::string text = environment_facts().dump();
  EXPECT_EQ(text.find(__DATE__), std::string::npos);
  EXPECT_EQ(text.find("\"/"), std::string::npos) << "an absolute path";
}

TEST(ProgramVersion, HasTheRevision) {
  const BuildRevision revision = build_revision();
  EXPECT_THAT(program_version(), HasSubstr(environment_facts().at("program").get<std::string>()));
  EXPECT_THAT(program_version(), HasSubstr(revision_text(revision.commit, revision.dirty)));
}

}  // namespace
}  // namespace sketchbench
