#include <sketchbench/report/page/page_json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/claims/claims_report.hpp>
#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/leaderboard/leaderboard.hpp>
#include <sketchbench/report/page/leaderboard_parts.hpp>
#include <sketchbench/report/plot/axis_scale.hpp>
#include <sketchbench/report/plot/dodges.hpp>
#include <sketchbench/report/results/csv.hpp>
#include <sketchbench/report/run_command.hpp>
#include <sketchbench/report/run_totals.hpp>
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

std::string_view name_of(Shows shows) {
  static constexpr std::array<std::string_view, 4> names = {"table", "figure", "checks", "claims"};
  return names[static_cast<std::size_t>(shows)];
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
  return {{"key", series.key},
          {"label", series.label},
          {"brief", series.brief.empty() ? series.label : series.brief},
          {"kernel", series.kernel},
          {"mark", name_of(series.mark)},
          {"behind", series.behind},
          {"points", std::move(points)}};
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

Json claim_json(const MeasuredClaim& measured) {
  const PublishedClaim& claim = measured.claim;
  const CaseCounts counts = measured.cases();
  Json details = Json::array();
  for (const Table& table : measured.measurement.details) details.push_back(table_json(table, {}));
  return {{"id", claim.id},
          {"statement", claim.statement},
          {"place", claim.place},
          {"hypothesis", claim.hypothesis},
          {"claimed", claim.claimed.text()},
          {"measured", measured_range(measured)},
          {"verdict", name_of(measured.verdict())},
          {"committed", claim.verdict ? name_of(*claim.verdict) : ""},
          {"regressed", measured.regressed()},
          {"supplementary", claim.supplementary},
          {"quick", measured.quick},
          {"hold", counts.hold},
          {"not_refuted", counts.not_refuted},
          {"refuted", counts.refuted},
          {"met", counts.met},
          {"cases", counts.measured},
          {"asked", counts.asked},
          {"measured_by", claim.measured_by},
          {"command", measured.again},
          {"table", table_json(claim_table(measured), {})},
          {"details", std::move(details)}};
}

Json paper_json(const PagePaper& paper) {
  Json claims = Json::array();
  for (const MeasuredClaim& claim : paper.claims) claims.push_back(claim_json(claim));
  return {{"name", paper.name},   {"title", paper.title},     {"citation", paper.citation},
          {"front", paper.front}, {"finding", paper.finding}, {"claims", std::move(claims)}};
}

/// Reports share the folder of records, so they may name the same file.
std::vector<std::string> all_left_out(const std::vector<Report>& reports) {
  std::vector<std::string> lines;
  for (const Report& report : reports)
    for (const std::string& line : report.left_out)
      if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
  return lines;
}

}  // namespace

Json page_json(const PageContents& contents, const PageRecords& records) {
  const std::vector<Report>& reports = contents.reports;
  const std::vector<Leaderboard> boards = leaderboards(reports);
  const Leaderboard* const first = first_to_show(boards);
  Json papers = Json::array(), all = Json::array(), ranked = Json::array(), across = Json::array();
  for (const PagePaper& paper : contents.papers) papers.push_back(paper_json(paper));
  for (const Report& report : reports) all.push_back(report_json(report, records));
  for (const Leaderboard& board : boards) ranked.push_back(leaderboard_json(board, records));
  for (const Figure& figure : contents.across) across.push_back(figure_json(figure, records));
  return {{"papers", std::move(papers)},
          {"legend_of_claims", legend_of_claims()},
          {"reports", std::move(all)},
          {"across", std::move(across)},
          {"leaderboards", std::move(ranked)},
          {"first_leaderboard", first == nullptr ? 0 : first - boards.data()},
          {"origin", {{"lines", lines_about(run_totals(reports))}, {"command", redo_command(reports)}}},
          {"records", records.size()},
          {"left_out", all_left_out(reports)}};
}

Json figure_json(const Figure& figure, const PageRecords& records) {
  Json panels = Json::array();
  for (const Panel& panel : figure.panels) {
    const AxisScale x = scale_x(panel, most_tick_labels), y = scale_y(panel, most_tick_labels);
    const std::vector<double> moved = dodges(panel, x, y);
    Json series = Json::array();
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
      series.push_back(series_json(panel.series[i], records));
      series.back()["dodge"] = moved[i];
    }
    panels.push_back({{"title", panel.title},
                      {"dataset", panel.dataset},
                      {"x", axis_json(panel.x.label, x)},
                      {"y", axis_json(panel.y.label, y)},
                      {"series", std::move(series)}});
  }
  return {{"name", figure.name},       {"number", figure.number},       {"title", figure.title},
          {"caption", figure.caption}, {"columns", figure.columns},     {"missing", figure.missing},
          {"panels", panels},          {"styles", styles_json(figure)}, {"alt", alternative_text(figure)}};
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
          {"paper", report.paper},
          {"experiment", report.config.experiment},
          {"shows", name_of(report.shows)},
          {"beside", report.beside_citation},
          {"banners", banners},
          {"legend", document.legend},
          {"tables", tables},
          {"notes", notes},
          {"figures", figures},
          {"groups", groups},
          {"csv", csv_text(report.results)}};
}

}  // namespace sketchbench
