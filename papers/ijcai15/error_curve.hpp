#pragma once
#include <map>
#include <string>
#include <vector>

#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/report_sources.hpp>

namespace sketchbench::ijcai15 {

/// What a map with l features did in each run: independent maps of "gram_error", seeds of "regression".
struct CurvePoint {
  double l = 0;
  std::map<int, double> error;  ///< by the number of the run
  double seconds = 0;  ///< mean CPU time: of making the map and mapping, and of training where one is
};

/// A map's errors on one sample of rows against the number of features.
struct ErrorCurve {
  std::string sample;   ///< tells the rows: the same for curves that can be compared
  std::string dataset;  ///< its name
  std::string title;    ///< the data set's, for people
  Index columns = 0;    ///< of the data set; 0 without any record
  std::string kernel;   ///< as display() writes it
  std::string method;   ///< with what tells it from its namesakes in the configuration
  Json learner;         ///< null for "gram_error"
  Json parameters;      ///< of the map, with the defaults of those that are not given; null without a record
  bool quick = false, simulated = false;
  std::vector<CurvePoint> points;  ///< by ascending l: those that have been run
  int asked = 0;                   ///< points that the configurations ask for
  int skipped = 0;     ///< those of them that were skipped: their data or memory for them is not available
  std::string reason;  ///< why one is not there; empty where all are
  Provenance times;    ///< where they come from, by the method
};

/// Which number of a record is the error.
enum class ErrorOf {
  result,  ///< |K - GG^T| / |K|, or the relative RMSE
  gap      ///< of the training optimum: "gram_error" with "lambda"
};

/// The curves of all configurations, which are of the experiments "gram_error" or "regression"; what several
/// of them have of one method and sample is one curve. In the configurations' order. InputError for another
/// experiment, and where what would be one curve, or one comparison, has two kernels, learners or parameters
/// of the map.
std::vector<ErrorCurve> error_curves(const std::vector<Config>& configs, const ReportSources& sources,
                                     ErrorOf error);

}  // namespace sketchbench::ijcai15
