// Finds out the class of a file: by the names of the groups in one of FCLIB, by the layout of a text file.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bounds.hpp"
#include "contact.hpp"
#include "fclib/fclib_layout.hpp"
#include "layouts.hpp"
#include "nsds/problems/any_problem.hpp"
#include "nsds/problems/fclib.hpp"
#include "number_text.hpp"
#include "square.hpp"

namespace nsds::problems {

namespace {

using Classes = std::vector<nsds_class>;

// A reading is what a text is by one layout: the classes that fit, and the problem where it is only one.
struct Reading {
  Reading(AnyProblem only) : classes{classOf(only)}, problem(std::move(only)) {}
  Reading(Classes several) : classes(std::move(several)) {}

  Classes classes;
  std::optional<AnyProblem> problem;
};

// Tells whether the next word is a number; it is not at the end of the file.
bool numberFollows(TextReader& reader) {
  double ignored = 0.0;
  return text::parseNumber(reader.peek(), ignored);
}

// Gives the class out of these that the last word of the file names, where no other word follows the data.
std::optional<nsds_class> namedBehind(TextReader rest, std::initializer_list<nsds_class> classes) {
  if (rest.peek().empty()) return {};
  const std::string word(rest.word({}));
  if (!rest.peek().empty()) return {};
  for (const nsds_class one : classes)
    if (word == nsds_class_name(one)) return one;
  return {};
}

// Bounds up to the end of the file, or up to a remark. They are above each other somewhere, and where the lower ones begin on a line of
// their own the upper ones do: other numbers may be a remark.
std::optional<Bounds> boundsBehind(TextReader rest, std::size_t n, int lineOfVector) {
  try {
    rest.peek();
    const int lineOfLower = rest.line();
    TextReader upper = rest;
    for (std::size_t i = 0; i < n; ++i) upper.word({});
    upper.peek();
    if (lineOfLower != lineOfVector && upper.line() == lineOfLower) return {};
    Bounds bounds = readBounds(rest, n);
    if (numberFollows(rest) || bounds.lower == bounds.upper) return {};
    return bounds;
  } catch (const FileError&) {
    return {};
  }
}

// Every file of this layout that is in use is an LCP or a relay problem. Numbers that are not bounds may be a
// remark on an LCP, or the bounds of a relay problem with a fault.
Reading readAsSquare(TextReader& reader) {
  auto [M, q] = readSquare(reader);
  const int lineOfVector = reader.line();
  const auto named = namedBehind(reader, {NSDS_CLASS_LCP, NSDS_CLASS_EQUALITY});
  if (named == NSDS_CLASS_EQUALITY) return {Equality(std::move(M), std::move(q))};
  if (named == NSDS_CLASS_LCP || !numberFollows(reader)) return {Lcp(std::move(M), std::move(q))};
  auto bounds = boundsBehind(reader, q.size(), lineOfVector);
  if (!bounds) return Classes{NSDS_CLASS_LCP, NSDS_CLASS_RELAY};
  return {Relay(std::move(M), std::move(q), std::move(bounds->lower), std::move(bounds->upper))};
}

Reading readAsMixed(TextReader& reader) {
  return {readMlcpLayout(reader)};
}

std::string_view lastWordOf(TextReader file) {
  std::string_view last;
  while (!file.peek().empty()) last = file.word({});
  return last;
}

// Messages call the parts of a program by the letters of its class, where the file says which that is.
Reading readAsProgram(TextReader& reader) {
  const bool isQp = lastWordOf(reader) == nsds_class_name(NSDS_CLASS_QP);
  auto [M, q, constraints] = readProgramLayout(reader, isQp ? "Q" : "M", isQp ? "p" : "q");
  const auto named = namedBehind(reader, {NSDS_CLASS_QP, NSDS_CLASS_AVI});
  if (named == NSDS_CLASS_QP) return {Qp(std::move(M), std::move(q), std::move(constraints))};
  if (named == NSDS_CLASS_AVI) return {Avi(std::move(M), std::move(q), std::move(constraints))};
  return Classes{NSDS_CLASS_QP, NSDS_CLASS_AVI};
}

// Behind the data of a contact problem stand nothing, the 0 or 1 of older files, or a remark. Files of
// problems with rolling friction begin like it, where they are planar, and have more numbers.
void expectNoMoreNumbers(TextReader& reader) {
  const std::string_view next = reader.peek();
  if (next == "0" || next == "1") reader.word({});
  if (numberFollows(reader))
    reader.fail("more numbers follow than a problem of contact with Coulomb friction has");
}

Reading readAsContact(TextReader& reader) {
  FrictionContact problem = readContactLayout(reader);
  expectNoMoreNumbers(reader);
  return {std::move(problem)};
}

Reading readAsGlobalContact(TextReader& reader) {
  GlobalFrictionContact problem = readGlobalContactLayout(reader);
  expectNoMoreNumbers(reader);
  return {std::move(problem)};
}

// In a plane the numbers are as many as those of other classes with three rows and two coefficients each, such as
// plasticity: the file has to say what it is.
template <class Problem>
Reading asRolling(Problem problem, nsds_class problemClass, TextReader& reader) {
  if (problem.view().dimension == kRollingRows.plane && !namedBehind(reader, {problemClass}))
    reader.fail(std::string("a planar problem of this class ends with its name, ") +
                nsds_class_name(problemClass));
  if (numberFollows(reader)) reader.fail("more numbers follow than a problem of contact with rolling has");
  return {std::move(problem)};
}

Reading readAsRolling(TextReader& reader) {
  return asRolling(readRollingLayout(reader), NSDS_CLASS_ROLLING_FRICTION_CONTACT, reader);
}

Reading readAsGlobalRolling(TextReader& reader) {
  return asRolling(readGlobalRollingLayout(reader), NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT, reader);
}

// Older files say no law, and read like those of rolling in a plane.
Reading readAsPlasticity(TextReader& reader) {
  auto [problem, saysLaw] = readPlasticityLayout(reader);
  if (!saysLaw && !namedBehind(reader, {NSDS_CLASS_CONE_PLASTICITY}))
    reader.fail(std::string("a problem of plasticity that does not say its law ends with its name, ") +
                nsds_class_name(NSDS_CLASS_CONE_PLASTICITY));
  if (numberFollows(reader)) reader.fail("more numbers follow than a problem of plasticity has");
  return {std::move(problem)};
}

Reading readAsMechanical(TextReader& reader) {
  return {readGenericMechanicalLayout(reader)};
}

Reading readAsSoclcp(TextReader& reader) {
  return {readSoclcpLayout(reader)};
}

// Read as a reduced problem with a remark, a global one can begin like it: H by its first numbers is then q
// and μ, and its banner the remark. By chance no remark reads as the rest of a global problem.
void preferGlobalContact(std::vector<Reading>& readings) {
  const auto isOf = [](nsds_class one) {
    return [one](const Reading& reading) { return reading.classes.front() == one; };
  };
  const auto prefer = [&](nsds_class one, nsds_class other) {
    if (std::any_of(readings.begin(), readings.end(), isOf(one))) std::erase_if(readings, isOf(other));
  };
  prefer(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, NSDS_CLASS_FRICTION_CONTACT);
  prefer(NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT, NSDS_CLASS_ROLLING_FRICTION_CONTACT);
}

// Tells whether a file may be one of contacts: 0 is the second word of many files of other classes, and of hardly any
// problem of contacts.
bool hasContacts(TextReader file) {
  if (file.peek().empty()) return false;
  file.word({});
  return file.peek() != "0";
}

// Tells whether a kind of blocks is named anywhere.
bool namesBlocks(TextReader file) {
  while (!file.peek().empty())
    if (std::find(kBlockKinds.begin(), kBlockKinds.end(), file.word({})) != kBlockKinds.end()) return true;
  return false;
}

// Tells whether the class is named anywhere, as its writer does.
bool namesSoclcp(TextReader file) {
  while (!file.peek().empty())
    if (file.word({}) == nsds_class_name(NSDS_CLASS_SOCLCP)) return true;
  return false;
}

struct Layout {
  Reading (*readAs)(TextReader& reader) = nullptr;
  const char* classes = nullptr;  // that have it
  // Tells whether a file that is not well formed may have been meant so. Nullable: every file may.
  bool (*mayMean)(TextReader file) = nullptr;
};

constexpr std::array kLayouts{Layout{readAsSquare, "lcp, relay or equality"},
                              Layout{readAsMixed, "mlcp"},
                              Layout{readAsProgram, "qp or avi"},
                              Layout{readAsContact, "friction_contact", hasContacts},
                              Layout{readAsGlobalContact, "global_friction_contact", hasContacts},
                              Layout{readAsRolling, "rolling_friction_contact", hasContacts},
                              Layout{readAsGlobalRolling, "global_rolling_friction_contact", hasContacts},
                              Layout{readAsPlasticity, "cone_plasticity", hasContacts},
                              Layout{readAsMechanical, "generic_mechanical", namesBlocks},
                              Layout{readAsSoclcp, "soclcp", namesSoclcp}};

// What stopped the reading of a file by one layout.
struct Stop {
  std::size_t words;  // that were taken before
  const char* classes;
  FileError error;
};

constexpr std::size_t kMostOthers = 2;  // that are worth reading
constexpr std::size_t kCounts = 2;      // words of the counts that every layout begins with, at least

// Begins with the fault of the layout that was followed furthest. A layout that was left within its counts says nothing about what the file was meant to be.
UnknownClass unknownClass(std::vector<Stop> stops) {
  std::stable_sort(stops.begin(), stops.end(),
                   [](const Stop& a, const Stop& b) { return a.words > b.words; });
  const Stop& furthest = stops.front();
  std::string message = furthest.error.message();
  if (furthest.words > kCounts)
    message += std::string("\n  The class was guessed: that is as ") + furthest.classes;
  for (std::size_t k = 1; k < std::min(stops.size(), kMostOthers + 1) && stops[k].words > kCounts; ++k) {
    const Stop& stop = stops[k];
    message += std::string("\n  As ") + stop.classes + ", line " + std::to_string(stop.error.line()) + ": " +
               stop.error.message();
  }
  return {furthest.error.file(), furthest.error.line(), message};
}

// Gives all readings that succeed.
std::vector<Reading> readInEveryLayout(const TextReader& file) {
  std::vector<Reading> readings;
  std::vector<Stop> stops;
  for (const Layout& layout : kLayouts) {
    TextReader reader = file;
    try {
      readings.push_back(layout.readAs(reader));
    } catch (const FileError& error) {
      const bool isMeant = layout.mayMean == nullptr || layout.mayMean(file);
      stops.push_back({isMeant ? reader.wordsTaken() : 0, layout.classes, error});
    }
  }
  if (readings.empty()) throw unknownClass(std::move(stops));
  return readings;
}

// The class that the last word of a text names, which decides where the numbers fit several.
std::optional<nsds_class> namedLast(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t last = text.find_last_not_of(blanks);
  if (last == std::string_view::npos) return std::nullopt;
  const std::string_view upToIt = text.substr(0, last + 1);
  const std::string_view word = upToIt.substr(upToIt.find_last_of(blanks) + 1);
  for (const nsds_class one : fileClasses())
    if (word == nsds_class_name(one)) return one;
  return std::nullopt;
}

AnyProblem readFclib(const std::string& bytes, const std::string& name) {
  Classes classes = fclibClasses(bytes, name);
  if (classes.size() > 1) throw AmbiguousClass(name, std::move(classes));
  if (classes.front() == NSDS_CLASS_FRICTION_CONTACT) return readFclibLocalProblem(bytes, name);
  if (classes.front() == NSDS_CLASS_ROLLING_FRICTION_CONTACT) return readFclibRollingProblem(bytes, name);
  if (classes.front() == NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT)
    return readFclibGlobalRollingProblem(bytes, name);
  return readFclibGlobalProblem(bytes, name);
}

}  // namespace

AnyProblem readProblemText(std::string text, const std::string& name) {
  if (isHdf5(text)) return readFclib(text, name);
  const std::optional<nsds_class> named = namedLast(text);
  std::vector<Reading> readings = readInEveryLayout({std::move(text), name});
  for (Reading& reading : readings)
    if (reading.problem && classOf(*reading.problem) == named) return std::move(*reading.problem);
  preferGlobalContact(readings);
  if (readings.size() == 1 && readings.front().problem) return std::move(*readings.front().problem);
  Classes classes;
  for (const Reading& reading : readings)
    classes.insert(classes.end(), reading.classes.begin(), reading.classes.end());
  throw AmbiguousClass(name, std::move(classes));
}

}  // namespace nsds::problems
