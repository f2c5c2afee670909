#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/report/results/result_table.hpp>

namespace sketchbench {

/// A list of objects, or an object that has one under "rows". A column for each value, also of the objects
/// and lists within: "train.cpu.median", "interval.0". InputError for another document; `name`: its.
ResultTable table_of_json(const std::string& name, const Json& list);

/// What a document asks for, "table1 dataset=mnist method=exact show=mean:accuracy". `KEY!=VALUE` leaves
/// lines out; "~" in a value, or in a column of `show`, stands for a blank. `show` is of the one line that
/// has the values:
///   COLUMN               a number, four digits of it
///   whole:COLUMN         rounded, with commas
///   mean:COLUMN          a per cent, with its deviation
///   points:COLUMN        a difference of them, with its sign
///   time:COLUMN          seconds, in the unit that fits
///   megabytes:COLUMN     bytes
///   ratio:COLUMN/COLUMN  one over another
///   text:COLUMN          as it stands in the table
///   over:COLUMN:KEY=VALUE  its COLUMN over that of the line which has VALUE in KEY and else the same values;
///                        refused where the two are of different processors
/// or of all lines that have them, however many:
///   count, distinct:COLUMN   how many lines; how many values
///   range:COLUMN         "3 to 5", of those that are not empty
///   least:COLUMN, most:COLUMN, sum:COLUMN   likewise; in another form where one stands before:
///                        "megabytes:sum:COLUMN"
struct Question {
  struct Condition {
    std::string column, value;
    bool differs = false;
  };

  std::string table;
  std::vector<Condition> where = {};
  std::string show = {};
};

/// InputError where the words are no question.
Question read_question(std::string_view words);

/// Of the table that the question names. InputError where it has no such line, several, or nothing in its
/// column.
std::string answer(const Question& question, const ResultTable& table);

/// What words say of a number that may change, "at most 1: QUESTION" or "at least 1: QUESTION".
struct Expectation {
  bool at_most = true;
  double limit = 0;
  Question question;

  /// Whether the number that an answer begins with is so. InputError where it begins with none.
  bool met_by(const std::string& answer) const;
};

/// InputError where the words are no expectation.
Expectation read_expectation(std::string_view words);

}  // namespace sketchbench
