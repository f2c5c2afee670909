#include "papers/kdd13/speed_ups.hpp"

#include <cmath>

#include "experiments/accuracy/published.hpp"

namespace sketchbench::kdd13 {
namespace {

constexpr double most_times_faster = 1e10;

Kernel kernel_of(StrictObject& table) {
  StrictObject keys = table.object("kernel");
  const Kernel kernel = Kernel::parse_short(keys);
  keys.finish();
  return kernel;
}

}  // namespace

double rounding_of(double factor) {
  double unit = 1;
  while (factor >= 10 * unit && std::fmod(factor, 10 * unit) == 0) unit *= 10;
  return unit / 2;
}

double map_seconds(const Record& record) { return record.cpu_seconds("map"); }
double train_seconds(const Record& record) { return record.cpu_seconds("train"); }
double total_seconds(const Record& record) { return map_seconds(record) + train_seconds(record); }

PublishedSpeedUps::PublishedSpeedUps(StrictObject table) : kernel_(kernel_of(table)) {
  static_cast<void>(table.has("meaning"));
  for (StrictObject& row : table.objects("rows")) {
    const auto times_faster = [&](const char* key) {
      return optional_number(row, key, 0, most_times_faster);
    };
    rows_.push_back({row.text("dataset"),
                     published_D(row),
                     {times_faster("rm_map"), times_faster("rm_train"), times_faster("exact")}});
    row.finish();
  }
  table.finish();
}

std::optional<PublishedSpeedUps> PublishedSpeedUps::read(const std::filesystem::path& file) {
  const Json json = read_json(file);
  StrictObject document(json, file.string());
  if (!document.has("table2")) return std::nullopt;
  return PublishedSpeedUps(document.object("table2"));
}

std::optional<SpeedUps> PublishedSpeedUps::find(std::string_view dataset, Index D) const {
  for (const Row& row : rows_)
    if (row.dataset == dataset && row.D == D) return row.values;
  return std::nullopt;
}

}  // namespace sketchbench::kdd13
