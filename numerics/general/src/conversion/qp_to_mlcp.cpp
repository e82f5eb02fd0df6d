// Converts quadratic programs to mixed complementarity problems: the conditions of optimality are a problem
// over a box in (z, lambda, mu), whose bounds become complementarities.
#include <algorithm>

#include "conversion/conversion.hpp"
#include "conversion/given.hpp"
#include "conversion/mixed_form.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::conversion {
namespace {

struct QpToMlcp final : nsds_conversion {
  MixedForm mixed;

  void back(const Point& converted, const Result& given) const override {
    std::vector<double> kkt(given.z.size() + given.multipliers.size());
    mixed.carry_back(converted.z, kkt);
    const auto middle = kkt.begin() + static_cast<std::ptrdiff_t>(given.z.size());
    std::copy(kkt.begin(), middle, given.z.begin());
    std::copy(middle, kkt.end(), given.multipliers.begin());
  }
  void forward(const Point& given, const Result& converted) const override {
    std::vector<double> kkt(given.z.begin(), given.z.end());
    kkt.insert(kkt.end(), given.multipliers.begin(), given.multipliers.end());
    mixed.carry_over(kkt, converted.z);
  }
};

// Makes the problem over a box in (z, lambda, mu).
struct Kkt {
  OwnedMatrix matrix;
  std::vector<double> vector, lower, upper;
};

Kkt kkt_of(const nsds_qp& qp) {
  const std::int32_t n = qp.size;
  const std::int32_t m = qp.inequalities;
  const std::int32_t total = checked_size(std::int64_t{n} + m + qp.equalities);
  MatrixBuilder builder(total, total, all_dense(qp.Q, qp.A, qp.C));
  builder.add(0, 0, 1.0, qp.Q);
  builder.add(n, 0, 1.0, qp.A);
  builder.add_transposed(0, n, -1.0, qp.A);
  builder.add(n + m, 0, 1.0, qp.C);
  builder.add_transposed(0, n + m, -1.0, qp.C);
  Kkt kkt{builder.finish(), std::vector<double>(index(total)), std::vector<double>(index(total), -infinity),
          std::vector<double>(index(total), infinity)};
  for (std::int32_t j = 0; j < n; ++j) {
    kkt.vector[index(j)] = qp.p[j];
    if (qp.lower != nullptr) kkt.lower[index(j)] = qp.lower[j];
    if (qp.upper != nullptr) kkt.upper[index(j)] = qp.upper[j];
  }
  for (std::int32_t i = 0; i < m; ++i) {
    kkt.vector[index(n + i)] = -qp.b[i];
    kkt.lower[index(n + i)] = 0.0;
  }
  for (std::int32_t i = 0; i < qp.equalities; ++i) kkt.vector[index(n + m + i)] = -qp.d[i];
  return kkt;
}

}  // namespace
}  // namespace nsds::numerics::conversion

using namespace nsds::numerics;
using namespace nsds::numerics::conversion;

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_qp_to_mlcp(const nsds_qp* problem, nsds_conversion** conversion, char* message,
                            size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] {
    const nsds_status status = check_given(problem, call.sentence);
    if (status != NSDS_OK) return status;
    auto made = std::make_unique<QpToMlcp>();
    made->info.given_class = NSDS_CLASS_QP;
    made->info.given_size = problem->size;
    const Kkt kkt = kkt_of(*problem);
    made->info.given_multipliers = kkt.matrix.rows - problem->size;
    made->mixed.build({kkt.matrix, kkt.vector.data(), kkt.lower.data(), kkt.upper.data()});
    nsds_mlcp mlcp;
    nsds_mlcp_init(&mlcp);
    mlcp.size = made->mixed.size();
    mlcp.M = &made->mixed.matrix();
    mlcp.q = made->mixed.vector().data();
    mlcp.complementary = made->mixed.complementary().data();
    made->problem = mlcp;
    return deliver(std::move(made), call);
  });
}
