// Plug-ins are looked at before a run begins, by a process that may end of it.
#include <sketchbench/harness/worker/preparation.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/external/external_map.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing_support::message_of;
using testing_support::TemporaryFolder;

std::vector<Config> with_plugin(const std::filesystem::path& library) {
  auto map = std::make_shared<ExternalMap>();
  map->form = ExternalMap::Form::plugin;
  map->kind = external_kind("mine", ExternalMap::Form::plugin);
  map->file = library;
  Config config{.file = "a/b.json"};
  config.methods = {{.method = "rks"}, {.method = "mine", .external = std::move(map)}};
  return {std::move(config)};
}

std::string refusal(const std::filesystem::path& library, double patience_s = plugin_patience_s) {
  return message_of<InputError>([&] { require_plugins(with_plugin(library), patience_s); });
}

TEST(ACheckOfPlugins, PassesOneThatCanBeUsed) {
  EXPECT_NO_THROW(require_plugins(with_plugin(SKETCHBENCH_EXAMPLE_PLUGIN)));
  EXPECT_NO_THROW(require_plugins({}));
}

TEST(ACheckOfPlugins, RefusesAnotherVersionOfTheInterface) {
  EXPECT_THAT(refusal(SKETCHBENCH_ANOTHER_ABI),
              AllOf(StartsWith("a/b.json: "), HasSubstr("\"mine\""), HasSubstr(SKETCHBENCH_ANOTHER_ABI),
                    HasSubstr("version 2"), HasSubstr("expected 1")));
}

TEST(ACheckOfPlugins, RefusesWhatIsNone) {
  const TemporaryFolder folder;
  EXPECT_THAT(refusal(folder.write("libtext.so", "not a library")),
              AllOf(StartsWith("a/b.json: "), HasSubstr("libtext.so"), HasSubstr("cannot be loaded")));
}

TEST(ACheckOfPlugins, OutlivesOneThatCrashesHangsOrEndsTheProcess) {
  EXPECT_THAT(refusal(SKETCHBENCH_CRASHING_PLUGIN), AllOf(StartsWith("a/b.json: "), HasSubstr("signal 4")));
  EXPECT_THAT(refusal(SKETCHBENCH_HANGING_PLUGIN, 0.5),
              AllOf(StartsWith("a/b.json: "), HasSubstr("was not loaded within")));
  EXPECT_THAT(refusal(SKETCHBENCH_ENDING_PLUGIN),
              AllOf(StartsWith("a/b.json: "), HasSubstr("exit code 0 and no result")));
}

}  // namespace
}  // namespace sketchbench
