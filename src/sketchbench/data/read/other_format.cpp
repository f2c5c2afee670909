#include <sketchbench/data/read/other_format.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr std::string_view what_is_read = "LIBSVM lines, CSV or IDX, compressed or not";

struct Format {
  std::string_view start;
  std::string_view what;       ///< "a NumPy array (.npy)"
  std::string_view remedy;     ///< makes text of it; empty: that is up to the user
  std::size_t offset = 0;      ///< of `start`
  bool could_be_text = false;  ///< a name of a column may begin so: what follows decides
};

constexpr std::string_view from_numpy = "numpy.savetxt(\"rows.csv\", array, delimiter=\",\")";
constexpr std::string_view from_matlab = "writematrix([X y], \"rows.csv\") in MATLAB, or scipy.io.loadmat";
constexpr std::string_view from_hdf5 =
    "h5py.File(...)[NAME][:] and numpy.savetxt(\"rows.csv\", array, delimiter=\",\")";
constexpr std::string_view from_r = "write.csv(data, \"rows.csv\", row.names = FALSE) in R";

constexpr std::string_view from_netcdf =
    "xarray.open_dataset(...).to_dataframe().to_csv(\"rows.csv\", index=False)";

constexpr Format formats[] = {
    {"\x93NUMPY"sv, "a NumPy array (.npy)", from_numpy},
    {"\x89HDF\r\n\x1a\n"sv, "an HDF5 file (.h5)", from_hdf5},
    {"MATLAB 7.3 MAT-file"sv, "a MATLAB file (.mat, version 7.3)", from_matlab},
    {"MATLAB 5.0 MAT-file"sv, "a MATLAB file (.mat)", from_matlab},
    {"PAR1"sv, "a Parquet file", "pandas.read_parquet(...).to_csv(\"rows.csv\", index=False)", 0, true},
    {"ARROW1"sv, "an Arrow file (Feather)", "pandas.read_feather(...).to_csv(\"rows.csv\", index=False)", 0,
     true},
    {"FEA1"sv, "a Feather file", "pandas.read_feather(...).to_csv(\"rows.csv\", index=False)", 0, true},
    {"ORC"sv, "an ORC file", "pandas.read_orc(...).to_csv(\"rows.csv\", index=False)", 0, true},
    {"Obj\x01"sv, "an Avro file", ""},
    {"\x80\x02"sv, "a Python pickle", "pandas.DataFrame(...).to_csv(\"rows.csv\", index=False)"},
    {"\x80\x03"sv, "a Python pickle", "pandas.DataFrame(...).to_csv(\"rows.csv\", index=False)"},
    {"\x80\x04"sv, "a Python pickle", "pandas.DataFrame(...).to_csv(\"rows.csv\", index=False)"},
    {"\x80\x05"sv, "a Python pickle", "pandas.DataFrame(...).to_csv(\"rows.csv\", index=False)"},
    {"(lp0\n"sv, "a Python pickle", "pandas.DataFrame(...).to_csv(\"rows.csv\", index=False)"},
    {"(dp0\n"sv, "a Python pickle", "pandas.DataFrame(...).to_csv(\"rows.csv\", index=False)"},
    {"ccopy_reg\n"sv, "a Python pickle", "pandas.DataFrame(...).to_csv(\"rows.csv\", index=False)"},
    {"cnumpy."sv, "a Python pickle", "pandas.DataFrame(...).to_csv(\"rows.csv\", index=False)"},
    {"cpandas."sv, "a Python pickle", "pandas.DataFrame(...).to_csv(\"rows.csv\", index=False)"},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv, "a spreadsheet (.xls)", "save it as CSV"},
    {"RDX2\n"sv, "an R data file", from_r},
    {"RDX3\n"sv, "an R data file", from_r},
    {"X\n\0\0\0"sv, "an R data file (.rds)", from_r},
    {"<stata_dta>"sv, "a Stata file (.dta)", "pandas.read_stata(...).to_csv(\"rows.csv\", index=False)"},
    {"$FL2@(#)"sv, "an SPSS file (.sav)", "pandas.read_spss(...).to_csv(\"rows.csv\", index=False)"},
    {"\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\0"sv, "a SAS file (.sas7bdat)",
     "pandas.read_sas(...).to_csv(\"rows.csv\", index=False)", 12},
    {"CDF\x01"sv, "a netCDF file", from_netcdf},
    {"CDF\x02"sv, "a netCDF file", from_netcdf},
    {"CDF\x05"sv, "a netCDF file", from_netcdf},
    {"\xff\xff\xff\xff"sv, "an Arrow stream",
     "pyarrow.ipc.open_stream(...).read_pandas().to_csv(\"rows.csv\", index=False)"},
    {"SIMPLE  ="sv, "a FITS file", "astropy.table.Table.read(...).write(\"rows.csv\")"},
    {"%%MatrixMarket"sv, "a matrix in Matrix Market's form (.mtx)",
     "sklearn.datasets.dump_svmlight_file(scipy.io.mmread(...).tocsr(), y, \"rows.svm\")"},
    {"SQLite format 3\0"sv, "an SQLite database", "sqlite3 -csv FILE \"select ...\" > rows.csv"},
    {"SKBDATA\n"sv, "a prepared data set of this program's cache", "name the file that it was made from"},
    {"\x28\xb5\x2f\xfd"sv, "compressed with zstd", "zstd -d"},
    {"\x04\x22\x4d\x18"sv, "compressed with LZ4", "lz4 -d"},
    {"\x1f\x9d"sv, "compressed with compress (.Z)", "uncompress"},
    {"7z\xbc\xaf\x27\x1c"sv, "a 7z archive", "7z x"},
    {"Rar!"sv, "a RAR archive", "unrar x"},
    {"ustar"sv, "a tar archive", "tar -xf", 257},
    {"%PDF-"sv, "a PDF document", ""},
    {"\x89PNG\r\n\x1a\n"sv, "a picture (PNG)", ""},
    {"\xff\xd8\xff"sv, "a picture (JPEG)", ""},
    {"\x7f"
     "ELF"sv,
     "a program", ""},
    {"\xff\xfe\0\0"sv, "text in UTF-32", "iconv -f UTF-32 -t UTF-8"},
    {"\0\0\xfe\xff"sv, "text in UTF-32", "iconv -f UTF-32 -t UTF-8"},
    {"\xff\xfe"sv, "text in UTF-16", "iconv -f UTF-16 -t UTF-8"},
    {"\xfe\xff"sv, "text in UTF-16", "iconv -f UTF-16 -t UTF-8"},
};

[[noreturn]] void refuse(const fs::path& file, std::string_view what, std::string_view remedy) {
  fail_input(file, 0,
             fmt::format("is {}, expected {}{}{}", what, what_is_read, remedy.empty() ? "" : ": ", remedy));
}

/// The text in small letters, without the blanks and line ends before it.
std::string lowered(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

bool looks_like_text(std::string_view beginning) {
  constexpr std::size_t looked_at = 64;
  return std::ranges::all_of(beginning.substr(0, looked_at),
                             [](unsigned char c) { return c >= ' ' || c == '\t' || c == '\r' || c == '\n'; });
}

/// IDX files begin with two bytes of 0, that of the values' type and that of the dimensions.
bool is_idx(std::string_view beginning) {
  return beginning.size() > 3 && beginning.starts_with("\0\0"sv) && beginning[3] != '\0' &&
         "\x08\x09\x0b\x0c\x0d\x0e"sv.find(beginning[2]) != std::string_view::npos;
}

/// As files of the first Macintoshes have them, and some spreadsheets still.
bool has_returns_alone(std::string_view text) {
  const std::size_t first = text.find('\r');
  return first < text.size() - 1 && text.find('\n') == std::string_view::npos;
}

/// An object or an array of values, which a row of numbers and texts does not begin with.
bool is_json(std::string_view text) {
  const auto next = [&](std::string_view signs) {
    if (text.empty() || signs.find(text.front()) == std::string_view::npos) return false;
    text.remove_prefix(1);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return true;
  };
  if (next("[")) return next("[{\"-0123456789");
  return next("{") && next("\"}");
}

/// "1 |namespace height:1.5 old": a number or nothing in front, and behind a bar a feature by its name with a
/// value. A table has blanks behind each bar, or behind none.
bool is_vowpal_wabbit(std::string_view line) {
  const std::size_t bar = line.find('|'), colon = line.find(':', std::min(bar, line.size()));
  if (colon == std::string_view::npos) return false;
  const std::string_view label = line.substr(0, std::min(line.find_first_of(" |"), line.size()));
  std::size_t name = line.find_last_of(" |", colon) + 1;
  double value = 0;
  const auto is_number = [&](std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    const char* const end = text.data() + text.size();
    return std::from_chars(text.data(), end, value).ptr == end && !text.empty();
  };
  const std::string_view behind = line.substr(colon + 1);
  const bool has_bars_of_columns = line.find("| ", bar + 1) != std::string_view::npos || line.ends_with('|');
  return (label.empty() || is_number(label)) && !has_bars_of_columns &&
         line.find(',') == std::string_view::npos &&
         std::isalpha(static_cast<unsigned char>(line[name])) != 0 &&
         is_number(behind.substr(0, behind.find_first_of(" |\r")));
}

/// Every other byte of its beginning is 0: which ones, by their order. -1: neither.
int zero_bytes(std::string_view text) {
  constexpr std::size_t looked_at = 16;
  if (text.size() < looked_at) return -1;
  for (const std::size_t first : {0, 1}) {
    bool fits = true;
    for (std::size_t i = 0; i < looked_at; ++i) fits &= (text[i] == '\0') == (i % 2 == first);
    if (fits) return static_cast<int>(first);
  }
  return -1;
}

}  // namespace

void require_text(std::string_view beginning, const fs::path& file) {
  for (const Format& format : formats)
    if (beginning.size() > format.offset && beginning.substr(format.offset).starts_with(format.start) &&
        !(format.could_be_text && looks_like_text(beginning)))
      refuse(file, format.what, format.remedy);
  if (const int zeros = zero_bytes(beginning); zeros >= 0)
    refuse(file, "text in UTF-16", zeros == 0 ? "iconv -f UTF-16BE -t UTF-8" : "iconv -f UTF-16LE -t UTF-8");
  if (is_idx(beginning)) return;
  if (beginning.substr(0, enough_to_tell_text).find('\0') != std::string_view::npos)
    refuse(file, "binary, of a format that is not known", "");
  if (has_returns_alone(beginning.substr(0, enough_to_tell_text)))
    refuse(file, "text whose lines end with a carriage return alone", "tr '\\r' '\\n'");
  constexpr std::size_t enough = 64;
  const std::string lower = lowered(without_byte_order_mark(beginning).substr(0, enough));
  if (lower.starts_with("<!doctype html") || lower.starts_with("<html"))
    refuse(file, "a web page", "the address may lead to a page about the file");
  if (lower.starts_with("<?xml")) refuse(file, "an XML document", "");
}

void require_values_in_lines(std::string_view beginning, const fs::path& file) {
  const std::string_view line = without_byte_order_mark(beginning);
  if (is_vowpal_wabbit(line.substr(0, line.find('\n'))))
    refuse(file, "of Vowpal Wabbit's", "LIBSVM lines are \"label index:value ...\", with numbers for names");
  if (is_json(lowered(without_byte_order_mark(beginning))))
    refuse(file, "JSON",
           "pandas.read_json(...).to_csv(\"rows.csv\", index=False), with lines=True for a row a line");
}

void require_zip_of_texts(const std::vector<std::string>& names, const fs::path& file) {
  const auto is_array = [](const std::string& name) { return name.ends_with(".npy"); };
  if (!names.empty() && std::ranges::all_of(names, is_array))
    refuse(file, fmt::format("an archive of NumPy arrays (.npz): {}", fmt::join(names, ", ")), from_numpy);
  if (std::ranges::find(names, "[Content_Types].xml") != names.end())
    refuse(file, "a spreadsheet or a document (.xlsx)", "save it as CSV");
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

}  // namespace sketchbench
