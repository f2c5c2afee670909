#include <sketchbench/data/read/read_npy.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/compressed_stream.hpp>
#include <sketchbench/data/read/formats.hpp>
#include <sketchbench/data/read/number.hpp>

namespace sketchbench {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

std::vector<char> all_bytes(ByteStream& stream) {
  std::vector<char> bytes;
  for (auto piece = stream.next(); !piece.empty(); piece = stream.next()) {
    make_room(bytes, piece.size(), "an array of this size");
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  }
  return bytes;
}

/// What stands behind a key of the header, which is a Python dictionary: 'descr': '<f8'.
std::string_view value_of(std::string_view header, std::string_view key) {
  const std::size_t at = header.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos) return {};
  header.remove_prefix(at + key.size() + 3);
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  const char close = header.starts_with('\'') ? '\'' : header.starts_with('(') ? ')' : ',';
  const std::size_t end = header.find(close, 1);
  return end == std::string_view::npos ? header : header.substr(0, close == ',' ? end : end + 1);
}

/// "(150, 4)" and "(150,)"; () for what has no dimension.
std::vector<Index> parse_shape(std::string_view text) {
  std::vector<Index> shape;
  std::string_view rest = text.size() < 2 ? "" : text.substr(1, text.size() - 2);
  while (!rest.empty()) {
    std::string_view number = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(number.size() + 1, rest.size()));
    while (number.starts_with(' ')) number.remove_prefix(1);
    if (number.empty()) continue;
    std::int64_t size = 0;
    constexpr std::int64_t most = std::int64_t{1} << 40;
    if (!parse_number(number, size) || size > most) size = 0;
    shape.push_back(size);
  }
  return shape;
}

template <class Number>
double number_at(const char* bytes, bool swap) {
  std::array<char, sizeof(Number)> own{};
  std::memcpy(own.data(), bytes, sizeof(Number));
  if (swap) std::ranges::reverse(own);
  Number value{};
  std::memcpy(&value, own.data(), sizeof(Number));
  return static_cast<double>(value);
}

/// Of half precision: a sign, five bits of the exponent and ten of the fraction.
double half_at(const char* bytes, bool swap) {
  const auto bits = static_cast<unsigned>(number_at<std::uint16_t>(bytes, swap));
  const int exponent = static_cast<int>(bits >> 10U & 0x1fU);
  const double fraction = bits & 0x3ffU, sign = (bits & 0x8000U) != 0 ? -1 : 1;
  constexpr int beyond = 0x1f, bias = 25;
  if (exponent == beyond) return fraction == 0 ? sign * HUGE_VAL : std::nan("");
  return sign *
         (exponent == 0 ? std::ldexp(fraction, 1 - bias) : std::ldexp(fraction + 1024, exponent - bias));
}

using Convert = double (*)(const char*, bool);

/// Of "f8" and so on; null for what is not read.
std::pair<Convert, std::size_t> conversion_of(std::string_view type) {
  if (type == "f2") return {half_at, 2};
  if (type == "f4") return {number_at<float>, 4};
  if (type == "f8") return {number_at<double>, 8};
  if (type == "i1") return {number_at<std::int8_t>, 1};
  if (type == "i2") return {number_at<std::int16_t>, 2};
  if (type == "i4") return {number_at<std::int32_t>, 4};
  if (type == "i8") return {number_at<std::int64_t>, 8};
  if (type == "u1" || type == "b1") return {number_at<std::uint8_t>, 1};
  if (type == "u2") return {number_at<std::uint16_t>, 2};
  if (type == "u4") return {number_at<std::uint32_t>, 4};
  if (type == "u8") return {number_at<std::uint64_t>, 8};
  return {nullptr, 0};
}

/// The parts of a .npy file, which `content` holds.
struct Npy {
  std::string_view header, type, shape_text, values;
  std::vector<Index> shape;
};

Npy parts_of(std::string_view bytes, const std::filesystem::path& file) {
  const auto byte = [&](std::size_t at) {
    return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at]));
  };
  constexpr std::size_t shortest = 12;
  if (!is_npy(bytes) || bytes.size() < shortest) fail_input(file, 0, "this is no array of NumPy's");
  const bool is_long = byte(magic.size()) > 1;  // version 1 has two bytes of length, later ones four
  const std::size_t at = magic.size() + 2, begin = at + (is_long ? 4 : 2);
  std::size_t length = byte(at) + (byte(at + 1) << 8);
  if (is_long) length += (byte(at + 2) << 16) + (byte(at + 3) << 24);
  if (length > bytes.size() - begin) fail_input(file, 0, "the array's header is cut short");
  Npy npy;
  npy.header = bytes.substr(begin, length);
  npy.type = value_of(npy.header, "descr");
  npy.shape_text = value_of(npy.header, "shape");
  npy.shape = parse_shape(npy.shape_text);
  npy.values = bytes.substr(begin + length);
  return npy;
}

std::pair<Convert, std::size_t> conversion_of(const Npy& npy) {
  return conversion_of(npy.type.size() == 5 ? npy.type.substr(2, 2) : "");
}

/// What makes numbers of an array of this type.
std::string advice_for(std::string_view type) {
  if (type.find('[') != std::string_view::npos)
    return "numpy.lib.recfunctions.structured_to_unstructured(array)";
  if (type.find('U') != std::string_view::npos || type.find('S') != std::string_view::npos)
    return "numpy.unique(array, return_inverse=True)[1] numbers texts";
  if (type.find('c') != std::string_view::npos) return "numpy.hstack([array.real, array.imag])";
  if (type.find('O') != std::string_view::npos)
    return "array.astype(float), or of texts numpy.unique(array, return_inverse=True)[1]";
  return "array.astype(float)";
}

bool has_one_or_two_dimensions(const Npy& npy) {
  return (npy.shape.size() == 1 || npy.shape.size() == 2) && npy.shape[0] >= 1 && npy.shape.back() >= 1;
}

/// Why it has no rows of numbers; empty where it has.
std::string fault_of(const Npy& npy) {
  if (conversion_of(npy).first == nullptr)
    return fmt::format(
        "the array's values are {}, expected integers, booleans or floating-point numbers of at most 8 "
        "bytes: {}",
        in_quotes(npy.type), advice_for(npy.type));
  if (!has_one_or_two_dimensions(npy))
    return fmt::format("the array has the shape {}, expected rows, or rows and columns{}",
                       in_quotes(npy.shape_text),
                       npy.shape.size() > 2 ? ": array.reshape(len(array), -1)" : "");
  return {};
}

void require_rows_of_numbers(const Npy& npy, const std::filesystem::path& file) {
  if (const std::string fault = fault_of(npy); !fault.empty()) fail_input(file, 0, fault);
}

NpyArray array_of(const Npy& npy, const std::filesystem::path& file) {
  require_rows_of_numbers(npy, file);
  const auto [convert, size] = conversion_of(npy);
  NpyArray array{.rows = npy.shape[0],
                 .columns = npy.shape.size() == 2 ? npy.shape[1] : 1,
                 .is_matrix = npy.shape.size() == 2};
  const std::size_t room = npy.values.size();
  const auto rows = static_cast<std::size_t>(array.rows), columns = static_cast<std::size_t>(array.columns);
  if (rows > room / size / columns || rows * columns * size != room)
    fail_input(file, 0,
               fmt::format("the array has {} bytes of values, expected {} x {} values of {}", room, rows,
                           columns, size));
  make_room(array.values, rows * columns, "an array of this size");
  array.values.resize(rows * columns);
  const bool swap = npy.type[1] == '>' && std::endian::native == std::endian::little;
  const bool by_columns = value_of(npy.header, "fortran_order").starts_with("True");
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      const std::size_t at = by_columns ? j * rows + i : i * columns + j;
      const double value = convert(npy.values.data() + at * size, swap);
      if (!std::isfinite(static_cast<float>(value)))
        fail_input(
            file, 0,
            fmt::format(
                "row {}, column {} is {}, expected a finite number{}", i + 1, j + 1, value,
                std::isnan(value) ? ": numpy.nan_to_num(array), or rows[~numpy.isnan(rows).any(1)]" : ""));
      array.values[i * columns + j] = value;
    }
  return array;
}

/// Which column is the label; -1: none is.
Index label_column(const Npy& npy, const FileFormat& format, const std::filesystem::path& file) {
  using Label = FileFormat::Label;
  const Index columns = npy.shape.size() == 2 ? npy.shape[1] : 1;
  if (columns > std::numeric_limits<std::int32_t>::max())
    fail_input(file, 0, fmt::format("the array has {} columns, which are too many", columns));
  if (format.label == Label::none) return -1;
  if (format.label == Label::only && columns > 1)
    fail_input(file, 0, fmt::format("the array has {} columns, expected one of labels alone", columns));
  const Index label = format.label == Label::column ? format.label_column
                      : format.label == Label::last ? columns - 1
                                                    : 0;
  if (label >= columns)
    fail_input(file, 0,
               fmt::format("column {} (from 1) is to be the label, the array has {}", label + 1, columns));
  if (format.label != Label::only && columns == 1)
    fail_input(file, 0, "the array has one column, expected a label and features");
  return label;
}

/// Makes rows of the bytes of an array as they come.
class NpyRows {
 public:
  NpyRows(const Npy& npy, const FileFormat& format, const std::filesystem::path& file, const TakeRows& take)
      : format_(format),
        file_(file),
        columns_(npy.shape.size() == 2 ? npy.shape[1] : 1),
        rows_(npy.shape[0]),
        label_(label_column(npy, format, file)),
        convert_(conversion_of(npy).first),
        size_(conversion_of(npy).second),
        swap_(npy.type[1] == '>' && std::endian::native == std::endian::little),
        pieces_(take) {
    pieces_.rows.x.d = columns_ - (label_ >= 0 ? 1 : 0);
    if (format.features != 0 && pieces_.rows.x.d != format.features)
      fail_input(file, 0,
                 fmt::format("the rows have {} features, expected {}", pieces_.rows.x.d, format.features));
  }

  void take(std::string_view bytes) {
    seen_ += bytes.size();
    const std::size_t row = static_cast<std::size_t>(columns_) * size_;
    if (!begun_.empty()) {
      const std::size_t missing = std::min(row - begun_.size(), bytes.size());
      begun_.append(bytes.substr(0, missing));
      bytes.remove_prefix(missing);
      if (begun_.size() < row) return;
      take_row(begun_.data());
      begun_.clear();
    }
    for (; bytes.size() >= row; bytes.remove_prefix(row)) take_row(bytes.data());
    begun_ = bytes;
  }
  void finish() {
    const std::size_t row = static_cast<std::size_t>(columns_) * size_;
    if (seen_ % row != 0 || seen_ / row != static_cast<std::size_t>(rows_))
      fail_input(file_, 0,
                 fmt::format("the array has {} bytes of values, expected {} x {} values of {}", seen_, rows_,
                             columns_, size_));
    pieces_.hand_on();
  }

 private:
  void take_row(const char* at) {
    if (++row_ > rows_) return;  // said at the end, with all bytes there are
    LabeledMatrix& data = pieces_.rows;
    data.x.make_room(columns_);
    Index feature = 0;
    for (Index j = 0; j < columns_; ++j, at += size_) {
      const double value = convert_(at, swap_);
      const auto number = static_cast<float>(value);
      const auto place = [&] { return fmt::format("row {}, column {}", row_, j + 1); };
      if (!std::isfinite(number))
        fail_input(file_, 0, fmt::format("{} is {}, expected a finite number", place(), value));
      if (j == label_) {
        if (const std::string fault = label_fault(format_, fmt::format("{}", value), number); !fault.empty())
          fail_input(file_, 0, fmt::format("{}: the label {}", place(), fault));
        make_room(data.y, 1, "a column of labels");
        data.y.push_back(number);
        continue;
      }
      if (number != 0.0f) data.x.push(feature, number);
      ++feature;
    }
    if (format_.label != FileFormat::Label::only) data.x.end_row();
    pieces_.end_row();
  }

  const FileFormat& format_;
  std::filesystem::path file_;
  Index columns_, rows_, label_;
  Convert convert_;
  std::size_t size_;
  bool swap_;
  RowsInPieces pieces_;
  std::string begun_;  ///< of a row, whose end has not come yet
  std::size_t seen_ = 0;
  Index row_ = 0;  ///< from 1
};

}  // namespace

void read_npy_rows(ByteStream& stream, const FileFormat& format, const TakeRows& take) {
  constexpr std::size_t longest_header = 1 << 16;
  std::string beginning;
  for (auto piece = stream.next(); !piece.empty(); piece = stream.next()) {
    beginning.append(piece.data(), piece.size());
    if (beginning.size() > longest_header) break;
  }
  const std::filesystem::path& file = stream.name();
  const Npy npy = parts_of(beginning, file);
  require_rows_of_numbers(npy, file);
  if (npy.shape.size() == 2 && npy.shape[1] > 1 && value_of(npy.header, "fortran_order").starts_with("True"))
    fail_input(file, 0, "the array has its values column by column, expected rows: numpy.ascontiguousarray");
  NpyRows rows(npy, format, file, take);
  rows.take(npy.values);
  for (auto piece = stream.next(); !piece.empty(); piece = stream.next())
    rows.take({piece.data(), piece.size()});
  rows.finish();
}

bool is_npy(std::string_view beginning) { return beginning.starts_with(magic); }

NpyArray read_npy(const std::filesystem::path& file) {
  const std::unique_ptr<ByteStream> stream = open_byte_stream(file);
  const std::vector<char> content = all_bytes(*stream);
  return array_of(parts_of({content.data(), content.size()}, file), file);
}

bool is_npz(const std::filesystem::path& file) {
  std::array<char, 4> start{};
  if (!std::ifstream(file, std::ios::binary).read(start.data(), start.size()) ||
      std::string_view(start.data(), start.size()) != "PK\3\4")
    return false;
  const std::vector<std::string> names = names_in_zip(file);
  return !names.empty() &&
         std::ranges::all_of(names, [](const std::string& name) { return name.ends_with(".npy"); });
}

NpzArrays read_npz(const std::filesystem::path& file) {
  NpzArrays all;
  for_each_zip_member(file, "*.npy", [&](const std::string& member, ByteStream& stream) {
    const std::string name = member.substr(0, member.size() - std::string_view(".npy").size());
    const std::vector<char> content = all_bytes(stream);
    const Npy npy = parts_of({content.data(), content.size()}, stream.name());
    if (npy.shape.empty())
      all.texts[name] = npy.values;
    else if (std::string fault = fault_of(npy); !fault.empty())
      all.others[name] = std::move(fault);
    else
      all.arrays[name] = array_of(npy, stream.name());
  });
  return all;
}

std::string NpzArrays::summary() const {
  std::vector<std::string> parts;
  for (const auto& [name, array] : arrays)
    parts.push_back(array.is_matrix ? fmt::format("{} ({} x {})", name, array.rows, array.columns)
                                    : fmt::format("{} ({})", name, array.rows));
  for (const auto& [name, fault] : others) parts.push_back(name);
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace sketchbench
