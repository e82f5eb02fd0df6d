#include "nsds/problems/guess.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include "bounds.hpp"
#include "fclib_layout.hpp"
#include "file_contents.hpp"
#include "layouts.hpp"
#include "nsds/problems/fclib.hpp"
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
  return text::parseNumber(reader.peek(), ignored);
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
    readBounds(rest, n);
    return !numberFollows(rest);
  } catch (const FileError&) {
    return false;
  }
}

// Every file of this layout that is in use is an LCP or a relay problem. Numbers that are not bounds may be a
// remark on an LCP, or the bounds of a relay problem with a fault.
Classes classesOfSquare(TextReader& reader) {
  const std::size_t n = readSquare(reader).q.size();
  if (const auto named = namedBehind(reader, {NSDS_CLASS_LCP, NSDS_CLASS_EQUALITY})) return {*named};
  if (!numberFollows(reader)) return {NSDS_CLASS_LCP};
  if (boundsFollow(reader, n)) return {NSDS_CLASS_RELAY};
  return {NSDS_CLASS_LCP, NSDS_CLASS_RELAY};
}

Classes classesOfMixed(TextReader& reader) {
  readMlcpLayout(reader);
  return {NSDS_CLASS_MLCP};
}

Classes classesOfProgram(TextReader& reader) {
  readProgramLayout(reader, "M", "q");
  if (const auto named = namedBehind(reader, {NSDS_CLASS_QP, NSDS_CLASS_AVI})) return {*named};
  return {NSDS_CLASS_QP, NSDS_CLASS_AVI};
}

// Behind the data of a contact problem stand nothing, the 0 or 1 of older files, or a remark. Files of
// problems with rolling friction begin like it and have more numbers.
void expectNoMoreNumbers(TextReader& reader) {
  const std::string_view next = reader.peek();
  if (next == "0" || next == "1") reader.word({});
  if (numberFollows(reader))
    reader.fail("more numbers follow than a problem of contact with Coulomb friction has");
}

Classes classesOfContact(TextReader& reader) {
  readContactLayout(reader);
  expectNoMoreNumbers(reader);
  return {NSDS_CLASS_FRICTION_CONTACT};
}

Classes classesOfGlobalContact(TextReader& reader) {
  readGlobalContactLayout(reader);
  expectNoMoreNumbers(reader);
  return {NSDS_CLASS_GLOBAL_FRICTION_CONTACT};
}

// Read as a reduced problem with a remark, a global one can begin like it: H by its first numbers is then q
// and mu, and its banner the remark. By chance no remark reads as the rest of a global problem.
void preferGlobalContact(Classes& fitting) {
  if (std::find(fitting.begin(), fitting.end(), NSDS_CLASS_GLOBAL_FRICTION_CONTACT) != fitting.end())
    std::erase(fitting, NSDS_CLASS_FRICTION_CONTACT);
}

nsds_class guess(const TextReader& file, const std::string& name) {
  Classes fitting;
  std::optional<FileError> fault;
  std::size_t furthest = 0;
  for (const auto& classesOf :
       {classesOfSquare, classesOfMixed, classesOfProgram, classesOfContact, classesOfGlobalContact}) {
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
  preferGlobalContact(fitting);
  if (fitting.empty()) throw FileError(*fault);
  if (fitting.size() > 1) throw AmbiguousClass(name, std::move(fitting));
  return fitting.front();
}

}  // namespace

AmbiguousClass::AmbiguousClass(const std::string& file, std::vector<nsds_class> classes)
    : FileError(file, 0, "fits more than one class: " + namesOf(classes)), classes_(std::move(classes)) {}

nsds_class guessClass(const std::filesystem::path& file) {
  return guessClassText(fileContents(file), file.string());
}

nsds_class guessClassText(std::string text, const std::string& name) {
  if (!isHdf5(text)) return guess({std::move(text), name}, name);
  std::vector<nsds_class> classes = fclibClasses(text, name);
  if (classes.size() > 1) throw AmbiguousClass(name, std::move(classes));
  return classes.front();
}

}  // namespace nsds::problems
