#include "nsds/problems/guess.hpp"

#include <initializer_list>
#include <optional>
#include <utility>

#include "bounds.hpp"
#include "layouts.hpp"
#include "number_text.hpp"
#include "square.hpp"

namespace nsds::problems {

namespace {

using Classes = std::vector<nsds_class>;

std::string namesOf(const Classes& classes) {
  std::string names;
  for (const nsds_class one : classes)
    names += (names.empty() ? "" : ", ") + std::string(nsds_class_name(one));
  return names;
}

// Whether the next word is a number; false at the end of the file.
bool numberFollows(TextReader& reader) {
  double ignored = 0.0;
  return text::parse_number(reader.peek(), ignored);
}

// The class out of these that the last word of the file names, where no other word follows the data.
std::optional<nsds_class> namedBehind(TextReader rest, std::initializer_list<nsds_class> classes) {
  if (rest.peek().empty()) return {};
  const std::string word(rest.word({}));
  if (!rest.peek().empty()) return {};
  for (const nsds_class one : classes)
    if (word == nsds_class_name(one)) return one;
  return {};
}

// Bounds up to the end of the file, or up to a remark.
bool boundsFollow(TextReader rest, std::size_t n) {
  try {
    read_bounds(rest, n);
    return !numberFollows(rest);
  } catch (const FileError&) {
    return false;
  }
}

// Every file of this layout that is in use is an LCP or a relay problem. Numbers that are not bounds may be a
// remark on an LCP, or the bounds of a relay problem with a fault.
Classes classesOfSquare(TextReader& reader) {
  const std::size_t n = read_square(reader).q.size();
  if (const auto named = namedBehind(reader, {NSDS_CLASS_LCP, NSDS_CLASS_EQUALITY})) return {*named};
  if (!numberFollows(reader)) return {NSDS_CLASS_LCP};
  if (boundsFollow(reader, n)) return {NSDS_CLASS_RELAY};
  return {NSDS_CLASS_LCP, NSDS_CLASS_RELAY};
}

Classes classesOfMixed(TextReader& reader) {
  read_mlcp_layout(reader);
  return {NSDS_CLASS_MLCP};
}

Classes classesOfProgram(TextReader& reader) {
  read_program_layout(reader, "M", "q");
  if (const auto named = namedBehind(reader, {NSDS_CLASS_QP, NSDS_CLASS_AVI})) return {*named};
  return {NSDS_CLASS_QP, NSDS_CLASS_AVI};
}

nsds_class guess(const TextReader& file, const std::string& name) {
  Classes fitting;
  std::optional<FileError> fault;
  std::size_t furthest = 0;
  for (const auto& classesOf : {classesOfSquare, classesOfMixed, classesOfProgram}) {
    TextReader reader = file;
    try {
      const Classes classes = classesOf(reader);
      fitting.insert(fitting.end(), classes.begin(), classes.end());
    } catch (const FileError& error) {
      if (fault && reader.position() <= furthest) continue;
      fault.emplace(error);
      furthest = reader.position();
    }
  }
  if (fitting.empty()) throw FileError(*fault);
  if (fitting.size() > 1) throw AmbiguousClass(name, std::move(fitting));
  return fitting.front();
}

}  // namespace

AmbiguousClass::AmbiguousClass(const std::string& file, std::vector<nsds_class> classes)
    : FileError(file, 0, "fits more than one class: " + namesOf(classes)), classes_(std::move(classes)) {}

nsds_class guess_class(const std::filesystem::path& file) {
  return guess(TextReader::open(file), file.string());
}

nsds_class guess_class_text(std::string text, const std::string& name) {
  return guess({std::move(text), name}, name);
}

}  // namespace nsds::problems
