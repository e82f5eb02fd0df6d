#include <limits>
#include <string>
#include <utility>

#include "contact.hpp"
#include "fclib/fclib_layout.hpp"
#include "fclib/fclib_matrix.hpp"
#include "file_contents.hpp"
#include "hdf5/hdf5_reader.hpp"
#include "hdf5/hdf5_structure.hpp"
#include "nsds/problems/fclib.hpp"

namespace nsds::problems {

namespace {

const std::string kLocal = "fclib_local", kGlobal = "fclib_global", kRolling = kLocal + "_rolling",
                  kGlobalRolling = kGlobal + "_rolling";

void expectGroup(Hdf5Reader& reader, const std::string& group) {
  if (reader.has(group)) return;
  for (const std::string& other : {kLocal, kGlobal, kRolling, kGlobalRolling})
    if (reader.has(other)) reader.fail(group, "is missing; the file has " + other);
  reader.fail(group, "is missing: this is no file of FCLIB");
}

std::int32_t sizeOf(Hdf5Reader& reader, const std::string& path, const std::vector<double>& values) {
  if (values.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    reader.fail(path, "has more entries than 32 bits count");
  return static_cast<std::int32_t>(values.size());
}

struct Contacts {
  ContactCounts counts;
  std::vector<double> mu;
};

void expectNoNegative(Hdf5Reader& reader, const std::string& path, const std::vector<double>& mu) {
  for (std::size_t c = 0; c < mu.size(); ++c)
    if (mu[c] < 0.0) reader.fail(path, "entry " + std::to_string(c) + " is negative");
}

Contacts readContacts(Hdf5Reader& reader, const std::string& group, const ContactRows& rows = kFrictionRows) {
  const std::int32_t dimension = reader.integer(group + "/spacedim", rows.plane, rows.space);
  if (dimension != rows.plane && dimension != rows.space)
    reader.fail(group + "/spacedim", "is " + std::to_string(dimension) + ", it must be " +
                                         std::to_string(rows.plane) + " or " + std::to_string(rows.space));
  const std::string path = group + "/vectors/mu";
  std::vector<double> mu = reader.numbers(path);
  expectNoNegative(reader, path, mu);
  const std::int32_t contacts = sizeOf(reader, path, mu);
  if (contacts > std::numeric_limits<std::int32_t>::max() / dimension)
    reader.fail(path, "has more contacts than 32 bits count the components of");
  return {{dimension, contacts}, std::move(mu)};
}

// What a group of a reduced problem has, with rolling and without.
struct LocalParts {
  Contacts contacts;
  std::vector<double> q;
  Matrix W;
};

LocalParts readLocalParts(Hdf5Reader& reader, const std::string& group, const ContactRows& of) {
  expectGroup(reader, group);
  for (const char* coupling : {"V", "R"})
    if (reader.has(group + "/" + coupling))
      reader.fail(group + "/" + coupling,
                  "couples equality rows, which this class of problems does not have");
  Contacts contacts = readContacts(reader, group, of);
  const std::int32_t rows = contacts.counts.rows();
  std::vector<double> q = reader.numbers(group + "/vectors/q", static_cast<std::size_t>(rows));
  Matrix W = inContactBlocks(readFclibMatrix(reader, group + "/W", rows, rows), contacts.counts.dimension);
  return {std::move(contacts), std::move(q), std::move(W)};
}

FrictionContact readLocal(Hdf5Reader& reader) {
  LocalParts parts = readLocalParts(reader, kLocal, kFrictionRows);
  return {parts.contacts.counts.dimension, std::move(parts.W), std::move(parts.q),
          std::move(parts.contacts.mu)};
}

std::vector<double> readRollingCoefficients(Hdf5Reader& reader, const std::string& group,
                                            std::size_t contacts) {
  const std::string path = group + "/vectors/mu_r";
  std::vector<double> mu_r = reader.numbers(path, contacts);
  expectNoNegative(reader, path, mu_r);
  return mu_r;
}

RollingFrictionContact readRolling(Hdf5Reader& reader) {
  LocalParts parts = readLocalParts(reader, kRolling, kRollingRows);
  std::vector<double> mu_r = readRollingCoefficients(reader, kRolling, parts.contacts.mu.size());
  return {parts.contacts.counts.dimension, std::move(parts.W), std::move(parts.q),
          std::move(parts.contacts.mu), std::move(mu_r)};
}

GlobalContactParts readGlobalParts(Hdf5Reader& reader, const std::string& group, const ContactRows& of) {
  expectGroup(reader, group);
  const std::string vectors = group + "/vectors/";
  Contacts contacts = readContacts(reader, group, of);
  const std::int32_t columns = contacts.counts.rows();
  std::vector<double> f = reader.numbers(vectors + "f");
  const std::int32_t n = sizeOf(reader, vectors + "f", f);
  std::vector<double> w = reader.numbers(vectors + "w", static_cast<std::size_t>(columns));
  Matrix M = readFclibMatrix(reader, group + "/M", n, n);
  Matrix H = readFclibMatrix(reader, group + "/H", n, columns);
  GlobalContactParts parts{contacts.counts.dimension, std::move(M), std::move(H), std::move(f), std::move(w),
                           std::move(contacts.mu)};
  if (reader.has(group + "/G")) {
    std::vector<double> d = reader.numbers(vectors + "b");
    for (double& value : d) value = -value;  // G' v + b = 0 there, G v = d here
    const std::int32_t m = sizeOf(reader, vectors + "b", d);
    Matrix G = readFclibTranspose(reader, group + "/G", m, n);
    parts.constraints.emplace(BilateralConstraints{std::move(G), std::move(d)});
  }
  return parts;
}

GlobalFrictionContact readGlobal(Hdf5Reader& reader) {
  return GlobalFrictionContact(readGlobalParts(reader, kGlobal, kFrictionRows));
}

GlobalRollingFrictionContact readGlobalRolling(Hdf5Reader& reader) {
  GlobalContactParts parts = readGlobalParts(reader, kGlobalRolling, kRollingRows);
  std::vector<double> mu_r = readRollingCoefficients(reader, kGlobalRolling, parts.mu.size());
  return {std::move(parts), std::move(mu_r)};
}

// A problem in global form has these sizes.
template <class View>
SolutionSizes sizesOf(const View& view) {
  return {static_cast<std::size_t>(view.size), static_cast<std::size_t>(view.H->cols),
          static_cast<std::size_t>(view.constraints)};
}

FclibSolution readSolution(Hdf5Reader& reader, const std::string& group, const SolutionSizes& sizes) {
  FclibSolution solution;
  if (sizes.v > 0) solution.v = reader.numbers(group + "/v", sizes.v);
  solution.r = reader.numbers(group + "/r", sizes.contacts);
  solution.u = reader.numbers(group + "/u", sizes.contacts);
  if (sizes.lambda > 0) solution.lambda = reader.numbers(group + "/l", sizes.lambda);
  return solution;
}

FclibExtras readExtras(Hdf5Reader& reader, const std::string& group, const SolutionSizes& sizes) {
  FclibExtras extras;
  extras.info.title = reader.text(group + "/info/title").value_or("");
  extras.info.description = reader.text(group + "/info/description").value_or("");
  extras.info.mathInfo = reader.text(group + "/info/math_info").value_or("");
  if (reader.has("solution")) extras.solution = readSolution(reader, "solution", sizes);
  if (!reader.has("guesses")) return extras;
  constexpr std::int32_t most = 1000;  // one link a guess can be had for nothing
  const std::int32_t count = reader.integer("guesses/number_of_guesses", 0, most);
  for (std::int32_t k = 1; k <= count; ++k)
    extras.guesses.push_back(readSolution(reader, "guesses/" + std::to_string(k), sizes));
  return extras;
}

}  // namespace

bool isHdf5(const std::string& bytes) {
  return Hdf5Structure::hasSignature(bytes);
}

FrictionContact readFclibLocalProblem(const std::string& bytes, const std::string& name) {
  Hdf5Reader reader(bytes, name);
  return readLocal(reader);
}

RollingFrictionContact readFclibRollingProblem(const std::string& bytes, const std::string& name) {
  Hdf5Reader reader(bytes, name);
  return readRolling(reader);
}

GlobalRollingFrictionContact readFclibGlobalRollingProblem(const std::string& bytes,
                                                           const std::string& name) {
  Hdf5Reader reader(bytes, name);
  return readGlobalRolling(reader);
}

GlobalFrictionContact readFclibGlobalProblem(const std::string& bytes, const std::string& name) {
  Hdf5Reader reader(bytes, name);
  return readGlobal(reader);
}

std::vector<nsds_class> fclibClasses(const std::string& bytes, const std::string& name) {
  Hdf5Reader reader(bytes, name);
  std::vector<nsds_class> classes;
  if (reader.has(kLocal)) classes.push_back(NSDS_CLASS_FRICTION_CONTACT);
  if (reader.has(kGlobal)) classes.push_back(NSDS_CLASS_GLOBAL_FRICTION_CONTACT);
  if (reader.has(kRolling)) classes.push_back(NSDS_CLASS_ROLLING_FRICTION_CONTACT);
  if (reader.has(kGlobalRolling)) classes.push_back(NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT);
  if (classes.empty()) expectGroup(reader, kLocal);
  return classes;
}

FclibLocal readFclibLocalBytes(const std::string& bytes, const std::string& name) {
  Hdf5Reader reader(bytes, name);
  FrictionContact problem = readLocal(reader);
  const auto rows = static_cast<std::size_t>(problem.view().W->rows);
  return {std::move(problem), readExtras(reader, kLocal, {0, rows, 0})};
}

FclibRolling readFclibRollingBytes(const std::string& bytes, const std::string& name) {
  Hdf5Reader reader(bytes, name);
  RollingFrictionContact problem = readRolling(reader);
  const auto rows = static_cast<std::size_t>(problem.view().W->rows);
  return {std::move(problem), readExtras(reader, kRolling, {0, rows, 0})};
}

FclibGlobal readFclibGlobalBytes(const std::string& bytes, const std::string& name) {
  Hdf5Reader reader(bytes, name);
  GlobalFrictionContact problem = readGlobal(reader);
  const SolutionSizes sizes = sizesOf(problem.view());
  return {std::move(problem), readExtras(reader, kGlobal, sizes)};
}

FclibGlobalRolling readFclibGlobalRollingBytes(const std::string& bytes, const std::string& name) {
  Hdf5Reader reader(bytes, name);
  GlobalRollingFrictionContact problem = readGlobalRolling(reader);
  const SolutionSizes sizes = sizesOf(problem.view());
  return {std::move(problem), readExtras(reader, kGlobalRolling, sizes)};
}

FclibLocal readFclibLocal(const std::filesystem::path& file) {
  return readFclibLocalBytes(fileContents(file), file.string());
}

FclibRolling readFclibRolling(const std::filesystem::path& file) {
  return readFclibRollingBytes(fileContents(file), file.string());
}

FclibGlobalRolling readFclibGlobalRolling(const std::filesystem::path& file) {
  return readFclibGlobalRollingBytes(fileContents(file), file.string());
}

FclibGlobal readFclibGlobal(const std::filesystem::path& file) {
  return readFclibGlobalBytes(fileContents(file), file.string());
}

}  // namespace nsds::problems
