#include "nsds/problems/any_problem.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "file_contents.hpp"
#include "nsds/problems/qps.hpp"
#include "writing/problem_file.hpp"

namespace nsds::problems {

namespace {

// A class that has files, and how they are read and written.
struct FileClass {
  nsds_class problemClass;
  AnyProblem (*read)(std::string text, const std::string& name);
  void (*write)(std::ostream& out, const AnyProblem& problem);
};

template <class Problem>
using ViewOf = std::remove_cvref_t<decltype(std::declval<const Problem&>().view())>;

template <class Problem, Problem (*readText)(std::string, const std::string&),
          void (*writeView)(std::ostream&, const ViewOf<Problem>&)>
constexpr FileClass fileClass(nsds_class problemClass) {
  return {
      problemClass,
      [](std::string text, const std::string& name) -> AnyProblem { return readText(std::move(text), name); },
      [](std::ostream& out, const AnyProblem& problem) {
        writeView(out, std::get<Problem>(problem).view());
      }};
}

// The classes in the order of AnyProblem.
constexpr std::array kFileClasses{
    fileClass<Lcp, readLcpText, writeLcp>(NSDS_CLASS_LCP),
    fileClass<Mlcp, readMlcpText, writeMlcp>(NSDS_CLASS_MLCP),
    fileClass<Relay, readRelayText, writeRelay>(NSDS_CLASS_RELAY),
    fileClass<Qp, readQpText, writeQp>(NSDS_CLASS_QP),
    fileClass<Avi, readAviText, writeAvi>(NSDS_CLASS_AVI),
    fileClass<Equality, readEqualityText, writeEquality>(NSDS_CLASS_EQUALITY),
    fileClass<FrictionContact, readFrictionContactText, writeFrictionContact>(NSDS_CLASS_FRICTION_CONTACT),
    fileClass<GlobalFrictionContact, readGlobalFrictionContactText, writeGlobalFrictionContact>(
        NSDS_CLASS_GLOBAL_FRICTION_CONTACT),
    fileClass<GenericMechanical, readGenericMechanicalText, writeGenericMechanical>(
        NSDS_CLASS_GENERIC_MECHANICAL),
    fileClass<Soclcp, readSoclcpText, writeSoclcp>(NSDS_CLASS_SOCLCP),
    fileClass<RollingFrictionContact, readRollingFrictionContactText, writeRollingFrictionContact>(
        NSDS_CLASS_ROLLING_FRICTION_CONTACT),
    fileClass<GlobalRollingFrictionContact, readGlobalRollingFrictionContactText,
              writeGlobalRollingFrictionContact>(NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT),
    fileClass<ConePlasticity, readConePlasticityText, writeConePlasticity>(NSDS_CLASS_CONE_PLASTICITY)};
static_assert(kFileClasses.size() == std::variant_size_v<AnyProblem>);
static_assert(std::equal(kFileClasses.begin(), kFileClasses.end(), fileClasses().begin(), fileClasses().end(),
                         [](const FileClass& one, nsds_class other) { return one.problemClass == other; }));

std::string namesOf(std::span<const nsds_class> classes) {
  std::string names;
  for (const nsds_class one : classes)
    names += (names.empty() ? "" : ", ") + std::string(nsds_class_name(one));
  return names;
}

const FileClass& findFileClass(nsds_class problemClass) {
  for (const FileClass& one : kFileClasses)
    if (one.problemClass == problemClass) return one;
  throw std::invalid_argument(
      std::string("class ") + nsds_class_name(problemClass) +
      " has no problem files, because its problems hold functions; these have: " + namesOf(fileClasses()));
}

}  // namespace

AmbiguousClass::AmbiguousClass(const std::string& file, std::vector<nsds_class> classes)
    : FileError(file, 0, "fits more than one class: " + namesOf(classes)), classes_(std::move(classes)) {}

nsds_class classOf(const AnyProblem& problem) noexcept {
  return fileClasses()[problem.index()];
}

AnyProblem readProblem(const std::filesystem::path& file) {
  if (isQpsName(file)) return readQps(file).problem;
  return readProblemText(fileContents(file), file.string());
}

AnyProblem readProblem(const std::filesystem::path& file, nsds_class problemClass) {
  const FileClass& known = findFileClass(problemClass);
  if (problemClass == NSDS_CLASS_QP && isQpsName(file)) return readQps(file).problem;
  return known.read(fileContents(file), file.string());
}

AnyProblem readProblemText(std::string text, const std::string& name, nsds_class problemClass) {
  return findFileClass(problemClass).read(std::move(text), name);
}

void writeProblem(std::ostream& out, const AnyProblem& problem) {
  kFileClasses[problem.index()].write(out, problem);
}

void writeProblem(const std::filesystem::path& file, const AnyProblem& problem) {
  writeProblemFile<AnyProblem>(file, problem, writeProblem);
}

}  // namespace nsds::problems
