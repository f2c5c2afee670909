#include <sketchbench/features/external/program_map.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <mutex>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/features/external/map_program.hpp>

namespace sketchbench {
namespace {

static_assert(std::endian::native == std::endian::little, "blocks are sent as they are in memory");

/// Bytes of a block's values, in either direction, unless one row has more.
constexpr double most_block_bytes = 4e6;
constexpr Index most_rows_of_block = 4096;
constexpr Index most_kernel_rows = 1024;  // of either side: 8 MB of values

Index rows_at_once(Index width) {
  return std::clamp<Index>(
      static_cast<Index>(most_block_bytes / (sizeof(float) * static_cast<double>(std::max<Index>(width, 1)))),
      1, most_rows_of_block);
}

template <class T>
void append(std::string& to, const T* values, std::size_t count) {
  if (count > 0) to.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

void append_dense(std::string& to, const Rows& rows) {
  std::vector<float> row(static_cast<std::size_t>(rows.dim()));
  for (Index i = 0; i < rows.size(); ++i) {
    if (rows.is_sparse()) {
      std::ranges::fill(row, 0.0f);
      rows.for_each_nonzero(i, [&](Index j, float value) { row[static_cast<std::size_t>(j)] = value; });
      append(to, row.data(), row.size());
    } else {
      append(to, rows.dense_row(i).data(), row.size());
    }
  }
}

/// Row offsets from 0, then all column numbers, then all values.
void append_csr(std::string& to, const Rows& rows) {
  std::vector<std::int64_t> start = {0};
  for (Index i = 0; i < rows.size(); ++i)
    start.push_back(start.back() + static_cast<std::int64_t>(rows.sparse_row(i).column.size()));
  append(to, start.data(), start.size());
  for (Index i = 0; i < rows.size(); ++i) {
    const auto column = rows.sparse_row(i).column;
    append(to, column.data(), column.size());
  }
  for (Index i = 0; i < rows.size(); ++i) {
    const auto value = rows.sparse_row(i).value;
    append(to, value.data(), value.size());
  }
}

/// A header, {"map": 100} or {"map": 100, "nnz": 1234}, and the rows.
std::string block_text(const char* what, const Rows& rows, bool csr) {
  const bool sparse = csr && rows.is_sparse();
  Json header = {{what, rows.size()}};
  if (sparse) header["nnz"] = rows.stored();
  std::string text = json_text(header) + "\n";
  if (sparse)
    append_csr(text, rows);
  else
    append_dense(text, rows);
  return text;
}

/// Counts the time in which its owner waits for another process.
class Waiting {
 public:
  explicit Waiting(ChildUsage& processes) : processes_(processes) {}
  ~Waiting() { processes_.waited(timer_.elapsed().wall); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  ChildUsage& processes_;
  Timer timer_;
};

class ProgramMap final : public FeatureMap, public OwnKernel {
 public:
  ProgramMap(const MapRequest& request, std::unique_ptr<MapProgram> program, bool csr, Index d_out)
      : FeatureMap(request.d_in, d_out), map_(request.external), program_(std::move(program)), csr_(csr) {}

  /// Blocks go to the program one after the other: it shares their rows among `threads` itself, as it was
  /// told.
  void transform(const Rows& x, MatrixRef z, int /*threads*/) const override {
    check_shapes(x, z);
    const std::lock_guard lock(mutex_);
    const Waiting waiting(*map_->processes);
    const Index block = rows_at_once(std::max(d_in(), d_out()));
    for (Index begin = 0; begin < x.size(); begin += block) {
      const Index end = std::min(x.size(), begin + block);
      map_block(x.slice(begin, end), z.slice(begin, end));
    }
  }

  /// A pair of blocks at a time.
  void own_kernel(const Rows& x, const Rows& y, std::span<double> values) const override {
    const std::lock_guard lock(mutex_);
    const Waiting waiting(*map_->processes);
    const Index block = std::min(rows_at_once(d_in()), most_kernel_rows);
    std::vector<double> part;
    for (Index i = 0; i < x.size(); i += block)
      for (Index j = 0; j < y.size(); j += block) {
        const Rows from = x.slice(i, std::min(x.size(), i + block)),
                   with = y.slice(j, std::min(y.size(), j + block));
        part.resize(static_cast<std::size_t>(from.size() * with.size()));
        kernel_block(from, with, i, j, part);
        for (Index row = 0; row < from.size(); ++row)
          std::copy_n(part.begin() + row * with.size(), with.size(),
                      values.begin() + (i + row) * y.size() + j);
      }
  }

  std::size_t memory_bytes() const override { return static_cast<std::size_t>(map_->memory_bytes); }

 private:
  /// `first_x`, `first_y`: which rows of all the blocks begin with.
  void kernel_block(const Rows& x, const Rows& y, Index first_x, Index first_y,
                    std::span<double> values) const {
    MapProgram& program = *program_;
    program.now(
        fmt::format("when it was asked for its own kernel of {} and {} (docs/guides/external-maps.md)",
                    plural(x.size(), "row"), y.size()));
    program.require_quiet();
    program.send(block_text("kernel", x, csr_) + block_text("with", y, csr_));
    const auto [rows, columns] = program.answer([](StrictObject& object) {
      const Index n = object.integer("kernel", 0, INT64_MAX);
      return std::pair(n, object.integer("with", 0, INT64_MAX));
    });
    if (rows != x.size() || columns != y.size())
      program.fail(
          fmt::format("answered {} x {} values, expected {} x {}", rows, columns, x.size(), y.size()));
    program.receive(values.data(), values.size_bytes());
    try {
      require_finite_kernel(fmt::format("the map \"{}\"", map_->kind.name), values, columns, first_x,
                            first_y);
    } catch (const Error& error) {
      program.fail(fmt::format("has no such kernel: {}", error.what()));
    }
    program.require_quiet();
  }

  void map_block(const Rows& x, const MatrixRef& z) const {
    MapProgram& program = *program_;
    program.now(fmt::format("when it was asked for the features of {}", plural(x.size(), "row")));
    program.require_quiet();
    program.send(block_text("map", x, csr_));
    const auto [rows, columns] = program.answer([](StrictObject& object) {
      const Index n = object.integer("features", 0, INT64_MAX);
      return std::pair(n, object.integer("d_out", 0, INT64_MAX));
    });
    if (rows != x.size() || columns != d_out())
      program.fail(
          fmt::format("answered {} x {} features, expected {} x {}", rows, columns, x.size(), d_out()));
    const auto row_bytes = sizeof(float) * static_cast<std::size_t>(d_out());
    if (z.stride == d_out())
      program.receive(z.data, static_cast<std::size_t>(rows) * row_bytes);
    else
      for (Index i = 0; i < rows; ++i) program.receive(z.row(i), row_bytes);
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < columns; ++j)
        if (!std::isfinite(z.row(i)[j]))
          program.fail(
              fmt::format("answered {} as feature {} of row {} of the block, expected a finite number",
                          z.row(i)[j], j + 1, i + 1));
    program.require_quiet();
  }

  std::shared_ptr<const ExternalMap> map_;
  std::unique_ptr<MapProgram> program_;
  bool csr_;
  mutable std::mutex mutex_;
};

struct Wishes {
  bool fit = false;  ///< the training rows
  bool csr = false;  ///< sparse rows as they are
};

Wishes read_wishes(StrictObject& object) {
  const Index version = object.integer("sketchbench_map", 0, INT32_MAX);
  if (version != map_protocol_version)
    object.fail("sketchbench_map", fmt::format("{}, the version of the protocol", map_protocol_version));
  return {.fit = object.boolean_or("fit", false), .csr = object.boolean_or("csr", false)};
}

void send_training_rows(MapProgram& program, const Rows& train, bool csr) {
  program.now(fmt::format("when it was told {}", plural(train.size(), "training row")));
  if (train.size() == 0) program.fail("asked for training rows, and there are none");
  const Index block = rows_at_once(train.dim());
  for (Index begin = 0; begin < train.size(); begin += block)
    program.send(block_text("train", train.slice(begin, std::min(train.size(), begin + block)), csr));
}

}  // namespace

std::unique_ptr<FeatureMap> make_program_map(const MapRequest& request, const Rows& train) {
  const ExternalMap& map = *request.external;
  const Waiting waiting(*map.processes);
  auto program = std::make_unique<MapProgram>(map);
  Json header = external_header(request);
  header["sketchbench_map"] = map_protocol_version;
  program->now("when it was told what map is asked for");
  program->send(json_text(header) + "\n");
  const Wishes wishes = program->answer(read_wishes);
  if (wishes.fit) send_training_rows(*program, train, wishes.csr);
  const Index d_out =
      program->answer([](StrictObject& object) { return object.integer("d_out", 0, INT64_MAX); });
  try {
    require_external_d_out(fmt::format("the map \"{}\"", map.kind.name), d_out, request);
  } catch (const Error& error) {
    program->fail(fmt::format("has a wrong shape: {}", error.what()));
  }
  return std::make_unique<ProgramMap>(request, std::move(program), wishes.csr, d_out);
}

}  // namespace sketchbench
