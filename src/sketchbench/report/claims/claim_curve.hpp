#pragma once
#include <map>
#include <string>
#include <vector>

#include <sketchbench/report/claims/claim_rows.hpp>
#include <sketchbench/report/provenance/provenance.hpp>

namespace sketchbench {

/// What a map with l features did in each run: seeds of a configuration, or the maps that a cell draws
/// itself.
struct CurvePoint {
  double l = 0;
  std::map<int, double> value = {};  ///< of the claim's quantity, by the number of the run
  double cost = 0;                   ///< mean of ClaimNumber::cost; 0 where it is not given
  double less = 0;                   ///< mean of ClaimNumber::less, likewise
};

/// A map's numbers on one sample of rows against the number of features.
struct ClaimCurve {
  std::string sample;          ///< tells the rows and the kernel: the same for curves that can be compared
  std::string title;           ///< of the sample, for people
  Index columns = 0;           ///< of the data set; 0 without any record
  std::string method;          ///< with what tells it from its namesakes in the configuration
  LearnerSpec learner;         ///< of none where nothing is trained
  ParameterValues parameters;  ///< of the map, with the defaults of those that are not given
  bool simulated = false, reduced = false;
  std::vector<CurvePoint> points;  ///< by ascending l: those that have been run
  int looks = 1;                   ///< most of its points' (ClaimRows::looks_at())
  int asked = 0;                   ///< points that the configurations ask for
  int skipped = 0;     ///< those of them that were skipped: their data or memory for them is not available
  std::string reason;  ///< why one is not there; empty where all are
  Provenance times;    ///< where they come from, by the method
};

/// Those of the claim's methods and others along D, on the data sets, kernels and D that it is about; what
/// several configurations have of one method and sample is one curve. In the configurations' order.
/// InputError where what would be one curve has two learners or parameters of the map.
std::vector<ClaimCurve> claim_curves(const ClaimRows& rows);

/// The values of a row by the number of the run: its seed where each run is a cell of its own.
std::map<int, double> values_by_run(const ResultRow& row, std::size_t place);

/// A row's map parameters with the defaults of those that are not given, from its first record; null without.
ParameterValues map_parameters_of(const RunGroup& group);

}  // namespace sketchbench
