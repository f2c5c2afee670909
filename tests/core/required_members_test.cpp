#include <sketchbench/core/required_members.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

using testing::ThrowsMessage;

TEST(RequiredMembers, TheFirstThatIsMissingIsNamed) {
  EXPECT_NO_THROW(require_members("my_map", {{"make", true}, {"workspace", true}}));
  EXPECT_THAT(([] {
                require_members("my_map", {{"make", true}, {"workspace", false}, {"memory", false}});
              }),
              ThrowsMessage<Error>("my_map: `workspace` is missing"));
  EXPECT_THAT(([] {
                require_members("", {{"name", false}});
              }),
              ThrowsMessage<Error>("a kind: `name` is missing"));
}

}  // namespace
}  // namespace sketchbench
