#include <sketchbench/report/provenance/provenance.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/system/build_revision.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/record_fields.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

/// Their keys.
std::set<std::string> names_in(const std::map<std::string, std::vector<std::string>>& subjects) {
  std::set<std::string> names;
  for (const auto& [name, of] : subjects) names.insert(name);
  return names;
}

/// "AMD EPYC (TS, RM published); not recorded (exact)".
std::string list_of(const std::map<std::string, std::vector<std::string>>& subjects) {
  std::vector<std::string> parts;
  for (const auto& [name, of] : subjects)
    parts.push_back(fmt::format("{} ({})", name_of_origin(name), fmt::join(of, ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

void add_once(std::vector<std::string>& to, const std::string& subject) {
  if (std::ranges::find(to, subject) == to.end()) to.push_back(subject);
}

}  // namespace

RunOrigin origin_of(const Record& record) {
  RunOrigin origin{.processor = text_of(record, "/run/host/cpu"),
                   .instruction_set = text_of(record, "/run/instruction_set"),
                   .revision = ""};
  if (const std::string model = text_of(record, "/run/host/cpu_model"); !model.empty())
    origin.processor += fmt::format(" ({})", model);
  // Times of several processes compare with those of as many alone.
  if (const double ranks = number_of(record, "/run/ranks", 1); ranks > 1)
    origin.processor += fmt::format(", {} ranks", ranks);
  if (const std::string commit = text_of(record, "/run/revision"); !commit.empty())
    origin.revision = revision_text(commit, flag_of(record, "/run/dirty", false));
  return origin;
}

std::string name_of_origin(const std::string& text) { return text.empty() ? "not recorded" : text; }

Provenance::Provenance(const RunGroupPointers& groups) {
  for (const RunGroup* group : groups) add(*group, method_short(*group));
}

void Provenance::add(const Record& record, const std::string& subject) {
  const RunOrigin origin = origin_of(record);
  add_once(processors_[origin.processor], subject);
  add_once(instruction_sets_[origin.instruction_set], subject);
  add_once(revisions_[origin.revision], subject);
}

void Provenance::add(const RunGroup& group, const std::string& subject) {
  for (const Record& record : group.done) add(record, subject);
}

void Provenance::add(const Provenance& more) {
  for (SubjectsOf Provenance::*fact :
       {&Provenance::processors_, &Provenance::instruction_sets_, &Provenance::revisions_})
    for (const auto& [name, subjects] : more.*fact)
      for (const std::string& subject : subjects) add_once((this->*fact)[name], subject);
}

std::set<std::string> Provenance::processors() const { return names_in(processors_); }
std::set<std::string> Provenance::instruction_sets() const { return names_in(instruction_sets_); }
std::set<std::string> Provenance::revisions() const { return names_in(revisions_); }

std::vector<std::string> Provenance::lines() const {
  std::vector<std::string> lines;
  if (processors_.size() > 1)
    lines.push_back(fmt::format(
        "Times are of {} processors; no ratio and no exponent is made of times of different ones: {}.",
        processors_.size(), list_of(processors_)));
  if (instruction_sets_.size() > 1)
    lines.push_back(fmt::format("Times are of code for {} instruction sets: {}.", instruction_sets_.size(),
                                list_of(instruction_sets_)));
  if (revisions_.size() > 1)
    lines.push_back(
        fmt::format("Times are of {} revisions of the program: {}.", revisions_.size(), list_of(revisions_)));
  return lines;
}

std::string Provenance::sentences() const {
  std::string text;
  for (const std::string& line : lines()) text += " " + line;
  return text;
}

bool of_one_processor(const RunGroupPointers& groups) { return Provenance(groups).of_one_processor(); }

}  // namespace sketchbench
