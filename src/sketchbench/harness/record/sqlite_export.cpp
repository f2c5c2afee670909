#include <sketchbench/harness/record/sqlite_export.hpp>

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/host_identity.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* schema = R"(
CREATE TABLE cells (
  id TEXT PRIMARY KEY, status TEXT NOT NULL, error TEXT, experiment TEXT NOT NULL, dataset TEXT NOT NULL,
  split TEXT, kernel TEXT NOT NULL, method TEXT NOT NULL, D INTEGER, seed INTEGER, learner TEXT,
  method_parameters TEXT, parameters TEXT, started TEXT, processor TEXT, instruction_set TEXT, revision TEXT,
  jobs INTEGER, record TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE quantities (
  cell TEXT NOT NULL REFERENCES cells (id), name TEXT NOT NULL, position INTEGER NOT NULL, value REAL NOT NULL,
  PRIMARY KEY (cell, name, position)) WITHOUT ROWID;
)";
constexpr std::string_view first_bytes = "SQLite format 3";

struct Closer {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

class Database {
 public:
  explicit Database(const fs::path& file) : file_(file) {
    sqlite3* opened = nullptr;
    const int code =
        sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    database_.reset(opened);
    check(code);
  }
  void run(const char* statement) {
    check(sqlite3_exec(database_.get(), statement, nullptr, nullptr, nullptr));
  }
  void check(int code) const {
    if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW)
      throw Error(fmt::format("cannot write {}: {}", file_.string(),
                              database_ ? sqlite3_errmsg(database_.get()) : sqlite3_errstr(code)));
  }
  sqlite3* get() const { return database_.get(); }

 private:
  fs::path file_;
  std::unique_ptr<sqlite3, Closer> database_;
};

class Insertion {
 public:
  Insertion(const Database& database, const char* text) : database_(database) {
    sqlite3_stmt* made = nullptr;
    database.check(sqlite3_prepare_v2(database.get(), text, -1, &made, nullptr));
    statement_.reset(made);
  }
  Insertion& operator<<(const std::optional<std::string>& text) {
    database_.check(text ? sqlite3_bind_text(statement_.get(), ++place_, text->c_str(),
                                             static_cast<int>(text->size()), SQLITE_TRANSIENT)
                         : sqlite3_bind_null(statement_.get(), ++place_));
    return *this;
  }
  Insertion& operator<<(std::optional<std::int64_t> number) {
    database_.check(number ? sqlite3_bind_int64(statement_.get(), ++place_, *number)
                           : sqlite3_bind_null(statement_.get(), ++place_));
    return *this;
  }
  Insertion& operator<<(double number) {
    database_.check(sqlite3_bind_double(statement_.get(), ++place_, number));
    return *this;
  }
  void insert() {
    database_.check(sqlite3_step(statement_.get()));
    sqlite3_reset(statement_.get());
    place_ = 0;
  }

 private:
  const Database& database_;
  std::unique_ptr<sqlite3_stmt, Closer> statement_;
  int place_ = 0;
};

std::optional<std::string> text_at(const Json& json, const char* pointer) {
  const Json::json_pointer at(pointer);
  return json.contains(at) && json.at(at).is_string() ? std::optional(json.at(at).get<std::string>())
                                                      : std::nullopt;
}

std::optional<std::string> text_of(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json_text(json));
}

std::optional<std::int64_t> whole(std::optional<std::uint64_t> number) {
  return number ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

/// Numbers and truth values below a key, by their path: "result.accuracy", "seconds.map.cpu".
std::size_t add_numbers(Insertion& to, const std::string& cell, const std::string& name, const Json& json,
                        std::int64_t position) {
  std::size_t added = 0;
  if (json.is_object()) {
    for (const auto& [key, value] : json.items())
      added += add_numbers(to, cell, fmt::format("{}.{}", name, key), value, position);
  } else if (json.is_array()) {
    // One of lists is of the outer one's places, each with its inner ones behind the name.
    for (std::size_t i = 0; i < json.size(); ++i)
      added += json[i].is_structured() ? add_numbers(to, cell, fmt::format("{}.{}", name, i), json[i], 0)
                                       : add_numbers(to, cell, name, json[i], static_cast<std::int64_t>(i));
  } else if (json.is_number() || json.is_boolean()) {
    const double value = json.is_boolean() ? (json.get<bool>() ? 1.0 : 0.0) : json.get<double>();
    (to << cell << name << std::optional(position) << value).insert();
    ++added;
  }
  return added;
}

void add_cell(Insertion& to, const Record& record) {
  const Cell& cell = record.cell;
  const Json& json = record.json;
  std::optional<std::int64_t> jobs;
  if (const Json::json_pointer at("/run/jobs"); json.contains(at)) jobs = json.at(at).get<std::int64_t>();
  to << record.id << record.status << text_at(json, "/error") << cell.experiment << cell.dataset.name
     << text_at(json, "/data/split") << cell.kernel.display() << cell.method
     << std::optional<std::int64_t>(cell.D) << whole(cell.seed) << text_of(cell.learner.to_json())
     << text_of(cell.map_parameters) << text_of(cell.parameters) << text_at(json, "/run/started")
     << text_at(json, "/run/host/cpu") << text_at(json, "/run/instruction_set")
     << text_at(json, "/run/revision") << jobs << json_text(json);
  to.insert();
}

std::size_t fill(const std::vector<Record>& records, const fs::path& file) {
  Database database(file);
  database.run("PRAGMA journal_mode = OFF");  // an export that is cut off is thrown away
  database.run("BEGIN");
  database.run(schema);
  std::size_t count = 0;
  {
    Insertion cells(
        database,
        "INSERT INTO cells VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19)");
    Insertion quantities(database, "INSERT INTO quantities VALUES (?1,?2,?3,?4)");
    for (const Record& record : records) {
      add_cell(cells, record);
      for (const char* part : {"result", "seconds", "learner", "data", "peak_rss_bytes"})
        if (record.json.contains(part))
          count += add_numbers(quantities, record.id, part, record.json.at(part), 0);
    }
  }
  database.run("COMMIT");
  return count;
}

}  // namespace

std::size_t export_sqlite(const std::vector<Record>& records, const fs::path& file) {
  std::error_code unknown;
  if (fs::exists(file, unknown)) {
    std::string begin(first_bytes.size(), '\0');
    std::ifstream(file).read(begin.data(), static_cast<std::streamsize>(begin.size()));
    if (!fs::is_regular_file(file, unknown) || (fs::file_size(file, unknown) > 0 && begin != first_bytes))
      throw InputError(
          fmt::format("{}: is there and no SQLite database, which it would be replaced by", file.string()));
  }
  fs::path part = file;
  part += "." + random_hex(8) + ".part";
  try {
    const std::size_t count = fill(records, part);
    if (::rename(part.c_str(), file.c_str()) != 0) fail_system("write", file, errno);
    return count;
  } catch (const Error&) {
    ::unlink(part.c_str());
    throw;
  }
}

}  // namespace sketchbench
