#include <string>

#include <sketchbench/data/read/formats.hpp>
#include "fuzz/choices.hpp"
#include "fuzz/promise.hpp"
#include "fuzz/read_twice.hpp"
#include "fuzz/target.hpp"

namespace sketchbench::fuzz {
namespace {

void append_word(std::string& text, Index word) {
  for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(word >> shift & 0xff);
}

std::string written_images(const CsrMatrix& images) {
  std::string text;
  append_word(text, 0x803);
  for (const Index length : {images.size(), images.d, Index{1}}) append_word(text, length);
  for (Index i = 0; i < images.size(); ++i) {
    std::string pixels(static_cast<std::size_t>(images.d), '\0');
    images.view().for_each_nonzero(i, [&](Index j, float v) {
      require(v >= 1 && v <= 255, "pixels are bytes");
      pixels[static_cast<std::size_t>(j)] = static_cast<char>(static_cast<unsigned char>(v));
    });
    text += pixels;
  }
  return text;
}

std::string written_labels(const std::vector<float>& labels) {
  std::string text;
  append_word(text, 0x801);
  append_word(text, static_cast<Index>(labels.size()));
  for (const float label : labels) text += static_cast<char>(static_cast<unsigned char>(label));
  return text;
}

}  // namespace

// A letter, the number of pixels that is declared, then the bytes.
bool run_idx_images(std::string_view input) {
  Choices choices(input);
  FileFormat format{.kind = FileFormat::Kind::idx_images};
  format.features = choices.one_of(std::array<Index, 3>{0, 4, 784});
  const auto rows = read_twice(in_one_piece(read_idx_images), choices.rest(), format);
  if (!rows) return false;
  require(rows->y.empty(), "images have no labels");
  require(format.features == 0 || rows->x.d == format.features, "as many pixels as declared");
  require_reads_back(in_one_piece(read_idx_images), written_images(rows->x), format, *rows);
  return true;
}

// A letter, the labels that are declared, then the bytes.
bool run_idx_labels(std::string_view input) {
  Choices choices(input);
  FileFormat format{.kind = FileFormat::Kind::idx_labels};
  format.labels = choices.one_of(std::array<std::vector<float>, 2>{{{}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}});
  const auto rows = read_twice(in_one_piece(read_idx_labels), choices.rest(), format);
  if (!rows) return false;
  require(rows->x.size() == 0, "labels have no rows");
  for (const float label : rows->y) require(is_declared_label(format, label), "labels are declared");
  require_reads_back(in_one_piece(read_idx_labels), written_labels(rows->y), format, *rows);
  return true;
}

}  // namespace sketchbench::fuzz
