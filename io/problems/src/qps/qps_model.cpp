// Reads a QPS file section by section.
#include "qps/qps_model.hpp"

#include <array>
#include <cctype>

#include "nsds/problems/file_error.hpp"
#include "qps/qps_bounds.hpp"
#include "qps/qps_fields.hpp"
#include "qps/qps_names.hpp"
#include "quoted.hpp"

namespace nsds::problems::qps {

namespace {

// Indices of the rows of type N.
constexpr std::int32_t kObjective = -1;
constexpr std::int32_t kLeftOut = -2;

// The value of OBJSENSE, none where a word is none.
std::optional<bool> maximisesBy(std::string_view word) {
  std::string capitals(word);
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (capitals == "MAX" || capitals == "MAXIMIZE" || capitals == "MAXIMISE") return true;
  if (capitals == "MIN" || capitals == "MINIMIZE" || capitals == "MINIMISE") return false;
  return {};
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, Form form)
      : file_(file), lines_(text), form_(form) {}

  Model read() {
    while (section_ != Section::endata) {
      const auto line = lines_.next();
      if (!line) fail(file_, {{}, lines_.number(), 0}, "expected ENDATA, found the end of the file");
      if (line->isHeader())
        takeHeader(*line);
      else
        takeData(*line);
    }
    return std::move(model_);
  }

 private:
  void takeHeader(const Line& line);
  void enter(Section section, const Word& header);
  void leave(const Word& next);
  void takeData(const Line& line);
  void takeSense(const Word& word);
  void takeRow(const Fields& fields);
  void takeColumn(const Fields& fields);
  void takeEntry(std::int32_t column, const Word& row, const Given& number);
  void takeSide(const Fields& fields);
  void takeQuadratic(const Fields& fields);

  bool seen(Section section) const { return seen_[static_cast<std::size_t>(section)]; }

  const std::string& file_;
  Model model_;
  Lines lines_;
  Form form_;
  Section section_ = Section::none;
  std::array<bool, kSections> seen_{};
  bool hasSense_ = false;
  Names rows_{"row", "ROWS", ""};
  Names columns_{"column", "COLUMNS", ": the entries of a column stand together"};
  bool hasObjective_ = false;
  std::vector<std::int32_t>
      lastColumn_;  // that has an entry, for each row and, in front of them, the objective
  Sets rhsSets_, rangesSets_, boundsSets_;
};

void Reader::takeHeader(const Line& line) {
  const Words words = wordsOf(line);
  const Word& header = words.at[0];
  if (section_ == Section::objsense && !hasSense_ && words.count == 1 && maximisesBy(header.text))
    return takeSense(header);
  const Section section = sectionOf(header.text);
  if (section == Section::none) {
    if (header.text == "QCMATRIX")
      fail(file_, header, "section QCMATRIX has quadratic constraints; programs of class qp have none");
    failExpected(file_, header,
                 "a section (" + sectionNames() + ") or a line of data, which begins with a blank");
  }
  leave(header);
  enter(section, header);
  if (words.count == 1) return;
  const Word& second = words.at[1];
  if (section == Section::name) {
    model_.name = restOf(line, second);
  } else if (section == Section::objsense && words.count == 2) {
    takeSense(second);
  } else if (section == Section::qsection) {
    const std::string_view name = restOf(line, second);
    if (name != model_.objective)
      fail(file_, second,
           "QSECTION " + std::string(name) + " is not that of the objective " +
               std::string(model_.objective) + ": programs of class qp have no quadratic constraints");
  } else if (section != Section::endata) {
    fail(file_, second,
         "expected nothing behind " + std::string(header.text) + ", found " + quoted(second.text) +
             "; a line of data begins with a blank");
  }
}

void Reader::enter(Section section, const Word& header) {
  const auto expectBefore = [&](Section before, const char* name) {
    if (!seen(before))
      fail(file_, header, std::string("expected section ") + name + " before " + std::string(header.text));
  };
  if (seen(section)) fail(file_, header, "section " + std::string(header.text) + " comes twice");
  const bool isQ = section == Section::quadobj || section == Section::qsection || section == Section::qmatrix;
  if (isQ && (seen(Section::quadobj) || seen(Section::qsection) || seen(Section::qmatrix)))
    fail(file_, header,
         "Q is given by another section already: expected one of QUADOBJ, QSECTION and QMATRIX");
  if (section >= Section::columns) expectBefore(Section::rows, "ROWS");
  if (section > Section::columns) expectBefore(Section::columns, "COLUMNS");
  model_.bothTriangles = model_.bothTriangles || section == Section::qmatrix;
  seen_[static_cast<std::size_t>(section)] = true;
  section_ = section;
}

// Looks whether the section that ends is whole. next: the header of the one that follows.
void Reader::leave(const Word& next) {
  if (section_ == Section::objsense && !hasSense_) failExpected(file_, next, "MAX or MIN");
  if (section_ == Section::rows && !hasObjective_)
    failExpected(file_, next, "a row of type N, the objective");
}

void Reader::takeData(const Line& line) {
  const Words words = wordsOf(line);
  if (section_ == Section::none || section_ == Section::name)
    failExpected(file_, words.at[0], "a section (" + sectionNames() + "), which begins in column 1");
  if (section_ == Section::objsense) {
    if (words.count > 1) failExpected(file_, words.at[1], "nothing more on this line");
    return takeSense(words.at[0]);
  }
  const Fields fields = fieldsOf(line, section_, form_, file_);
  switch (section_) {
    case Section::rows:
      return takeRow(fields);
    case Section::columns:
      return takeColumn(fields);
    case Section::rhs:
    case Section::ranges:
      return takeSide(fields);
    case Section::bounds:
      if (boundsSets_.isFirst(fields.field(2), "BOUNDS", file_, model_.warnings))
        takeBound(fields, model_.columns[static_cast<std::size_t>(columns_.at(fields.field(3), file_))],
                  file_, model_.warnings);
      return;
    default:
      return takeQuadratic(fields);
  }
}

void Reader::takeSense(const Word& word) {
  const auto maximises = maximisesBy(word.text);
  if (!maximises) failExpected(file_, word, "MAX or MIN");
  if (hasSense_) fail(file_, word, "OBJSENSE has a word already");
  model_.maximises = *maximises;
  hasSense_ = true;
}

void Reader::takeRow(const Fields& fields) {
  const std::string_view type = fields.field(1).text;
  const Word& name = fields.field(2);
  if (type == "N") {
    rows_.add(name, hasObjective_ ? kLeftOut : kObjective, file_);
    if (!hasObjective_) model_.objective = name.text;
    hasObjective_ = true;
  } else if (type == "E" || type == "L" || type == "G") {
    rows_.add(name, static_cast<std::int32_t>(model_.rows.size()), file_);
    model_.rows.push_back({name.text, type.front(), {}, {}});
  } else {
    failExpected(file_, fields.field(1), "a type of row: N, E, L or G");
  }
}

void Reader::takeColumn(const Fields& fields) {
  const Word& name = fields.field(2);
  if (model_.columns.empty() || model_.columns.back().name != name.text) {
    columns_.add(name, static_cast<std::int32_t>(model_.columns.size()), file_);
    model_.columns.push_back({name.text, {}, {}});
    model_.p.push_back(0.0);
    lastColumn_.resize(model_.rows.size() + 1, -1);
  }
  const auto column = static_cast<std::int32_t>(model_.columns.size()) - 1;
  takeEntry(column, fields.field(3), fields.number(4));
  if (fields.has(5)) takeEntry(column, fields.field(5), fields.number(6));
}

void Reader::takeEntry(std::int32_t column, const Word& row, const Given& number) {
  const std::int32_t index = rows_.at(row, file_);
  const double value = finite(number, file_);
  if (index == kLeftOut) return;
  std::int32_t& last = lastColumn_[static_cast<std::size_t>(index + 1)];
  if (last == column)
    fail(file_, row,
         "column " + std::string(model_.columns.back().name) + " has an entry in row " +
             std::string(row.text) + " already");
  last = column;
  if (index == kObjective)
    model_.p.back() = value;
  else
    model_.entries.add(index, column, value);
}

// A line of RHS or RANGES.
void Reader::takeSide(const Fields& fields) {
  const bool isRhs = section_ == Section::rhs;
  Sets& sets = isRhs ? rhsSets_ : rangesSets_;
  Word set = fields.field(2);
  if (set.text.empty()) set = {{}, fields.field(3).line, fields.field(3).column};
  if (!sets.isFirst(set, isRhs ? "RHS" : "RANGES", file_, model_.warnings)) return;
  for (const int k : {3, 5}) {
    if (!fields.has(k)) continue;
    const Word& name = fields.field(k);
    const Given number = fields.number(k + 1);
    const std::int32_t index = rows_.at(name, file_);
    if (index == kLeftOut) continue;
    if (index == kObjective && !isRhs)
      fail(file_, name, "row " + std::string(name.text) + " is the objective and has no range");
    Row* row = index == kObjective ? nullptr : &model_.rows[static_cast<std::size_t>(index)];
    std::optional<Given>& side = row == nullptr ? model_.constant : isRhs ? row->rhs : row->range;
    if (side)
      fail(file_, name,
           "row " + std::string(name.text) + " has " + (isRhs ? "an rhs" : "a range") + " from line " +
               std::to_string(side->at.line) + " already");
    if (row == nullptr) finite(number, file_);
    side = row == nullptr ? number : orInfinite(number);
  }
}

void Reader::takeQuadratic(const Fields& fields) {
  const std::int32_t row = columns_.at(fields.field(2), file_);
  for (const int k : {3, 5}) {
    if (!fields.has(k)) continue;
    const std::int32_t col = columns_.at(fields.field(k), file_);
    model_.Q.push_back({row, col, finite(fields.number(k + 1), file_), fields.field(k)});
  }
}

}  // namespace

Model readModel(std::string_view text, const std::string& file) {
  try {
    return Reader(text, file, Form::free).read();
  } catch (const FileError& asFree) {
    try {
      Model model = Reader(text, file, Form::fixed).read();
      model.warnings.insert(
          model.warnings.begin(),
          warning(file, {{}, asFree.line(), asFree.column()},
                  "the file is read in the fixed form, where names may contain blanks: in the free form " +
                      asFree.message()));
      return model;
    } catch (const FileError& asFixed) {
      if (asFixed.line() <= asFree.line()) throw asFree;
      throw FileError(file, asFixed.line(), asFixed.column(),
                      asFixed.message() + "\n  The file is read in the fixed form: in the free form, line " +
                          std::to_string(asFree.line()) + ": " + asFree.message());
    }
  }
}

}  // namespace nsds::problems::qps
