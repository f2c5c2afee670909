#include <sketchbench/core/sha256.hpp>

#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

// FIPS 180-4, appendix B.
constexpr const char* of_abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

TEST(Sha256, AgreesWithTheStandardsExamples) {
  EXPECT_EQ(sha256_hex("abc"), of_abc);
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Sha256, PiecesAndFilesGiveTheSameDigest) {
  Sha256 hash;
  hash.update("a", 1);
  hash.update("bc", 2);
  EXPECT_EQ(hash.hex(), of_abc);
  const testing_support::TemporaryFolder folder;
  EXPECT_EQ(sha256_file(folder.write("abc", "abc")), of_abc);
  EXPECT_THROW(sha256_file(folder / "none"), Error);
}

}  // namespace
}  // namespace sketchbench
