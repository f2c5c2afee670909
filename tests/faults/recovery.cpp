#include "faults/recovery.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sketchbench::faults {

void expect_recovery(const Study& study, const Words& command, const FinalState& at_last) {
  const testing_support::Ended again = study.run(command);
  EXPECT_EQ(again.exit_code, 0) << "without a fault: " << again.output;
  EXPECT_TRUE(final_state(study.folder()) == at_last) << "without a fault: " << again.output;
  EXPECT_THAT(temporaries(study.folder()), testing::IsEmpty());
}

}  // namespace sketchbench::faults
