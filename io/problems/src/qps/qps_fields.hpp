// The sections of a QPS file, and the fields 1 to 6 of its lines of data, in the free and in the fixed form.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "qps/qps_lines.hpp"

namespace nsds::problems::qps {

enum class Section {
  none,
  name,
  objsense,
  rows,
  columns,
  rhs,
  ranges,
  bounds,
  quadobj,
  qsection,
  qmatrix,
  endata
};
constexpr std::size_t kSections = 12;

/// The section that a header begins; none: no section has this name.
Section sectionOf(std::string_view header);

/// All names of sections, separated by commas.
std::string sectionNames();

enum class Form { free, fixed };

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A number and where the file gives it.
struct Given {
  double value = 0.0;
  Word at;
};

/// A line of data. Field 1 is a type, 2, 3 and 5 are names, 4 and 6 numbers; what a line does not have is empty.
class Fields {
 public:
  const Word& field(int k) const { return fields_[static_cast<std::size_t>(k) - 1]; }
  bool has(int k) const { return !field(k).text.empty(); }
  void set(int k, const Word& word) { fields_[static_cast<std::size_t>(k) - 1] = word; }

  /// The number of field 4 or 6: not NaN, perhaps infinite; 0 where the line does not have it.
  Given number(int k) const { return {numbers_[numberOf(k)], field(k)}; }
  void setNumber(int k, double value) { numbers_[numberOf(k)] = value; }

 private:
  static std::size_t numberOf(int k) { return k == 4 ? 0 : 1; }

  std::array<Word, 6> fields_;
  std::array<double, 2> numbers_{};
};

/// Divides a line of data of a section. Throws FileError where it has other fields than lines of the section, a
/// number is none, or it asks for what is not read, as integer columns do.
Fields fieldsOf(const Line& line, Section section, Form form, const std::string& file);

/// Throws FileError where a number is infinite.
double finite(const Given& number, const std::string& file);

/// The number of a bound, an rhs or a range, of which those of 1e19 or more are infinite.
Given orInfinite(const Given& number);

}  // namespace nsds::problems::qps
