#include <sketchbench/report/page/page_json.hpp>

#include <fmt/format.h>

#include <array>
#include <map>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/plot/axis_scale.hpp>
#include <sketchbench/report/results/csv.hpp>
#include <sketchbench/report/run_command.hpp>
#include <sketchbench/report/table_cells.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

constexpr int most_tick_labels = 6;

using Places = std::map<std::string, std::size_t>;

std::string_view name_of(Tone tone) {
  static constexpr std::array<std::string_view, 6> names = {"plain", "strong", "faint",
                                                            "good",  "bad",    "warning"};
  return names[static_cast<std::size_t>(tone)];
}

std::string_view name_of(Mark mark) {
  static constexpr std::array<std::string_view, 3> names = {"measured", "theory", "level"};
  return names[static_cast<std::size_t>(mark)];
}

Json text_json(const Text& text) { return {{"text", text.text}, {"tone", name_of(text.tone)}}; }

Json line_json(const CellLine& line, const Places& groups) {
  Json json = Json::object();
  if (!line.left.text.empty()) json["left"] = text_json(line.left);
  if (!line.right.text.empty()) json["right"] = text_json(line.right);
  for (const std::string& id : line.results) {
    const auto found = groups.find(id);
    if (found == groups.end())
      throw Error(fmt::format("a table's cell names the result \"{}\", which its report does not have", id));
    json["results"].push_back(found->second);
  }
  return json;
}

Json table_json(const Table& table, const Places& groups) {
  Json columns = Json::array(), rows = Json::array();
  for (const Column& column : table.columns)
    columns.push_back({{"heading", column.heading}, {"numeric", column.numeric}});
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const TableCell& cell : row) {
      Json lines = Json::array();
      for (const CellLine& line : cell) lines.push_back(line_json(line, groups));
      cells.push_back(std::move(lines));
    }
    rows.push_back(std::move(cells));
  }
  return {
      {"number", table.number}, {"caption", table.caption}, {"remarks", table.remarks}, {"columns", columns},
      {"rows", rows},           {"notes", table.notes}};
}

Json group_json(const RunGroup& group, const Config& config, const PageRecords& records) {
  Json places = Json::array();
  for (const auto* list : {&group.done, &group.failed})
    for (const Record& record : *list)
      if (const auto place = records.find(record.id)) places.push_back(*place);
  return {{"name", result_name(group)},
          {"dataset", group.dataset.name},
          {"dataset_title", group.facts.title},
          {"kernel", group.kernel.display()},
          {"method", group.method},
          {"method_title", method_title(group.method, group.external.get())},
          {"status", name_of(group.status)},
          {"reason", group.reason},
          {"runs", group.runs()},
          {"expected", group.expected},
          {"records", std::move(places)},
          {"command", run_command(config, group)}};
}

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json axis_json(const std::string& label, const AxisScale& scale) {
  Json ticks = Json::array();
  for (const Tick& tick : scale.ticks) ticks.push_back({{"at", tick.at}, {"label", tick.label}});
  return {{"label", label},
          {"logarithmic", scale.logarithmic},
          {"low", scale.low},
          {"high", scale.high},
          {"ticks", std::move(ticks)}};
}

Json series_json(const FigureSeries& series, const PageRecords& records) {
  Json points = Json::array();
  for (const FigurePoint& point : series.points) {
    Json places = Json::array();
    for (const std::string& id : point.records)
      if (const auto place = records.find(id)) places.push_back(*place);
    points.push_back({{"x", point.x},
                      {"y", point.y},
                      {"low", optional_json(point.low)},
                      {"high", optional_json(point.high)},
                      {"records", std::move(places)}});
    if (!point.label.empty()) points.back()["label"] = point.label;
  }
  return {{"key", series.key},       {"about", method_of_key(series.key)}, {"label", series.label},
          {"kernel", series.kernel}, {"mark", name_of(series.mark)},       {"points", std::move(points)}};
}

Json styles_json(const Figure& figure) {
  Json styles = Json::object();
  for (const auto& [key, style] : styles_for(figure))
    styles[key] = {{"light", style.light},
                   {"dark", style.dark},
                   {"symbol", name_of(style.symbol)},
                   {"hollow", style.hollow}};
  return styles;
}

}  // namespace

Json figure_json(const Figure& figure, const PageRecords& records) {
  Json panels = Json::array();
  for (const Panel& panel : figure.panels) {
    Json series = Json::array();
    for (const FigureSeries& one : panel.series) series.push_back(series_json(one, records));
    panels.push_back({{"title", panel.title},
                      {"dataset", panel.dataset},
                      {"x", axis_json(panel.x.label, scale_x(panel, most_tick_labels))},
                      {"y", axis_json(panel.y.label, scale_y(panel, most_tick_labels))},
                      {"series", std::move(series)}});
  }
  return {{"name", figure.name},       {"number", figure.number},      {"title", figure.title},
          {"caption", figure.caption}, {"columns", figure.columns},    {"missing", figure.missing},
          {"panels", panels},          {"styles", styles_json(figure)}};
}

Json report_json(const Report& report, const PageRecords& records) {
  Places places;
  Json groups = Json::array();
  for (const RunGroup* group : report.groups) {
    places.emplace(group->id(), groups.size());
    groups.push_back(group_json(*group, report.config, records));
  }
  const Document& document = report.document;
  Json banners = Json::array(), tables = Json::array(), notes = Json::array(), figures = Json::array();
  for (const Text& banner : document.banners) banners.push_back(text_json(banner));
  for (const Table& table : document.tables) tables.push_back(table_json(table, places));
  for (const NoteSection& section : document.notes)
    notes.push_back({{"heading", section.heading}, {"lines", section.lines}});
  for (const Figure& figure : report.figures) figures.push_back(figure_json(figure, records));
  return {{"name", report.config.name},
          {"title", document.title},
          {"file", report.config.file.generic_string()},
          {"banners", banners},
          {"legend", document.legend},
          {"tables", tables},
          {"notes", notes},
          {"figures", figures},
          {"groups", groups},
          {"csv", csv_text(report.results)}};
}

}  // namespace sketchbench
