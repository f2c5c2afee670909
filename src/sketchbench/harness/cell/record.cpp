#include <sketchbench/harness/cell/record.hpp>

#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

double phase_seconds(const Json& json, const std::string& phase, const char* clock) {
  const auto seconds = json.find("seconds");
  if (seconds == json.end()) return 0;
  const auto found = seconds->find(phase);
  return found == seconds->end() ? 0 : found->value(clock, 0.0);
}

}  // namespace

double Record::cpu_seconds(const std::string& phase) const { return phase_seconds(json, phase, "cpu"); }
double Record::wall_seconds(const std::string& phase) const { return phase_seconds(json, phase, "wall"); }
double Record::peak_rss_bytes() const { return json.value("peak_rss_bytes", 0.0); }

std::optional<double> Record::other_process_peak_bytes() const {
  const Json::json_pointer place("/result/in_another_process");
  return json.contains(place) ? std::optional(json.at(place).value("peak_rss_bytes", 0.0)) : std::nullopt;
}

}  // namespace sketchbench
