#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// Where a run's times were taken, and by what program. A text is empty where the record does not say: those
/// of earlier versions know of the processor's name alone.
struct RunOrigin {
  std::string processor;        ///< "AMD EPYC (family 25, model 17, stepping 1)"
  std::string instruction_set;  ///< "AVX-512"
  std::string revision;         ///< "735fe5e5fdb4, dirty"
};
RunOrigin origin_of(const Record& record);
/// The text, or "not recorded" for an empty one: for people and programs alike.
std::string name_of_origin(const std::string& text);

/// Where the times of a table, a figure or a comparison come from. Of times of
/// different processors no ratio is made and no exponent; of those of other instructions or revisions they
/// are, and what they are of is said.
class Provenance {
 public:
  Provenance() = default;
  /// Of all finished runs, under the short titles of their methods.
  explicit Provenance(const RunGroupPointers& groups);

  /// `subject`: what lines() call the run by, such as its method.
  void add(const Record& record, const std::string& subject);
  /// All of the group's finished runs.
  void add(const RunGroup& group, const std::string& subject);
  void add(const Provenance& more);

  /// Each once; one that is not known is empty, and counts as one.
  std::set<std::string> processors() const;
  std::set<std::string> instruction_sets() const;
  std::set<std::string> revisions() const;
  bool of_one_processor() const { return processors_.size() <= 1; }

  /// What is to be said below a table: a sentence each where there are several processors, several
  /// instruction sets or several revisions, with the subjects that each is of; nothing where all is of one.
  std::vector<std::string> lines() const;
  /// The same to follow a figure's caption, a blank before each sentence.
  std::string sentences() const;

 private:
  using SubjectsOf = std::map<std::string, std::vector<std::string>>;  ///< each once, in their order

  SubjectsOf processors_, instruction_sets_, revisions_;
};

/// Whether ratios and exponents may be made of the times of these finished runs.
bool of_one_processor(const RunGroupPointers& groups);

}  // namespace sketchbench
