#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <sstream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/quote/question.hpp>
#include <sketchbench/report/quote/quote.hpp>

namespace sketchbench {
namespace {

constexpr std::string_view opening = "<!-- ", closing = " -->", end_of_value = "<!-- -->", expect = "expect ";

/// Reads a document from its beginning to its end, and writes the one with its passages filled in.
class Filling {
 public:
  Filling(const std::filesystem::path& file, std::string_view text, const QuoteSources& sources)
      : file_(file), text_(text), sources_(sources) {}

  /// Replaces what stands from `begin` to `end` by what `make` returns.
  void fill(std::size_t begin, std::size_t end, const std::string& mark,
            const std::function<std::string(const QuoteSources&)>& make) {
    const std::string_view stands = text_.substr(begin, end - begin);
    const std::string says = made(begin, mark, make);
    if (stands != says) note_difference(begin, stands, says);
    quoted_.text.append(text_.substr(done_, begin - done_)).append(says);
    done_ = end;
  }
  void expect_so(std::size_t at, const std::string& words) {
    std::string found;
    bool met = false;
    made(at, words, [&](const QuoteSources& sources) {
      const Expectation expectation = read_expectation(words);
      found = answer(expectation.question, *quoted_table(expectation.question.table, sources));
      met = expectation.met_by(found);
      return found;
    });
    if (!met) quoted_.unmet.push_back({line_of(at), fmt::format("expected {}; it is {}", words, found)});
  }
  [[noreturn]] void fail(std::size_t at, std::string_view message) const {
    fail_input(file_, line_of(at), message);
  }
  QuotedDocument finish() {
    quoted_.text.append(text_.substr(done_));
    return std::move(quoted_);
  }

 private:
  long line_of(std::size_t at) const {
    return 1 + static_cast<long>(std::ranges::count(text_.substr(0, at), '\n'));
  }
  std::string made(std::size_t at, const std::string& mark,
                   const std::function<std::string(const QuoteSources&)>& make) const {
    try {
      return make(sources_);
    } catch (const InputError& error) {
      fail(at, fmt::format("{}: {}", mark, error.what()));
    } catch (const Json::exception& error) {  // a file that is not as it should be
      fail(at, fmt::format("{}: {}", mark, error.what()));
    }
  }
  /// Of several lines the first that differs.
  void note_difference(std::size_t begin, std::string_view stands, std::string_view says) {
    const auto differs = std::ranges::mismatch(stands, says).in1 - stands.begin();
    const auto line = stands.substr(0, static_cast<std::size_t>(differs)).rfind('\n') + 1;
    const auto first_line = [&](std::string_view text) {
      text.remove_prefix(std::min(line, text.size()));
      return text.substr(0, text.find('\n'));
    };
    quoted_.differing.push_back({line_of(begin + line), fmt::format("stands \"{}\", the records say \"{}\"",
                                                                    first_line(stands), first_line(says))});
  }

  const std::filesystem::path& file_;
  std::string_view text_;
  const QuoteSources& sources_;
  std::size_t done_ = 0;  ///< what is before it is in the quoted text
  QuotedDocument quoted_;
};

/// A comment of Markdown on one line.
struct QuoteMark {
  std::size_t begin, end;
  std::string words, kind, rest;  ///< "table1: a=b", "table1", "a=b"
  bool alone = false;             ///< on its line
};

QuoteMark mark_at(std::string_view text, std::size_t begin, std::size_t end) {
  QuoteMark mark{.begin = begin, .end = end + closing.size()};
  mark.words = text.substr(begin + opening.size(), end - begin - opening.size());
  const std::size_t colon = std::min(mark.words.find(':'), mark.words.size());
  mark.kind = mark.words.substr(0, colon);
  mark.rest = mark.words.substr(std::min(mark.words.find_first_not_of(": ", colon), mark.words.size()));
  mark.alone = (begin == 0 || text[begin - 1] == '\n') && text.substr(mark.end).starts_with('\n');
  return mark;
}

/// Fills the lines behind a mark; returns where the text goes on.
std::size_t fill_lines(Filling& filling, std::string_view text, const QuoteMark& mark) {
  const std::size_t begin = mark.end + 1;
  const std::size_t end = text.find(fmt::format("{}end of {}{}", opening, mark.kind, closing), begin);
  // The next passage of that kind has an end of its own.
  if (end == std::string::npos || text.substr(begin, end - begin).find(opening) != std::string::npos)
    filling.fail(mark.begin, fmt::format("expected \"{}end of {}{}\" behind the lines that \"{}\" stands for",
                                         opening, mark.kind, closing, mark.words));
  filling.fill(begin, end, mark.words,
               [&](const QuoteSources& sources) { return block_text(mark.kind, mark.rest, sources); });
  return text.find('\n', end);
}

std::size_t fill_value(Filling& filling, std::string_view text, const QuoteMark& mark) {
  const std::size_t end = std::min(text.find('<', mark.end), text.size());
  if (!text.substr(end).starts_with(end_of_value))
    filling.fail(mark.begin,
                 fmt::format("expected a value and \"{}\" behind \"{}\"", end_of_value, mark.words));
  filling.fill(mark.end, end, mark.words, [&](const QuoteSources& sources) {
    const Question question = read_question(mark.kind + " " + mark.rest);
    return answer(question, *quoted_table(question.table, sources));
  });
  return end + end_of_value.size();
}

}  // namespace

QuotedDocument quoted_markdown(const std::filesystem::path& file, std::string_view text,
                               const QuoteSources& sources) {
  Filling filling(file, text, sources);
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at)) {
    if (text.substr(at).starts_with(end_of_value))
      filling.fail(at, fmt::format("there is no mark that \"{}\" belongs to", end_of_value));
    const std::size_t end = std::min(text.find(closing, at), text.find('\n', at));
    if (end == std::string::npos || text[end] == '\n') {  // a comment of several lines
      at += opening.size();
      continue;
    }
    const QuoteMark mark = mark_at(text, at, end);
    at = mark.end;
    if (mark.words.starts_with(expect))
      filling.expect_so(mark.begin, mark.words.substr(expect.size()));
    else if (mark.alone && is_block(mark.kind))
      at = fill_lines(filling, text, mark);
    else if (mark.alone && mark.words.find(':') != std::string::npos)
      filling.fill(mark.end, mark.end, mark.words, [&](const QuoteSources& from) {
        return block_text(mark.kind, mark.rest, from);  // which says what there is
      });
    else if (mark.words.starts_with("end of "))
      filling.fail(mark.begin, fmt::format("\"{}\" has no beginning", mark.words));
    else if (mark.words.find(':') != std::string::npos)
      at = fill_value(filling, text, mark);
  }
  return filling.finish();
}

std::string without_marks(std::string_view text) {
  std::string made;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::string rest = line;
    for (std::size_t at = rest.find(opening); at != std::string::npos; at = rest.find(opening, at)) {
      const std::size_t end = rest.find(closing, at + opening.size() - 1);
      if (end == std::string::npos) break;
      rest.erase(at, end + closing.size() - at);
    }
    if (rest == line || rest.find_first_not_of(' ') != std::string::npos) made += rest + '\n';
  }
  return made;
}

QuotedDocument quoted_latex(const std::filesystem::path& file, std::string_view text,
                            const QuoteSources& sources) {
  constexpr std::string_view expect_line = "%% expect ";
  Filling filling(file, text, sources);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at++;
    if (text[begin] == '%') {
      at = std::min(text.find('\n', begin), text.size());
      if (text.substr(begin).starts_with(expect_line))
        filling.expect_so(
            begin, std::string(text.substr(begin + expect_line.size(), at - begin - expect_line.size())));
      continue;
    }
    if (text[begin] != '\\') continue;
    while (at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) != 0) ++at;
    const std::string name(text.substr(begin + 1, at - begin - 1));
    if (name.empty()) ++at;  // an escaped sign
    if (!is_latex_quote(name)) continue;
    std::vector<std::string> arguments;
    while (at < text.size() && text[at] == '{') {
      const std::size_t end = text.find_first_of("{}", at + 1);
      if (end == std::string::npos || text[end] != '}')
        filling.fail(begin, fmt::format("\\{}: expected arguments without braces in them", name));
      arguments.emplace_back(text.substr(at + 1, end - at - 1));
      at = end + 1;
    }
    filling.fill(begin, at, std::string(text.substr(begin, at - begin)),
                 [&](const QuoteSources& from) { return latex_quote(name, arguments, from); });
  }
  QuotedDocument quoted = filling.finish();
  quoted.differing.clear();
  return quoted;
}

}  // namespace sketchbench
