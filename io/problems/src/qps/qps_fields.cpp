#include "qps/qps_fields.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "number_text.hpp"

namespace nsds::problems::qps {

namespace {

// In the order of Section, without none.
constexpr std::array<std::string_view, kSections - 1> kSectionNames{
    "NAME",   "OBJSENSE", "ROWS",     "COLUMNS", "RHS",   "RANGES",
    "BOUNDS", "QUADOBJ",  "QSECTION", "QMATRIX", "ENDATA"};

// The fields that lines of one kind may have, each as their digits, in the order of preference.
struct Layout {
  std::array<std::string_view, 4> shapes{};
  const char* expected = "";
};

constexpr Layout kRows{{"12"}, "a type of row (N, E, L or G) and a name"};
constexpr Layout kEntries{{"234", "23456"},
                          "a column, a row and a number, and perhaps a second row and number"};
constexpr Layout kQuadratic{{"234", "23456"},
                            "two columns and a number, and perhaps a second column and number"};
constexpr Layout kSides{
    {"34", "234", "3456", "23456"},
    "perhaps the name of the set, a row and a number, and perhaps a second row and number"};
constexpr Layout kBounds{{"134", "1234"},
                         "a type of bound, perhaps the name of the set, a column and a number"};
constexpr Layout kNoBounds{{"13", "123", "134", "1234"},
                           "a type of bound, perhaps the name of the set, and a column"};

const Layout& boundsLayout(const Word& type, const std::string& file) {
  const auto isOneOf = [&](std::initializer_list<std::string_view> types) {
    return std::find(types.begin(), types.end(), type.text) != types.end();
  };
  if (isOneOf({"LO", "UP", "FX"})) return kBounds;
  if (isOneOf({"FR", "MI", "PL"})) return kNoBounds;
  if (isOneOf({"BV", "LI", "UI"}))
    fail(file, type,
         "a bound of type " + std::string(type.text) +
             " makes a column integer; programs of class qp have none");
  if (type.text == "SC")
    fail(file, type, "a bound of type SC makes a column semicontinuous; programs of class qp have none");
  failExpected(file, type, "a type of bound: LO, UP, FX, FR, MI or PL");
}

const Layout& layoutOf(const Words& words, Section section, const std::string& file) {
  switch (section) {
    case Section::rows:
      return kRows;
    case Section::columns:
      for (std::size_t k = 1; k < std::min(words.count, Words::kMost); ++k)
        if (words.at[k].text == "'MARKER'")
          fail(file, words.at[k],
               "a 'MARKER' begins or ends integer columns; programs of class qp have none");
      return kEntries;
    case Section::rhs:
    case Section::ranges:
      return kSides;
    case Section::bounds:
      return boundsLayout(words.at[0], file);
    default:
      return kQuadratic;
  }
}

Fields freeFields(const Words& words, const Layout& layout, const std::string& file) {
  for (const std::string_view shape : layout.shapes) {
    if (shape.size() != words.count) continue;
    Fields fields;
    for (std::size_t k = 0; k < words.count; ++k) fields.set(shape[k] - '0', words.at[k]);
    return fields;
  }
  fail(file, words.at[0],
       std::string("expected ") + layout.expected + ", found a line of " + std::to_string(words.count) +
           (words.count == 1 ? " word" : " words"));
}

// The columns of the fields 1 to 6, from 1, the last one included.
struct Span {
  std::size_t begin, end;
};
constexpr std::array<Span, 6> kSpans{{{2, 3}, {5, 12}, {15, 22}, {25, 36}, {40, 47}, {50, 61}}};

bool isInAField(std::size_t column) {
  return std::any_of(kSpans.begin(), kSpans.end(),
                     [=](const Span& span) { return span.begin <= column && column <= span.end; });
}

// The part of a field that is not blank.
Word wordIn(const Span& span, const Line& line) {
  if (line.text.size() < span.begin) return {};
  std::string_view text = line.text.substr(span.begin - 1, span.end - span.begin + 1);
  const std::size_t blanks = text.find_first_not_of(' ');
  if (blanks == std::string_view::npos) return {};
  text = text.substr(blanks, text.find_last_not_of(' ') + 1 - blanks);
  return {text, line.number, static_cast<int>(span.begin + blanks)};
}

Fields fixedFields(const Line& line, const Layout& layout, const std::string& file) {
  for (std::size_t k = 0; k < line.text.size(); ++k) {
    const Word here{line.text.substr(k, 1), line.number, static_cast<int>(k) + 1};
    if (here.text == "\t") fail(file, here, "a tab, which no line of the fixed form has");
    if (here.text != " " && !isInAField(k + 1))
      failExpected(
          file, here,
          "a blank between the fields of the fixed form (columns 2-3, 5-12, 15-22, 25-36, 40-47, 50-61)");
  }
  Fields fields;
  std::string shape;
  for (int k = 1; k <= 6; ++k) {
    fields.set(k, wordIn(kSpans[static_cast<std::size_t>(k) - 1], line));
    if (fields.has(k)) shape += static_cast<char>('0' + k);
  }
  if (std::find(layout.shapes.begin(), layout.shapes.end(), shape) != layout.shapes.end()) return fields;
  fail(file, wordsOf(line).at[0],
       std::string("expected ") + layout.expected + ", found the fields " + shape + " of the fixed form");
}

double parsed(const Word& word, const std::string& file) {
  double value = 0.0;
  if (!text::parseNumber(word.text, value) || std::isnan(value)) failExpected(file, word, "a number");
  return value;
}

}  // namespace

Section sectionOf(std::string_view header) {
  const auto found = std::find(kSectionNames.begin(), kSectionNames.end(), header);
  if (found == kSectionNames.end()) return Section::none;
  return static_cast<Section>(found - kSectionNames.begin() + 1);
}

std::string sectionNames() {
  std::string names;
  for (const std::string_view name : kSectionNames) names.append(names.empty() ? "" : ", ").append(name);
  return names;
}

Fields fieldsOf(const Line& line, Section section, Form form, const std::string& file) {
  const Words words = wordsOf(line);
  const Layout& layout = layoutOf(words, section, file);
  Fields fields = form == Form::free ? freeFields(words, layout, file) : fixedFields(line, layout, file);
  for (const int k : {4, 6})
    if (fields.has(k)) fields.setNumber(k, parsed(fields.field(k), file));
  return fields;
}

double finite(const Given& number, const std::string& file) {
  if (!std::isfinite(number.value)) failExpected(file, number.at, "a finite number");
  return number.value;
}

Given orInfinite(const Given& number) {
  constexpr double infinite = 1e19;
  if (std::abs(number.value) < infinite) return number;
  return {std::copysign(kInfinity, number.value), number.at};
}

}  // namespace nsds::problems::qps
