// Tables, figure and page with one fault at each of the calls that write them. Older ones are there already:
// each file is the older or the new one afterwards, and whole.
#include <gtest/gtest.h>

#include "faults/attack.hpp"

namespace sketchbench::faults {
namespace {

class ReportWithFaults : public testing::Test {
 protected:
  Attack attack{older_report(), report_dozen};
};

TEST_F(ReportWithFaults, ADiskThatIsFullOnceIsSaidAndTheNextReportIsWhole) {
  EXPECT_GT(attack.hit_each({.kinds = filling, .error = ENOSPC}), 30u);
}

TEST_F(ReportWithFaults, ADiskThatStaysFullIsSaidAndTheNextReportIsWhole) {
  EXPECT_GT(attack.hit_each({.kinds = filling, .hits = from_there_on, .error = ENOSPC}), 30u);
}

TEST_F(ReportWithFaults, ABrokenDiskIsSaidAndTheNextReportIsWhole) {
  EXPECT_GT(attack.hit_each({.kinds = storing, .error = EIO}), 40u);
}

TEST_F(ReportWithFaults, ShortWritesAreOvercome) {
  EXPECT_EQ(attack.hit_each({.kinds = bit(CallKind::write), .action = Action::cut_short}, Promise::overcome),
            7u);
}

}  // namespace
}  // namespace sketchbench::faults
