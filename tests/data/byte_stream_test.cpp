#include <sketchbench/data/read/byte_stream.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <zlib.h>

#include <cstring>

#include <sketchbench/core/random.hpp>
#include <sketchbench/data/read/compressed_stream.hpp>
#include "data/data_files.hpp"

namespace sketchbench {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class ByteStreamTest : public DataFiles {
 protected:
  /// Everything the stream has to give.
  std::string content(std::string_view packed, const std::string& member = {}) const {
    const auto stream = open_byte_stream(write("packed", packed), member);
    std::string all;
    for (auto bytes = stream->next(); !bytes.empty(); bytes = stream->next())
      all.append(bytes.data(), bytes.size());
    EXPECT_TRUE(stream->next().empty()) << "the end must last";
    return all;
  }
  /// The message of the InputError that reading must end in.
  std::string damage(std::string_view packed, const std::string& member = {}) const {
    try {
      content(packed, member);
    } catch (const InputError& error) {
      return error.what();
    }
    ADD_FAILURE() << "read without an error";
    return {};
  }
};

/// Text that compresses, but not to nothing.
std::string sample_text(std::size_t lines) {
  RandomStream random(7, "byte_stream_test");
  std::string text;
  for (std::size_t i = 0; i < lines; ++i)
    text += fmt::format("{} 1:{}\n", random.sign(), random.below(1'000'000));
  return text;
}

TEST_F(ByteStreamTest, RecognisesCompressionFromTheContent) {
  const std::string text = sample_text(60'000);  // more than one block of any compression
  EXPECT_EQ(content(text), text);
  EXPECT_EQ(content(Packer::gzip(text)), text);
  EXPECT_EQ(content(Packer::bzip2(text)), text);
  EXPECT_EQ(content(Packer::xz(text)), text);
  EXPECT_EQ(content(Packer::zip({{"data.csv", text}})), text);
}

using Compress = std::string (*)(std::string_view);
constexpr Compress compressions[] = {&Packer::gzip, &Packer::bzip2, &Packer::xz};

TEST_F(ByteStreamTest, ReadsMembersOneAfterTheOther) {
  for (const Compress compress : compressions) {
    EXPECT_EQ(content(compress("one\n") + compress("two\n")), "one\ntwo\n");
    EXPECT_EQ(content(compress("one\n") + compress("") + compress("two\n")), "one\ntwo\n");
  }
}

TEST_F(ByteStreamTest, RefusesWhatFollowsTheDataWithItsSize) {
  const std::string text = sample_text(60'000);  // some pieces of the file
  for (const Compress compress : compressions)
    for (const std::string& whole :
         {compress(""), compress("one\n"), compress(text), compress(text) + compress("two")}) {
      EXPECT_THAT(damage(whole + "garbage"), HasSubstr("packed: 7 bytes follow the end of the "));
      EXPECT_THAT(damage(whole + std::string(600'000, 'x')),
                  HasSubstr("packed: 600000 bytes follow the end of the "));
    }
  EXPECT_THAT(damage(Packer::gzip("one\n") + std::string(512, '\0')), HasSubstr("512 bytes follow"));
  EXPECT_EQ(content(Packer::xz("one\n") + std::string(512, '\0')), "one\n") << "xz may be padded";
}

TEST_F(ByteStreamTest, RefusesWhatFollowsAndOnlyBeginsLikeAMember) {
  for (const Compress compress : compressions) {
    const std::string whole = compress("one\n");
    EXPECT_THAT(damage(whole + whole.substr(0, 1)), HasSubstr("truncated after "));
    EXPECT_THAT(damage(whole + whole.substr(0, 1) + "garbage that is no member"),
                HasSubstr("corrupt after "));
  }
}

TEST_F(ByteStreamTest, RefusesWhatUnpacksWithoutMeasure) {
  const std::string zeros(1 << 20, '\0');
  for (const Compress compress : {&Packer::bzip2, &Packer::xz}) {
    const std::string member = compress(zeros);
    std::string bomb;
    for (int i = 0; i < 100; ++i) bomb += member;
    EXPECT_THAT(damage(bomb), AllOf(HasSubstr("packed: "), HasSubstr("unpack to more than 67."),
                                    HasSubstr("expected at most 1000 times as much")));
  }
  std::string large(70 << 20, '\0');
  EXPECT_THAT(damage(Packer::zip({{"bomb", large}})), HasSubstr("packed/bomb: "));
  EXPECT_EQ(content(Packer::bzip2(large.substr(0, 60 << 20))).size(), std::size_t{60} << 20)
      << "too little to matter";
}

/// As a disk's fault would: a file that can be opened and not read.
TEST_F(ByteStreamTest, SaysWhatTheSystemReportsWhileReading) {
  const std::filesystem::path unreadable = "/proc/self/mem";
  const auto reported = [](auto&& read) {
    try {
      read();
    } catch (const InputError& error) {
      ADD_FAILURE() << "taken for wrong input: " << error.what();
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), AllOf(HasSubstr("/proc/self/mem"), HasSubstr("Input/output error")));
      return;
    }
    ADD_FAILURE() << "read without an error";
  };
  reported([&] { open_byte_stream(unreadable); });
  reported([&] { open_compressed(unreadable, make_gzip_decoder())->next(); });
  reported([&] { open_compressed(unreadable, make_bzip2_decoder())->next(); });
  reported([&] { open_compressed(unreadable, make_xz_decoder())->next(); });
  reported([&] { open_zip_member(unreadable, "")->next(); });
}

TEST_F(ByteStreamTest, AnEmptyFileHasNoBytes) {
  for (const std::string& packed :
       {std::string(), Packer::gzip(""), Packer::bzip2(""), Packer::xz(""), Packer::zip({{"empty", ""}})})
    EXPECT_EQ(content(packed), "");
}

TEST_F(ByteStreamTest, DoesNotTakeDataForAnArchive) {
  // The magic of tar, cpio, ar, 7-zip, uuencode, rpm, mtree, warc and a .zip directory, all inside plain
  // data.
  std::string tar(1024, '\0');
  tar.replace(257, 8, "ustar  ");
  for (const std::string& plain :
       {tar, std::string("070707"), std::string("!<arch>\n"), std::string("7z\xbc\xaf\x27\x1c"),
        std::string("begin 644 x\n#0V%T\n`\nend\n"), std::string("\xed\xab\xee\xdb"), std::string("#mtree\n"),
        std::string("WARC/1.0\r\n"), "1 1:1\n" + Packer::zip({{"x", "y"}}), std::string("PK"),
        std::string("\x1f")})
    EXPECT_EQ(content(plain), plain);
}

TEST_F(ByteStreamTest, RefusesGzipCutAnywhere) {
  const std::string text = sample_text(40), whole = Packer::gzip(text);
  for (std::size_t length = 2; length < whole.size(); ++length)
    ASSERT_THAT(damage(whole.substr(0, length)), AllOf(HasSubstr("packed: the gzip data is truncated after "),
                                                       HasSubstr(" decompressed bytes")))
        << "cut after " << length << " of " << whole.size() << " bytes";
}

TEST_F(ByteStreamTest, SaysHowFarItGotInALargeGzip) {
  const std::string whole = Packer::gzip(sample_text(200'000));
  const std::string message = damage(whole.substr(0, whole.size() - 1));
  const std::string start = "truncated after ";
  ASSERT_THAT(message, HasSubstr(start));
  EXPECT_GT(std::stol(message.substr(message.find(start) + start.size())), 1'000'000);
}

TEST_F(ByteStreamTest, RefusesBzip2CutAnywhere) {
  const std::string whole = Packer::bzip2(sample_text(40));
  for (std::size_t length = 3; length < whole.size(); ++length)
    ASSERT_THAT(damage(whole.substr(0, length)), HasSubstr("packed: the bzip2 data is truncated after "))
        << "cut after " << length << " of " << whole.size() << " bytes";
}

TEST_F(ByteStreamTest, RefusesXzCutAnywhere) {
  const std::string whole = Packer::xz(sample_text(40));
  for (std::size_t length = 6; length < whole.size(); ++length)
    ASSERT_THAT(damage(whole.substr(0, length)), HasSubstr("packed: the xz data is truncated after "))
        << "cut after " << length << " of " << whole.size() << " bytes";
}

/// The same data, said to need a dictionary of 1 GiB.
std::string with_large_dictionary(std::string xz) {
  constexpr std::size_t header = 12, dictionary = 16;
  const std::size_t size = (static_cast<std::size_t>(xz[header]) + 1) * 4;
  xz[dictionary] = 36;
  const auto* bytes = reinterpret_cast<const unsigned char*>(xz.data() + header);
  const auto checksum = static_cast<std::uint32_t>(crc32(0, bytes, static_cast<unsigned>(size - 4)));
  std::memcpy(xz.data() + header + size - 4, &checksum, sizeof checksum);
  return xz;
}

TEST_F(ByteStreamTest, XzThatAsksForTooMuchMemoryIsRefusedWithTheNumbers) {
  EXPECT_THAT(damage(with_large_dictionary(Packer::xz("1 1:1\n"))),
              AllOf(HasSubstr("packed: the xz data is corrupt"), HasSubstr("needs 1.07 GB of memory"),
                    HasSubstr("at most 268")));
}

TEST_F(ByteStreamTest, RefusesZipCutAnywhere) {
  const std::string whole = Packer::zip({{"data", sample_text(40)}});
  for (std::size_t length = 4; length < whole.size(); ++length)
    ASSERT_THAT(damage(whole.substr(0, length)), HasSubstr("packed"))
        << "cut after " << length << " of " << whole.size() << " bytes";
}

TEST_F(ByteStreamTest, NoFlippedBitGivesOtherContent) {
  const std::string text = sample_text(30);
  for (const std::string& whole : {Packer::gzip(text), Packer::bzip2(text), Packer::xz(text)}) {
    for (std::size_t at = 10; at < whole.size(); ++at) {
      std::string flipped = whole;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
      try {
        ASSERT_EQ(content(flipped), text) << "byte " << at;
      } catch (const InputError&) {  // the usual outcome: a checksum told
      }
    }
  }
}

TEST_F(ByteStreamTest, RefusesAGzipWithAnotherChecksum) {
  std::string packed = Packer::gzip("1 1:1\n");
  packed[packed.size() - 8] = static_cast<char>(packed[packed.size() - 8] ^ 1);
  EXPECT_THAT(damage(packed), HasSubstr("the gzip data is corrupt"));
}

TEST_F(ByteStreamTest, RefusesCompressionInAZipThatTakesAnyMemory) {
  std::string zip = Packer::zip({{"data", "1 1:1\n"}});
  zip[zip.find("PK\3\4") + 8] = 14;   // LZMA, in the member's header
  zip[zip.find("PK\1\2") + 10] = 14;  // and in the directory
  EXPECT_THAT(damage(zip), AllOf(HasSubstr("packed/data: the compression is "), HasSubstr("lzma"),
                                 HasSubstr("deflation")));
}

TEST_F(ByteStreamTest, ADataFilesNameStaysInFrontOfAMembersPath) {
  std::string zip = Packer::zip({{"/etc/data", sample_text(40)}});
  const auto stream = open_byte_stream(write("packed", zip));
  EXPECT_THAT(stream->name().string(), HasSubstr("packed//etc/data"));
}

TEST_F(ByteStreamTest, ChoosesTheMemberOfAZip) {
  const std::string zip = Packer::zip({{"a.csv", "1\n"}, {"folder/b.csv", "2\n"}, {"c.csv", "3\n"}});
  EXPECT_EQ(content(zip, "a.csv"), "1\n");
  EXPECT_EQ(content(zip, "folder/b.csv"), "2\n");
  EXPECT_EQ(content(zip, "c.csv"), "3\n");
  EXPECT_THAT(damage(zip, "b.csv"), HasSubstr("packed: the zip has no file \"b.csv\""));
  EXPECT_THAT(damage(zip),
              AllOf(HasSubstr("the zip holds 3 files, expected one: \"a.csv\" "), HasSubstr("unzip")));
}

TEST_F(ByteStreamTest, RefusesANameThatTwoMembersHave) {
  const std::string zip = Packer::zip({{"a.csv", "1\n"}, {"a.csv", "2\n"}});
  EXPECT_THAT(damage(zip, "a.csv"), HasSubstr("packed: the zip has 2 files \"a.csv\", expected one"));
  EXPECT_THAT(damage(zip), HasSubstr("the zip holds 2 files"));
}

TEST_F(ByteStreamTest, RefusesAMemberOfWhatIsNoZip) {
  EXPECT_THAT(damage("1,2\n", "a.csv"), HasSubstr("is not a .zip, but its member \"a.csv\" was asked for"));
}

TEST_F(ByteStreamTest, RefusesAZipWithoutFiles) {
  EXPECT_THAT(damage(Packer::zip({})), HasSubstr("packed: the zip holds no file"));
}

TEST_F(ByteStreamTest, NamesTheMemberInMessages) {
  const auto file = write("packed.zip", Packer::zip({{"a.csv", "1,2\n"}, {"b.csv", "1,x\n"}}));
  FileFormat format = delimited_format();
  format.member = "b.csv";
  EXPECT_THAT(refusal_of_file(file, format, "/b.csv:1: "), HasSubstr("column 2 is \"x\""));
}

TEST_F(ByteStreamTest, RefusesWhatIsNoFile) {
  const auto file = write("data", "");
  EXPECT_THAT(refusal_of_file(file.parent_path() / "missing", delimited_format()), HasSubstr("No such file"));
  EXPECT_THAT(refusal_of_file(file.parent_path(), delimited_format()),
              HasSubstr("is a folder, expected a regular file"));
}

TEST_F(ByteStreamTest, ReadersSeeDamageBeforeTheirOwnErrors) {
  const std::string whole = Packer::gzip("1 1:1\n1 1:1\n");
  EXPECT_THAT(refusal(whole.substr(0, whole.size() - 1), libsvm_format(1), ": "),
              HasSubstr("gzip data is truncated"));
}

}  // namespace
}  // namespace sketchbench
