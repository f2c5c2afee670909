#include <sketchbench/report/record_fields.hpp>

#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

const Json* at(const Record& record, const std::string& pointer) {
  const Json::json_pointer path(pointer);
  return record.json.contains(path) ? &record.json.at(path) : nullptr;
}

}  // namespace

std::string text_of(const Record& record, const std::string& pointer) {
  const Json* value = at(record, pointer);
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

double number_of(const Record& record, const std::string& pointer, double fallback) {
  const Json* value = at(record, pointer);
  return value != nullptr && value->is_number() ? value->get<double>() : fallback;
}

bool flag_of(const Record& record, const std::string& pointer, bool fallback) {
  const Json* value = at(record, pointer);
  return value != nullptr && value->is_boolean() ? value->get<bool>() : fallback;
}

bool same_as_paper(const Record& record) { return flag_of(record, "/data/same_as_paper", true); }
bool converged(const Record& record) { return flag_of(record, "/learner/converged", true); }
std::string started(const Record& record) { return text_of(record, "/run/started"); }

}  // namespace sketchbench
