#include <sketchbench/data/manifest.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/data/fetch/download.hpp>
#include <sketchbench/data/manifest_parts.hpp>
#include <sketchbench/data/read/number.hpp>

namespace sketchbench {
namespace {

constexpr std::int64_t max_seed = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t longest_file_name = 200;
constexpr Index fewest_teacher_columns = 4;  // generate/poly_teacher.cpp
/// Of data sets and splits: both are in the names of prepared files, of their locks and temporary files.
constexpr std::size_t longest_name = 80;

/// What can be part of a path and stays in its folder: no slash, no control character (a zero byte would end
/// it), and short enough for what is appended to it.
bool is_file_name(std::string_view name, std::size_t longest) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  return !name.empty() && name.size() <= longest && name.front() != '.' &&
         name.find('/') == std::string_view::npos && std::none_of(name.begin(), name.end(), is_control);
}

std::vector<std::string> texts(StrictObject& object, std::string_view key) {
  const Json& list = object.raw(key);
  std::vector<std::string> result;
  if (list.is_array())
    for (const Json& item : list)
      if (item.is_string()) result.push_back(item.get<std::string>());
  if (!list.is_array() || result.size() != list.size()) object.fail(key, "a list [...] of texts");
  return result;
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

SourceFile parse_file(StrictObject file) {
  SourceFile result;
  result.name = file.text("name");
  // The name becomes a path below the mirror and the cache; it must not lead out of them.
  if (!is_file_name(result.name, longest_file_name))
    file.fail("name",
              fmt::format("a file name of at most {} characters, without a path and without a dot in front",
                          longest_file_name));
  result.sha256 = file.text("sha256");
  if (!is_sha256(result.sha256) && !result.digest_is_unknown())
    file.fail("sha256", fmt::format("64 lower-case hexadecimal digits, or \"{}\"", unknown_digest));
  result.bytes = file.integer_or("bytes", 0, 1, INT64_MAX);
  if (file.has("urls")) result.urls = texts(file, "urls");
  for (std::size_t i = 0; i < result.urls.size(); ++i)
    if (!is_allowed_address(result.urls[i]))
      throw InputError(fmt::format("{}, entry {}, is {}, expected {}", file.place("urls"), i + 1,
                                   in_quotes(result.urls[i]), expected_address));
  result.part = choose(file, "part",
                       std::array{Choice<std::string>{"train", "train"}, Choice<std::string>{"test", "test"},
                                  Choice<std::string>{"all", "all"}});
  result.format = parse_format(file.object("format"));
  // What is published at an address is what its publisher made; a file of one's own is as people have them.
  result.format.as_found = result.format.kind == FileFormat::Kind::libsvm && result.urls.empty();
  file.finish();
  return result;
}

PolyTeacherParams parse_poly_teacher(StrictObject& generator) {
  using Form = PolyTeacherParams::Form;
  PolyTeacherParams params;
  params.form = choose(
      generator, "form",
      std::array{Choice<Form>{"sparse_binary", Form::sparse_binary}, Choice<Form>{"dense", Form::dense}});
  params.n = generator.integer("rows", 2, max_rows);
  params.d = generator.integer("features", fewest_teacher_columns, max_columns);
  params.degree = static_cast<int>(generator.integer("degree", 1, 16));
  params.noise = generator.number("noise", 0, 0.5);
  return params;
}

PolyRegressionParams parse_poly_regression(StrictObject& generator) {
  PolyRegressionParams params;
  params.n = generator.integer("rows", 2, max_rows);
  params.d = generator.integer("features", fewest_teacher_columns, max_columns);
  params.degree = static_cast<int>(generator.integer("degree", 1, 16));
  params.noise = generator.number("noise", 0, 1e6);
  return params;
}

GisetteSimParams parse_gisette_sim(StrictObject& generator) {
  GisetteSimParams params;
  params.rows = generator.integer("rows", 2, max_rows);
  params.informative = generator.integer("informative", 1, max_columns / 2);
  params.probes = generator.integer("probes", 0, max_columns / 2);
  params.density = generator.number("density", 0, 1);
  return params;
}

UniformParams parse_uniform(StrictObject& generator) {
  UniformParams params;
  params.rows = generator.integer("rows", 2, max_rows);
  params.d = generator.integer("features", 1, max_columns);
  return params;
}

Generator parse_generator(StrictObject generator) {
  Generator result;
  enum class Type { poly_teacher, poly_regression, gisette_sim, uniform };
  const Type type = choose(
      generator, "type",
      std::array{Choice<Type>{"poly_teacher", Type::poly_teacher},
                 Choice<Type>{"poly_regression", Type::poly_regression},
                 Choice<Type>{"gisette_sim", Type::gisette_sim}, Choice<Type>{"uniform", Type::uniform}});
  if (type == Type::poly_teacher) {
    result.params = parse_poly_teacher(generator);
  } else if (type == Type::poly_regression) {
    result.params = parse_poly_regression(generator);
  } else if (type == Type::gisette_sim) {
    result.params = parse_gisette_sim(generator);
    result.images = generator.text("images");
  } else {
    result.params = parse_uniform(generator);
  }
  result.seed = static_cast<Seed>(generator.integer("seed", 0, max_seed));
  generator.finish();
  return result;
}

Json identity_of(const Json& source) {
  Json identity = source;
  if (identity.contains("files"))
    for (Json& file : identity["files"]) {
      file.erase("urls");
      file.erase("bytes");
    }
  return identity;
}

Source parse_source(StrictObject source) {
  Source result;
  result.name = source.text("name");
  result.same_as_paper = source.boolean_or("same_as_paper", true);
  if (source.has("files") == source.has("generator"))
    source.fail("files", "either \"files\" or a \"generator\"");
  if (source.has("generator")) {
    result.generator = parse_generator(source.object("generator"));
  } else {
    for (StrictObject& file : source.objects("files")) result.files.push_back(parse_file(std::move(file)));
    if (result.files.empty()) source.fail("files", "at least one file");
  }
  source.finish();
  result.identity = identity_of(source.json());
  return result;
}

SplitSpec parse_split(StrictObject split) {
  using Kind = SplitSpec::Kind;
  SplitSpec result;
  result.name = split.text("name");
  if (!is_file_name(result.name, longest_name) || result.name.find(' ') != std::string::npos)
    split.fail("name",
               fmt::format("a word without spaces and slashes, of at most {} characters", longest_name));
  result.kind = choose(split, "kind",
                       std::array{Choice<Kind>{"published", Kind::published},
                                  Choice<Kind>{"random", Kind::random}, Choice<Kind>{"last", Kind::last}});
  if (result.kind != Kind::published) {
    result.parts = texts(split, "parts");
    // A part named twice would put the same rows into training and testing.
    const std::set<std::string> distinct(result.parts.begin(), result.parts.end());
    if (result.parts.empty() || distinct.size() != result.parts.size())
      split.fail("parts", "the parts to draw from, each once, e.g. [\"train\", \"test\"]");
    if (result.kind == Kind::random) result.sample_rows = split.integer_or("sample_rows", 0, 2, max_rows);
    if (split.has("test_rows") == split.has("test_share"))
      split.fail("test_rows", "either \"test_rows\" or \"test_share\"");
    if (split.has("test_rows")) result.test_rows = split.integer("test_rows", 1, max_rows);
    if (split.has("test_share")) result.test_share = split.number("test_share", 0, 1);
    if (result.kind == Kind::random) result.seed = static_cast<Seed>(split.integer("seed", 0, max_seed));
  }
  split.finish();
  return result;
}

/// A title without blanks around it. It is shown in tables and figures, and marks that turn the direction of
/// writing would turn what stands beside it.
std::string parse_title(StrictObject& manifest, std::string_view key, std::string text) {
  constexpr std::string_view blanks = " \t\n\r";
  constexpr std::size_t longest_title = 200;
  constexpr std::array<std::string_view, 12> turning = {"\u200E", "\u200F", "\u202A", "\u202B",
                                                        "\u202C", "\u202D", "\u202E", "\u2066",
                                                        "\u2067", "\u2068", "\u2069", "\u061C"};
  if (text.empty()) return text;
  const auto begin = text.find_first_not_of(blanks);
  if (begin == std::string::npos) manifest.fail(key, "a text that is not blank");
  text = text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
  const auto characters =
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; });
  if (static_cast<std::size_t>(characters) > longest_title)
    throw InputError(fmt::format("{} has {} characters, expected at most {}", manifest.place(key), characters,
                                 longest_title));
  for (const std::string_view mark : turning)
    if (text.find(mark) != std::string::npos)
      throw InputError(fmt::format("{} has a mark that turns the direction of writing, expected none",
                                   manifest.place(key)));
  return text;
}

/// What reports show of a data set; no row depends on it, and so no record.
void parse_facts(StrictObject& manifest, Manifest& result) {
  result.title = parse_title(manifest, "title", manifest.text("title"));
  result.short_title =
      parse_title(manifest, "short_title",
                  manifest.text_or("short_title", result.title.empty() ? result.name : result.title));
  if (result.short_title.empty()) manifest.fail("short_title", "a text that is not empty");
  result.stands_for = manifest.text_or("stands_for", "");
  result.shares_rows_with = manifest.text_or("shares_rows_with", "");
  if (!manifest.has("look")) return;
  StrictObject look = manifest.object("look");
  result.look = Look{choose(look, "colour", all_colours), choose(look, "symbol", all_symbols)};
  look.finish();
}

}  // namespace

bool Manifest::any_columns() const {
  const auto& generator = sources.front().generator;
  return generator && std::holds_alternative<UniformParams>(generator->params);
}

SplitSpec Manifest::split(const DatasetRequest& request) const {
  SplitSpec wanted = split(std::string_view(request.split));
  if (!request.split_seed) return wanted;
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("split_seed of {} is {}, but its split \"{}\" {}", name, *request.split_seed,
                                 wanted.name, why));
  };
  if (wanted.kind != SplitSpec::Kind::random) refuse("is given; only one that is drawn at random has a seed");
  if (wanted.seed == *request.split_seed)
    refuse("has that seed in its manifest; leave the key out, or take another seed");
  wanted.seed = *request.split_seed;
  return wanted;
}

const SplitSpec& Manifest::split(std::string_view split_name) const {
  if (split_name.empty()) return splits.front();
  std::vector<std::string> names;
  for (const SplitSpec& candidate : splits) {
    if (candidate.name == split_name) return candidate;
    names.push_back(candidate.name);
  }
  throw InputError(fmt::format("data set {}: there is no split \"{}\"; there are: {}", name, split_name,
                               fmt::join(names, ", ")));
}

Manifest read_manifest(const std::filesystem::path& file) {
  const Json document = read_json(file);
  StrictObject manifest(document, file.string());
  Manifest result;
  result.file = file;
  result.name = manifest.text("name");
  if (result.name != file.stem().string())
    manifest.fail("name", fmt::format("\"{}\", as the file is called", file.stem().string()));
  if (result.name.size() > longest_name)
    manifest.fail("name", fmt::format("at most {} characters", longest_name));
  if (result.name.find(',') != std::string::npos)
    manifest.fail("name", "one without a comma, which --only dataset=A,B has between names");
  parse_facts(manifest, result);
  result.citation = manifest.text("citation");
  result.licence = manifest.text("licence");
  if (manifest.has("task"))
    result.task = choose(manifest, "task",
                         std::array{Choice<Task>{name_of(Task::classification), Task::classification},
                                    Choice<Task>{name_of(Task::regression), Task::regression}});
  for (StrictObject& source : manifest.objects("sources"))
    result.sources.push_back(parse_source(std::move(source)));
  for (Source& source : result.sources)
    for (SourceFile& source_file : source.files) source_file.format.task = result.task;
  if (result.sources.empty()) manifest.fail("sources", "at least one source");
  for (Source& source : result.sources)
    for (SourceFile& one : source.files) one.manifest = file;
  result.preprocess_identity = Json::array();
  if (manifest.has("preprocess")) {
    for (StrictObject& step : manifest.objects("preprocess"))
      result.preprocess.push_back(parse_step(std::move(step)));
    result.preprocess_identity = manifest.raw("preprocess");
  }
  for (StrictObject& split : manifest.objects("splits"))
    result.splits.push_back(parse_split(std::move(split)));
  if (result.splits.empty()) manifest.fail("splits", "at least one split");
  manifest.finish();
  check_manifest(result);
  return result;
}

}  // namespace sketchbench
