// The simulated disk and the rules of writing tell right from wrong orders of calls.
#include "faults/disk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faults/write_order.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench::faults {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing_support::TemporaryFolder;

const CutChoice nothing_else{[] { return false; }, [](std::size_t) -> std::size_t { return 0; }};
const CutChoice names_only{[] { return true; }, [](std::size_t) -> std::size_t { return 0; }};
const CutChoice everything{[] { return true; }, [](std::size_t bytes) { return bytes; }};

/// The calls that write a file aside and rename it, one by one.
class WritingAFile : public testing::Test {
 protected:
  WritingAFile() { folder.write("old", "first"); }

  Call make() const { return call(CallKind::create, temporary, made_file); }
  Call write(const std::string& text, std::int64_t offset = 0) const {
    Call made = call(CallKind::write, temporary);
    made.data = text;
    made.offset = offset;
    return made;
  }
  Call synchronise_file() const { return call(CallKind::synchronise, temporary); }
  Call rename(const std::string& to = "old") const {
    Call made = call(CallKind::rename, temporary);
    made.second_path = root / to;
    return made;
  }
  Call synchronise_folder() const {
    Call made = call(CallKind::synchronise, root, is_folder);
    made.inode = 1;
    return made;
  }
  Call call(CallKind kind, const std::filesystem::path& path, std::uint32_t flags = 0) const {
    return {.kind = kind, .process = 7, .inode = 100, .flags = flags, .path = path};
  }
  Disk after(const std::vector<Call>& calls) const {
    Disk disk(root);
    for (const Call& one : calls) disk.apply(one);
    return disk;
  }

  TemporaryFolder folder;
  std::filesystem::path root = std::filesystem::canonical(folder.path());
  std::filesystem::path temporary = root / "old.tmp";
};

TEST_F(WritingAFile, InTheRightOrderLeavesTheOldOrTheNewWhateverTheCutTakes) {
  const std::vector<Call> calls = {make(),   write("sec"),        write("ond", 3), synchronise_file(),
                                   rename(), synchronise_folder()};
  EXPECT_THAT(broken_rules_of_writing(calls), IsEmpty());
  for (std::size_t have = 0; have <= calls.size(); ++have)
    for (const CutChoice& choice : {nothing_else, names_only, everything}) {
      const Files files =
          after({calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(have)}).after_cut(choice);
      EXPECT_THAT(files.at("old"), testing::AnyOf("first", "second")) << have;
    }
  EXPECT_THAT(after(calls).after_cut(nothing_else), ElementsAre(Pair("old", "second")));
}

TEST_F(WritingAFile, RenamedBeforeItIsSynchronisedCanBeEmpty) {
  const std::vector<Call> calls = {make(), write("second"), rename(), synchronise_folder()};
  EXPECT_THAT(after(calls).after_cut(nothing_else), ElementsAre(Pair("old", "")));
  EXPECT_THAT(broken_rules_of_writing(calls), ElementsAre(HasSubstr("renamed before it is synchronised")));
}

TEST_F(WritingAFile, WrittenAfterItWasSynchronisedCanBeHalf) {
  const std::vector<Call> calls = {make(),          write("sec"), synchronise_file(),
                                   write("ond", 3), rename(),     synchronise_folder()};
  EXPECT_THAT(after(calls).after_cut(nothing_else), ElementsAre(Pair("old", "sec")));
  EXPECT_THAT(broken_rules_of_writing(calls), ElementsAre(HasSubstr("renamed before it is synchronised")));
}

TEST_F(WritingAFile, WithoutSynchronisingTheFolderCanBeLost) {
  std::vector<Call> calls = {make(), write("second"), synchronise_file(), rename()};
  EXPECT_THAT(after(calls).after_cut(nothing_else), ElementsAre(Pair("old", "first")));
  EXPECT_THAT(broken_rules_of_writing(calls), ElementsAre(HasSubstr("not synchronised after it")));
  calls.push_back(call(CallKind::message, "pipe:[1]"));
  EXPECT_THAT(broken_rules_of_writing(calls), ElementsAre(HasSubstr("goes on before its folder")));
}

TEST_F(WritingAFile, UnderItsFinalNameIsSeen) {
  const std::vector<Call> calls = {call(CallKind::create, root / "old", emptied_file)};
  EXPECT_THAT(after(calls).after_cut(everything), ElementsAre(Pair("old", "")));
  EXPECT_THAT(broken_rules_of_writing(calls), ElementsAre(HasSubstr("under its final name")));
}

TEST_F(WritingAFile, InAFolderWhoseNameIsNotSynchronisedIsLostWithIt) {
  temporary = root / "new/a.tmp";
  Call make_folder = call(CallKind::make_folder, root / "new");
  make_folder.inode = 2;
  Call synchronise_new = call(CallKind::synchronise, root / "new", is_folder);
  synchronise_new.inode = 2;
  const std::vector<Call> calls = {make_folder,        make(),          write("second"),
                                   synchronise_file(), rename("new/a"), synchronise_new};
  EXPECT_THAT(after(calls).after_cut(nothing_else), ElementsAre(Pair("old", "first")));
  EXPECT_THAT(after(calls).after_cut(names_only), ElementsAre(Pair("new/a", "second"), Pair("old", "first")));
  EXPECT_THAT(broken_rules_of_writing(calls),
              ElementsAre(HasSubstr("folder's own name is not synchronised")));
}

}  // namespace
}  // namespace sketchbench::faults
