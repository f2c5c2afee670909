#pragma once
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <sketchbench/core/system/child_usage.hpp>
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {

/// A map that somebody else has written, as a configuration names it: a program that speaks the protocol of
/// docs/guides/external-maps.md, or a shared library with the functions of
/// features/external/sketchbench_plugin.h.
struct ExternalMap {
  enum class Form { program, plugin };
  Form form = Form::program;
  /// What is known of it as of any other map. Its members ask a request for the ExternalMap itself
  /// (MapRequest::external).
  FeatureMapKind kind = {};
  std::string sha256 = {};                ///< of what it is made of: part of a cell's description
  std::vector<std::string> command = {};  ///< of a program: its words, with whole paths where they name files
  std::filesystem::path file = {};        ///< the program to start, or the library
  std::string own_kernel = {};            ///< what people call the kernel that it answers itself; empty: none
  Index features_per_D = 1;               ///< d_out is at most that times D
  double memory_bytes = default_memory;   ///< for the plan
  /// A program that for so long neither reads nor writes while something is asked of it has failed.
  double silence_limit_s = default_silence_limit;
  /// Counts the programs that were started; never null.
  std::shared_ptr<ChildUsage> processes = std::make_shared<ChildUsage>();

  static constexpr double default_memory = 500e6;
  static constexpr double default_silence_limit = 600;
};

/// What such a map is besides where it answers a kernel of its own.
class OwnKernel {
 public:
  virtual ~OwnKernel() = default;

  /// k(x_i, y_j) of every pair, row by row, n_x * n_y values, all of them finite; Error where it fails. For
  /// one thread at a time.
  virtual void own_kernel(const Rows& x, const Rows& y, std::span<double> values) const = 0;

 protected:
  OwnKernel() = default;
  OwnKernel(const OwnKernel&) = default;
  OwnKernel& operator=(const OwnKernel&) = default;
};

/// How configurations and descriptions call it: "external" or "plugin".
std::string_view name_of(ExternalMap::Form form);

/// The kind of an external map: it takes every kernel, has any parameters and at most features_per_D D
/// features.
FeatureMapKind external_kind(std::string name, ExternalMap::Form form);

/// What it is told before anything else, by either form:
///   {"d_in":, "D":, "kernel": {...}, "seed":, "parameters": {...}, "n_train":, "threads":}
/// and "own_kernel" where it is to answer one.
Json external_header(const MapRequest& request);

/// Throws Error, which `who` begins, for a value of its own kernel that is not finite. `values`: row by row,
/// `columns` in each, the first of rows `first_x` and `first_y`, counted from 0.
void require_finite_kernel(const std::string& who, std::span<const double> values, Index columns,
                           Index first_x = 0, Index first_y = 0);

/// Throws Error unless 1 <= d_out <= features_per_D D. `who` begins the message.
void require_external_d_out(const std::string& who, Index d_out, const MapRequest& request);

}  // namespace sketchbench
