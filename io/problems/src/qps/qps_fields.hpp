// The sections of a QPS file, and the fields 1 to 6 of its lines of data, in the free and in the fixed form.
#pragma once

#include <array>
#include <cstddef>
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

/// A line of data. Field 1 is a type, 2, 3 and 5 are names, 4 and 6 numbers; what a line does not have is empty.
class Fields {
 public:
  const Word& field(int k) const { return fields_[static_cast<std::size_t>(k) - 1]; }
  bool has(int k) const { return !field(k).text.empty(); }
  void set(int k, const Word& word) { fields_[static_cast<std::size_t>(k) - 1] = word; }

 private:
  std::array<Word, 6> fields_;
};

/// Divides a line of data of a section. Throws FileError where it has other fields than lines of the section, a
/// number is none, or it asks for what is not read, as integer columns do.
Fields fieldsOf(const Line& line, Section section, Form form, const std::string& file);

}  // namespace nsds::problems::qps
