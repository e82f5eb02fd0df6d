#include "qvi/fixed_set.hpp"

#include <algorithm>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::qvi {
namespace {

// A projector of the caller for points in units.
struct InUnits {
  nsds_project_function project;
  void* user;
  double s_z;
  std::span<double> argument;
};

int project_in_units(void* user, const double* x, double* out) {
  InUnits& given = *static_cast<InUnits*>(user);
  for (std::size_t i = 0; i < given.argument.size(); ++i) given.argument[i] = given.s_z * x[i];
  const int code = given.project(given.user, given.argument.data(), out);
  for (std::size_t i = 0; i < given.argument.size(); ++i) out[i] /= given.s_z;
  return code;
}

nsds_cone projected_cone(std::size_t size, nsds_project_function project, void* user, double s_z,
                         Arena& arena) {
  const std::span<InUnits> place = arena.take<InUnits>(1);
  place[0] = {project, user, s_z, arena.take<double>(size)};
  return {NSDS_CONE_PROJECTOR, static_cast<std::int32_t>(size), 0.0, project_in_units, place.data()};
}

void take_cones(const nsds_qvi& given, const Blocks& blocks, double s_z, Arena& arena, nsds_vi& made) {
  const bool is_projector = given.set == NSDS_VI_PROJECTOR;
  const std::size_t count = is_projector ? 1 : index(given.cone_count);
  const std::span<nsds_cone> cones = arena.take<nsds_cone>(count + 2);
  if (is_projector) cones[0] = projected_cone(blocks.n, given.project, given.user, s_z, arena);
  for (std::size_t k = 0; k < count && !is_projector; ++k) {
    const nsds_cone& cone = given.cones[k];
    cones[k] = cone.kind != NSDS_CONE_PROJECTOR
                   ? cone
                   : projected_cone(index(cone.size), cone.project, cone.user, s_z, arena);
  }
  cones[count] = {NSDS_CONE_FREE, static_cast<std::int32_t>(blocks.free), 0.0, nullptr, nullptr};
  cones[count + 1] = {NSDS_CONE_NONNEGATIVE, static_cast<std::int32_t>(blocks.rows), 0.0, nullptr, nullptr};
  made.set = NSDS_VI_CONES;
  made.cone_count = static_cast<std::int32_t>(cones.size());
  made.cones = cones.data();
}

void take_bounds(const nsds_qvi& given, const Blocks& blocks, double s_z, Arena& arena, nsds_vi& made) {
  const std::span<double> lower = arena.take<double>(blocks.total(), -infinity);
  const std::span<double> upper = arena.take<double>(blocks.total(), infinity);
  for (std::size_t i = 0; i < blocks.n; ++i) {
    if (given.lower != nullptr) lower[i] = given.lower[i] / s_z;
    if (given.upper != nullptr) upper[i] = given.upper[i] / s_z;
  }
  std::fill(lower.begin() + static_cast<std::ptrdiff_t>(blocks.multipliers()), lower.end(), 0.0);
  made.lower = lower.data();
  made.upper = upper.data();
}

// The matrix as sparse columns, with columns of zeros for the unknowns behind those of K.
const nsds_matrix* widened(const nsds_matrix* given, std::size_t columns, Arena& arena) {
  if (given == nullptr) return nullptr;
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(columns + 1, 0);
  std::size_t count = 0;
  for_each_entry(*given, [&](std::int32_t, std::int32_t j, double value) {
    if (value == 0.0) return;
    ++starts[index(j) + 1];
    ++count;
  });
  for (std::size_t j = 0; j < columns; ++j) starts[j + 1] += starts[j];
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(count + 1);
  const std::span<double> values = arena.take<double>(count + 1);
  const Arena::Mark mark = arena.mark();
  const std::span<std::int32_t> ends = arena.take<std::int32_t>(columns);
  std::copy_n(starts.begin(), columns, ends.begin());
  for_each_entry(*given, [&](std::int32_t i, std::int32_t j, double value) {
    if (value == 0.0) return;
    const std::size_t place = index(ends[index(j)]++);
    rows[place] = i;
    values[place] = value;
  });
  arena.rewind(mark);
  const std::span<nsds_matrix> matrix = arena.take<nsds_matrix>(1);
  matrix[0] = nsds_matrix_csc(given->rows, static_cast<std::int32_t>(columns), starts.data(), rows.data(),
                              values.data());
  return matrix.data();
}

const double* in_units(const double* right, std::int32_t count, double s_z, Arena& arena) {
  if (count == 0) return nullptr;
  const std::span<double> made = arena.take<double>(index(count));
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = right[i] / s_z;
  return made.data();
}

}  // namespace

nsds_vi fixed_set(const nsds_qvi& given, const Blocks& blocks, double s_z, Arena& arena) {
  nsds_vi made;
  nsds_vi_init(&made);
  made.size = static_cast<std::int32_t>(blocks.total());
  if (given.set == NSDS_VI_CONES || given.set == NSDS_VI_PROJECTOR) {
    take_cones(given, blocks, s_z, arena, made);
    return made;
  }
  take_bounds(given, blocks, s_z, arena, made);
  made.set = given.inequalities + given.equalities > 0 ? NSDS_VI_POLYHEDRON : NSDS_VI_BOX;
  made.inequalities = given.inequalities;
  made.equalities = given.equalities;
  made.A = widened(given.A, blocks.total(), arena);
  made.C = widened(given.C, blocks.total(), arena);
  made.b = in_units(given.b, given.inequalities, s_z, arena);
  made.d = in_units(given.d, given.equalities, s_z, arena);
  return made;
}

}  // namespace nsds::numerics::qvi
