#include <sketchbench/report/document/document.hpp>

#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

// The pieces of a document, from the smallest up.
void show(std::string& text) { text = printable_line(text); }
void show(Text& text) { show(text.text); }
void show(CellLine& line);
void show(Column& column);
void show(Table& table);
void show(NoteSection& section);

template <class Piece>
void show(std::vector<Piece>& pieces) {
  for (Piece& piece : pieces) show(piece);
}

void show(CellLine& line) {
  show(line.left);
  show(line.right);
}

void show(Column& column) { show(column.heading); }

void show(Table& table) {
  show(table.number);
  show(table.caption);
  show(table.remarks);
  show(table.columns);
  for (auto& row : table.rows)
    for (TableCell& cell : row) show(cell);
  show(table.notes);
}

void show(NoteSection& section) {
  show(section.heading);
  show(section.lines);
}

}  // namespace

Document shown(Document document) {
  show(document.title);
  show(document.banners);
  show(document.legend);
  show(document.tables);
  show(document.notes);
  return document;
}

}  // namespace sketchbench
