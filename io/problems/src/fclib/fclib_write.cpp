#include <cmath>
#include <ostream>
#include <span>
#include <stdexcept>

#include "contact.hpp"
#include "fclib/fclib_layout.hpp"
#include "fclib/fclib_matrix.hpp"
#include "file_text.hpp"
#include "hdf5/hdf5_writer.hpp"
#include "nsds/problems/fclib.hpp"
#include "writing/global_view.hpp"

namespace nsds::problems {

namespace {

void writeNumbers(Hdf5Writer& writer, const std::string& path, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      throw std::invalid_argument(path + ": entry " + std::to_string(i) + " is not a finite number");
  writer.numbers(path, values);
}

// Writes the dimension, the coefficients of friction, and what the file says about itself.
void writeHead(Hdf5Writer& writer, const std::string& group, const ContactCounts& counts, const double* mu,
               const FclibInfo& info) {
  checkFriction(mu, counts.contacts);
  writer.group(group);
  writer.integer(group + "/spacedim", counts.dimension);
  writer.group(group + "/vectors");
  writer.numbers(group + "/vectors/mu", {mu, static_cast<std::size_t>(counts.contacts)});
  writer.group(group + "/info");
  writer.text(group + "/info/title", info.title);
  writer.text(group + "/info/description", info.description);
  writer.text(group + "/info/math_info", info.mathInfo);
}

// mu_r: Nullable, of problems with rolling resistance.
void writeRollingCoefficients(Hdf5Writer& writer, const std::string& group, const double* mu_r,
                              std::int32_t contacts) {
  if (mu_r == nullptr) return;
  checkFriction(mu_r, contacts, "mu_r");
  writer.numbers(group + "/vectors/mu_r", {mu_r, static_cast<std::size_t>(contacts)});
}

void writeSolution(Hdf5Writer& writer, const std::string& group, const FclibSolution& solution,
                   const SolutionSizes& sizes) {
  const auto write = [&](const char* name, const std::vector<double>& values, std::size_t size) {
    const std::string path = group + "/" + name;
    if (values.size() != size)
      throw std::invalid_argument(path + " has " + std::to_string(values.size()) +
                                  " entries, the problem has " + std::to_string(size));
    writeNumbers(writer, path, values);
  };
  writer.group(group);
  if (sizes.v > 0 || !solution.v.empty()) write("v", solution.v, sizes.v);
  write("u", solution.u, sizes.contacts);
  write("r", solution.r, sizes.contacts);
  if (sizes.lambda > 0 || !solution.lambda.empty()) write("l", solution.lambda, sizes.lambda);
}

void writeExtras(Hdf5Writer& writer, const FclibExtras& extras, const SolutionSizes& sizes) {
  if (extras.solution) writeSolution(writer, "solution", *extras.solution, sizes);
  if (extras.guesses.empty()) return;
  writer.group("guesses");
  writer.integer("guesses/number_of_guesses", static_cast<std::int32_t>(extras.guesses.size()));
  for (std::size_t k = 0; k < extras.guesses.size(); ++k)
    writeSolution(writer, "guesses/" + std::to_string(k + 1), extras.guesses[k], sizes);
}

template <class View>
void writeFile(const std::filesystem::path& file, const View& problem, const FclibExtras& extras) {
  const std::string bytes = fclibBytes(problem, extras);
  text::writeFile(
      file, [&](std::ostream& out) { out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); },
      [&](const std::string& message) { throw FileError(file.string(), 0, message); });
}

}  // namespace

namespace {

// mu_r: Nullable, of problems with rolling resistance.
template <class View>
std::string localBytes(const std::string& group, const View& problem, const double* mu_r,
                       const FclibExtras& extras) {
  const ContactCounts counts{problem.dimension, problem.contacts};
  const auto rows = static_cast<std::size_t>(counts.rows());
  Hdf5Writer writer;
  writeHead(writer, group, counts, problem.mu, extras.info);
  writeRollingCoefficients(writer, group, mu_r, problem.contacts);
  writeFclibMatrix(writer, group + "/W", *problem.W, FclibForm::rows);
  writeNumbers(writer, group + "/vectors/q", {problem.q, rows});
  writeExtras(writer, extras, {0, rows, 0});
  return writer.bytes();
}

}  // namespace

std::string fclibBytes(const nsds_friction_contact& problem, const FclibExtras& extras) {
  return localBytes("fclib_local", problem, nullptr, extras);
}

std::string fclibBytes(const nsds_rolling_friction_contact& problem, const FclibExtras& extras) {
  return localBytes("fclib_local_rolling", problem, problem.mu_r, extras);
}

namespace {

std::string globalBytes(const std::string& group, const GlobalView& problem, const FclibExtras& extras) {
  const ContactCounts counts{problem.dimension, problem.contacts};
  const SolutionSizes sizes{static_cast<std::size_t>(problem.size), static_cast<std::size_t>(counts.rows()),
                            static_cast<std::size_t>(problem.constraints)};
  Hdf5Writer writer;
  writeHead(writer, group, counts, problem.mu, extras.info);
  writeRollingCoefficients(writer, group, problem.mu_r, problem.contacts);
  writeFclibMatrix(writer, group + "/M", *problem.M, FclibForm::triplets);
  writeFclibMatrix(writer, group + "/H", *problem.H, FclibForm::triplets);
  writeNumbers(writer, group + "/vectors/f", {problem.q, sizes.v});
  writeNumbers(writer, group + "/vectors/w", {problem.b, sizes.contacts});
  if (problem.constraints > 0) {
    writeFclibTranspose(writer, group + "/G", *problem.G, FclibForm::triplets);
    std::vector<double> b(problem.d, problem.d + problem.constraints);
    for (double& value : b) value = -value;  // G' v + b = 0 there, G v = d here
    writeNumbers(writer, group + "/vectors/b", b);
  }
  writeExtras(writer, extras, sizes);
  return writer.bytes();
}

}  // namespace

std::string fclibBytes(const nsds_global_friction_contact& problem, const FclibExtras& extras) {
  return globalBytes("fclib_global", globalViewOf(problem), extras);
}

std::string fclibBytes(const nsds_global_rolling_friction_contact& problem, const FclibExtras& extras) {
  return globalBytes("fclib_global_rolling", globalViewOf(problem), extras);
}

void writeFclib(const std::filesystem::path& file, const nsds_friction_contact& problem,
                const FclibExtras& extras) {
  writeFile(file, problem, extras);
}

void writeFclib(const std::filesystem::path& file, const nsds_rolling_friction_contact& problem,
                const FclibExtras& extras) {
  writeFile(file, problem, extras);
}

void writeFclib(const std::filesystem::path& file, const nsds_global_rolling_friction_contact& problem,
                const FclibExtras& extras) {
  writeFile(file, problem, extras);
}

void writeFclib(const std::filesystem::path& file, const nsds_global_friction_contact& problem,
                const FclibExtras& extras) {
  writeFile(file, problem, extras);
}

}  // namespace nsds::problems
