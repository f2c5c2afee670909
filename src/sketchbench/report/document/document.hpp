#pragma once
#include <string>
#include <vector>

namespace sketchbench {

/// What a piece of text says to the eye; a renderer that has no colours leaves it out.
enum class Tone { plain, strong, faint, good, bad, warning };

struct Text {
  std::string text;
  Tone tone = Tone::plain;
};

/// One line inside a table's cell: a part that is set to the left and one set to the right.
struct CellLine {
  Text left, right;
  /// RunGroup::id() of the runs behind it, for renderers that can lead there; none for words.
  std::vector<std::string> results;
};
using TableCell = std::vector<CellLine>;

struct Column {
  std::vector<std::string> heading;  ///< one entry a line
  bool numeric = false;              ///< set to the right
};

/// A table without columns has nothing to show but its caption and the notes below.
struct Table {
  std::string number;  ///< of the paper's table that it stands for, "Table 1 (a)"; empty for others
  std::string caption;
  std::vector<std::string> remarks;  ///< below the caption
  std::vector<Column> columns;
  std::vector<std::vector<TableCell>> rows;
  std::vector<std::string> notes;  ///< below the table
};

struct NoteSection {
  std::string heading;
  std::vector<std::string> lines;
};

/// A report before it has a form. Renderers print it and decide nothing about its contents.
struct Document {
  std::string name;  ///< of the configuration
  std::string title;
  std::vector<Text> banners;        ///< what must be read first: QUICK, how many numbers were reproduced
  std::vector<std::string> legend;  ///< how to read the tables
  std::vector<Table> tables;
  std::vector<NoteSection> notes;
};

/// The document with every text as it can be shown: titles, names and messages come from outside, and may
/// hold what steers a terminal, ends a line or is no UTF-8. Renderers print nothing but this.
Document shown(Document document);

}  // namespace sketchbench
