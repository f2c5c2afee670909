#include <sketchbench/features/external/plugin_map.hpp>

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <limits>
#include <string_view>

#include <sketchbench/features/external/sketchbench_plugin.h>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/core/threads.hpp>

namespace sketchbench {

const int plugin_abi_version = SKETCHBENCH_PLUGIN_ABI;

namespace {

constexpr Index rows_of_plugin_block = 256;

using Functions = sketchbench_plugin_functions;

std::string called(const ExternalMap& map) {
  return fmt::format("the map \"{}\" ({})", map.kind.name, map.file.string());
}

/// A library in C++ may throw where the interface has no place for it.
template <class Call>
auto guarded(const ExternalMap& map, std::string_view function, Call&& call) {
  const auto fail = [&](const std::string& what) -> Error {
    return Error(fmt::format("{}: its {}() threw an exception{}; expected a result that says so", called(map),
                             function, what));
  };
  try {
    return call();
  } catch (const std::exception& error) {
    throw fail(fmt::format(": {}", printable(error.what())));
  } catch (...) {
    throw fail("");
  }
}

struct Library {
  const Functions& functions;
  decltype(&sketchbench_plugin_kernel) kernel;  ///< null unless it is to answer one of its own
};

/// The library stays loaded until the process ends: threads of its own may still run in it.
Library load(const ExternalMap& map) {
  void* const library = ::dlopen(map.file.c_str(), RTLD_NOW | RTLD_LOCAL);
  const auto why = [] {
    const char* const text = ::dlerror();
    return printable(text == nullptr ? "no reason is known" : text);
  };
  if (library == nullptr) throw Error(fmt::format("{} cannot be loaded: {}", called(map), why()));
  using Entry = const Functions* (*)();
  const auto entry = reinterpret_cast<Entry>(::dlsym(library, "sketchbench_plugin"));
  if (entry == nullptr)
    throw Error(fmt::format("{} has no function sketchbench_plugin: {}", called(map), why()));
  const Functions* const functions = guarded(map, "sketchbench_plugin", entry);
  if (functions == nullptr) throw Error(fmt::format("{} gave no functions", called(map)));
  // Nothing else of it is known until its version is.
  if (functions->abi_version != SKETCHBENCH_PLUGIN_ABI)
    throw Error(
        fmt::format("{} is for version {} of the plug-in interface, expected {}: compile it with this "
                    "program's sketchbench_plugin.h",
                    called(map), functions->abi_version, SKETCHBENCH_PLUGIN_ABI));
  if (functions->create == nullptr || functions->d_out == nullptr || functions->transform == nullptr ||
      functions->destroy == nullptr)
    throw Error(fmt::format("{} lacks one of create, d_out, transform and destroy", called(map)));
  if (map.own_kernel.empty()) return {*functions, nullptr};
  const auto kernel =
      reinterpret_cast<decltype(&sketchbench_plugin_kernel)>(::dlsym(library, "sketchbench_plugin_kernel"));
  if (kernel == nullptr)
    throw Error(
        fmt::format("{} has no function sketchbench_plugin_kernel, which \"own_kernel\" is answered "
                    "by: {}",
                    called(map), why()));
  return {*functions, kernel};
}

sketchbench_rows rows_for_plugin(const Rows& rows) {
  sketchbench_rows view{};
  view.n = rows.size();
  view.d = rows.dim();
  if (rows.is_sparse()) {
    view.row_start = rows.row_start();
    view.column = rows.columns();
    view.value = rows.values();
  } else {
    view.dense = rows.values();
    view.stride = rows.stride();
  }
  return view;
}

/// A map of the library, destroyed once.
class PluginHandle {
 public:
  PluginHandle(const ExternalMap& map, const MapRequest& request) : library_(load(map)) {
    std::array<char, 1024> reason{};
    map_ = guarded(map, "create", [&] {
      return functions().create(json_text(external_header(request)).c_str(), reason.data(), reason.size());
    });
    reason.back() = '\0';
    if (map_ == nullptr)
      throw Error(fmt::format("{} cannot be made: {}", called(map),
                              reason[0] == '\0' ? "no reason is given" : printable(reason.data())));
  }
  ~PluginHandle() {
    try {
      functions().destroy(map_);
    } catch (...) {  // its results are there by now
    }
  }
  PluginHandle(const PluginHandle&) = delete;
  PluginHandle& operator=(const PluginHandle&) = delete;

  const Functions& functions() const { return library_.functions; }
  auto kernel() const { return library_.kernel; }
  void* map() const { return map_; }

  void require_success(int result, std::string_view action, const ExternalMap& map) const {
    if (result == 0) return;
    const char* const text = functions().error == nullptr ? nullptr : functions().error(map_);
    throw Error(fmt::format(
        "{} cannot {}: {}", called(map), action,
        text == nullptr || *text == '\0' ? fmt::format("it returned {}", result) : printable(text)));
  }

 private:
  Library library_;
  void* map_ = nullptr;
};

class PluginMap final : public FeatureMap, public OwnKernel {
 public:
  PluginMap(const MapRequest& request, std::unique_ptr<PluginHandle> handle, Index d_out)
      : FeatureMap(request.d_in, d_out), map_(request.external), handle_(std::move(handle)) {}

  void transform(const Rows& x, MatrixRef z, int threads) const override {
    check_shapes(x, z);
    parallel_blocks(x.size(), rows_of_plugin_block, threads, [&](Index begin, Index end) {
      const sketchbench_rows rows = rows_for_plugin(x.slice(begin, end));
      const MatrixRef block = z.slice(begin, end);
      // What it does not write is no feature, and no number that happened to be there.
      for (Index i = 0; i < block.n; ++i)
        std::fill_n(block.row(i), block.d, std::numeric_limits<float>::quiet_NaN());
      const int result = guarded(*map_, "transform", [&] {
        return handle_->functions().transform(handle_->map(), &rows, block.data, block.stride);
      });
      handle_->require_success(result, "map rows", *map_);
      require_finite(block, begin, fmt::format("rows mapped by {}", called(*map_)),
                     "see that its transform() writes every feature");
    });
  }

  void own_kernel(const Rows& x, const Rows& y, std::span<double> values) const override {
    const sketchbench_rows from = rows_for_plugin(x), with = rows_for_plugin(y);
    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
    const int result = guarded(*map_, "sketchbench_plugin_kernel", [&] {
      return handle_->kernel()(handle_->map(), &from, &with, values.data());
    });
    handle_->require_success(result, "answer its own kernel", *map_);
    require_finite_kernel(called(*map_), values, y.size());
  }

  std::size_t memory_bytes() const override { return static_cast<std::size_t>(map_->memory_bytes); }

 private:
  std::shared_ptr<const ExternalMap> map_;
  std::unique_ptr<PluginHandle> handle_;
};

}  // namespace

void require_plugin(const ExternalMap& map) { static_cast<void>(load(map)); }

std::unique_ptr<FeatureMap> make_plugin_map(const MapRequest& request, const Rows& train) {
  const ExternalMap& map = *request.external;
  auto handle = std::make_unique<PluginHandle>(map, request);
  if (const auto fit = handle->functions().fit; fit != nullptr) {
    const sketchbench_rows rows = rows_for_plugin(train);
    handle->require_success(guarded(map, "fit", [&] { return fit(handle->map(), &rows); }),
                            "look at the training rows", map);
  }
  const Index d_out = guarded(map, "d_out", [&] { return handle->functions().d_out(handle->map()); });
  require_external_d_out(called(map), d_out, request);
  return std::make_unique<PluginMap>(request, std::move(handle), d_out);
}

}  // namespace sketchbench
