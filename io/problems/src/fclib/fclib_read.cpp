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

const std::string kLocal = "fclib_local", kGlobal = "fclib_global";

void expectGroup(Hdf5Reader& reader, const std::string& group) {
  if (reader.has(group)) return;
  for (const std::string& other : {kLocal, kGlobal, kLocal + "_rolling", kGlobal + "_rolling"})
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

Contacts readContacts(Hdf5Reader& reader, const std::string& group) {
  const std::int32_t dimension = reader.integer(group + "/spacedim", 2, 3);
  const std::string path = group + "/vectors/mu";
  std::vector<double> mu = reader.numbers(path);
  for (std::size_t c = 0; c < mu.size(); ++c)
    if (mu[c] < 0.0) reader.fail(path, "entry " + std::to_string(c) + " is negative");
  const std::int32_t contacts = sizeOf(reader, path, mu);
  if (contacts > std::numeric_limits<std::int32_t>::max() / dimension)
    reader.fail(path, "has more contacts than 32 bits count the components of");
  return {{dimension, contacts}, std::move(mu)};
}

FrictionContact readLocal(Hdf5Reader& reader) {
  expectGroup(reader, kLocal);
  for (const char* coupling : {"V", "R"})
    if (reader.has(kLocal + "/" + coupling))
      reader.fail(kLocal + "/" + coupling,
                  "couples equality rows, which this class of problems does not have");
  Contacts contacts = readContacts(reader, kLocal);
  const std::int32_t rows = contacts.counts.rows();
  std::vector<double> q = reader.numbers(kLocal + "/vectors/q", static_cast<std::size_t>(rows));
  Matrix W = readFclibMatrix(reader, kLocal + "/W", rows, rows);
  const std::int32_t dimension = contacts.counts.dimension;
  return {dimension, inContactBlocks(std::move(W), dimension), std::move(q), std::move(contacts.mu)};
}

GlobalFrictionContact readGlobal(Hdf5Reader& reader) {
  expectGroup(reader, kGlobal);
  const std::string vectors = kGlobal + "/vectors/";
  Contacts contacts = readContacts(reader, kGlobal);
  const std::int32_t columns = contacts.counts.rows();
  std::vector<double> f = reader.numbers(vectors + "f");
  const std::int32_t n = sizeOf(reader, vectors + "f", f);
  std::vector<double> w = reader.numbers(vectors + "w", static_cast<std::size_t>(columns));
  Matrix M = readFclibMatrix(reader, kGlobal + "/M", n, n);
  Matrix H = readFclibMatrix(reader, kGlobal + "/H", n, columns);
  GlobalContactParts parts{contacts.counts.dimension, std::move(M), std::move(H), std::move(f), std::move(w),
                           std::move(contacts.mu)};
  if (reader.has(kGlobal + "/G")) {
    std::vector<double> d = reader.numbers(vectors + "b");
    for (double& value : d) value = -value;  // G' v + b = 0 there, G v = d here
    const std::int32_t m = sizeOf(reader, vectors + "b", d);
    Matrix G = readFclibTranspose(reader, kGlobal + "/G", m, n);
    parts.constraints.emplace(BilateralConstraints{std::move(G), std::move(d)});
  }
  return GlobalFrictionContact(std::move(parts));
}

struct Sizes {
  std::size_t v, contacts, lambda;
};

FclibSolution readSolution(Hdf5Reader& reader, const std::string& group, const Sizes& sizes) {
  FclibSolution solution;
  if (sizes.v > 0) solution.v = reader.numbers(group + "/v", sizes.v);
  solution.r = reader.numbers(group + "/r", sizes.contacts);
  solution.u = reader.numbers(group + "/u", sizes.contacts);
  if (sizes.lambda > 0) solution.lambda = reader.numbers(group + "/l", sizes.lambda);
  return solution;
}

FclibExtras readExtras(Hdf5Reader& reader, const std::string& group, const Sizes& sizes) {
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

GlobalFrictionContact readFclibGlobalProblem(const std::string& bytes, const std::string& name) {
  Hdf5Reader reader(bytes, name);
  return readGlobal(reader);
}

std::vector<nsds_class> fclibClasses(const std::string& bytes, const std::string& name) {
  Hdf5Reader reader(bytes, name);
  std::vector<nsds_class> classes;
  if (reader.has(kLocal)) classes.push_back(NSDS_CLASS_FRICTION_CONTACT);
  if (reader.has(kGlobal)) classes.push_back(NSDS_CLASS_GLOBAL_FRICTION_CONTACT);
  if (classes.empty()) expectGroup(reader, kLocal);
  return classes;
}

FclibLocal readFclibLocalBytes(const std::string& bytes, const std::string& name) {
  Hdf5Reader reader(bytes, name);
  FrictionContact problem = readLocal(reader);
  const auto rows = static_cast<std::size_t>(problem.view().W->rows);
  return {std::move(problem), readExtras(reader, kLocal, {0, rows, 0})};
}

FclibGlobal readFclibGlobalBytes(const std::string& bytes, const std::string& name) {
  Hdf5Reader reader(bytes, name);
  GlobalFrictionContact problem = readGlobal(reader);
  const nsds_global_friction_contact& view = problem.view();
  const Sizes sizes{static_cast<std::size_t>(view.size), static_cast<std::size_t>(view.H->cols),
                    static_cast<std::size_t>(view.constraints)};
  return {std::move(problem), readExtras(reader, kGlobal, sizes)};
}

FclibLocal readFclibLocal(const std::filesystem::path& file) {
  return readFclibLocalBytes(fileContents(file), file.string());
}

FclibGlobal readFclibGlobal(const std::filesystem::path& file) {
  return readFclibGlobalBytes(fileContents(file), file.string());
}

}  // namespace nsds::problems
