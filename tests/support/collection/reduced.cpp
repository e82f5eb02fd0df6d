#include "support/collection/reduced.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <stdexcept>

namespace nsds::bench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double largest_full = 1e7;  // entries of H, were it full

// One contact at one body: L^-1 H_bc with M_b = L L'.
struct Share {
  int contact;
  MatrixXd X;
};

void start(const Instance& instance, Reduced& reduced) {
  const int contacts = instance.contacts(), d = instance.dimension;
  reduced.dimension = d;
  reduced.mu = instance.mu;
  reduced.row_starts.assign(1, 0);
  for (int c = 0; c <= contacts; ++c) reduced.offsets.push_back(d * c);
}

void finish(Reduced& reduced) {
  const int square = reduced.dimension * reduced.dimension;
  for (std::size_t k = 0; k <= reduced.block_columns.size(); ++k)
    reduced.value_starts.push_back(static_cast<std::int32_t>(k) * square);
}

// The rows of H of each body meet few contacts: W_ce = sum over the bodies of both of X_bc' X_be.
class Bodies {
 public:
  explicit Bodies(const Instance& instance) : instance_(instance), shares_(instance.centres.size()) {
    const Eigen::Index s = instance.body_size, d = instance.dimension;
    for (int c = 0; c < instance.contacts(); ++c)
      for (const int body : {instance.geometry[static_cast<std::size_t>(c)].first,
                             instance.geometry[static_cast<std::size_t>(c)].second}) {
        if (body == ground) continue;
        const MatrixXd block = instance.H.block(s * body, d * c, s, d);
        shares_[static_cast<std::size_t>(body)].push_back({c, factor(body).matrixL().solve(block)});
      }
  }

  VectorXd free_velocity() const {
    VectorXd v = instance_.q;
    const Eigen::Index s = instance_.body_size;
    for (int i = 0; i < static_cast<int>(shares_.size()); ++i)
      v.segment(s * i, s) = factor(i).solve(instance_.q.segment(s * i, s));
    return v;
  }

  void fill(Reduced& reduced) const {
    const Eigen::Index d = instance_.dimension;
    std::vector<MatrixXd> sums(instance_.mu.size(), MatrixXd());
    for (int c = 0; c < instance_.contacts(); ++c) {
      std::vector<int> columns;
      const Contact& contact = instance_.geometry[static_cast<std::size_t>(c)];
      for (const int body : {contact.first, contact.second})
        if (body != ground) add_row(body, c, sums, columns);
      std::sort(columns.begin(), columns.end());
      for (const int e : columns) {
        MatrixXd& block = sums[static_cast<std::size_t>(e)];
        reduced.block_columns.push_back(e);
        reduced.values.insert(reduced.values.end(), block.data(), block.data() + d * d);
        block.resize(0, 0);
      }
      reduced.row_starts.push_back(static_cast<std::int32_t>(reduced.block_columns.size()));
    }
  }

 private:
  Eigen::LLT<MatrixXd> factor(int body) const {
    const Eigen::Index s = instance_.body_size;
    return Eigen::LLT<MatrixXd>(MatrixXd(instance_.M.block(s * body, s * body, s, s)));
  }

  void add_row(int body, int c, std::vector<MatrixXd>& sums, std::vector<int>& columns) const {
    const std::vector<Share>& shares = shares_[static_cast<std::size_t>(body)];
    const auto own =
        std::find_if(shares.begin(), shares.end(), [&](const Share& s) { return s.contact == c; });
    for (const Share& other : shares) {
      MatrixXd& sum = sums[static_cast<std::size_t>(other.contact)];
      if (sum.size() == 0) {
        sum = own->X.transpose() * other.X;
        columns.push_back(other.contact);
      } else {
        sum += own->X.transpose() * other.X;
      }
    }
  }

  const Instance& instance_;
  std::vector<std::vector<Share>> shares_;
};

void fill_full(const MatrixXd& W, Reduced& reduced) {
  const Eigen::Index d = reduced.dimension;
  const int contacts = reduced.contacts();
  for (int c = 0; c < contacts; ++c) {
    for (int e = 0; e < contacts; ++e) {
      const MatrixXd block = W.block(d * c, d * e, d, d);
      reduced.block_columns.push_back(e);
      reduced.values.insert(reduced.values.end(), block.data(), block.data() + d * d);
    }
    reduced.row_starts.push_back(static_cast<std::int32_t>(reduced.block_columns.size()));
  }
}

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// X = L^-1 P A with P M P' = L L', all columns of A at once.
RowMajor half_solve(const Eigen::SimplicialLLT<Sparse>& M, const Sparse& A) {
  RowMajor X = M.permutationP() * MatrixXd(A);
  const Sparse L = M.matrixL();
  for (int j = 0; j < L.outerSize(); ++j)
    for (Sparse::InnerIterator entry(L, j); entry; ++entry) {
      if (entry.row() == j) {
        X.row(j) /= entry.value();
      } else {
        X.row(entry.row()) -= entry.value() * X.row(j);
      }
    }
  return X;
}

// With X = L^-1 P H, Y = L^-1 P G', z = L^-1 P q and S = G M^-1 G' = Y'Y:
//   W = X'X - X'Y S^-1 Y'X,   q_reduced = X'z - X'Y S^-1 (Y'z - d) + b.
void reduce_full(const Instance& instance, Reduced& reduced) {
  const Eigen::SimplicialLLT<Sparse> M(instance.M);
  const RowMajor X = half_solve(M, instance.H);
  const RowMajor z = half_solve(M, Sparse(instance.q.sparseView()));
  MatrixXd W = X.transpose() * X;
  reduced.q = X.transpose() * z.col(0) + instance.b;
  if (instance.constraints() > 0) {
    const RowMajor Y = half_solve(M, Sparse(instance.G.transpose()));
    const Eigen::LLT<MatrixXd> S(MatrixXd(Y.transpose() * Y));
    const MatrixXd YX = Y.transpose() * X;
    W -= YX.transpose() * S.solve(YX);
    reduced.q -= YX.transpose() * S.solve(VectorXd(Y.transpose() * z.col(0) - instance.d));
  }
  W = 0.5 * (W + W.transpose()).eval();
  fill_full(W, reduced);
}

}  // namespace

bool is_reducible(const Instance& instance) {
  return (instance.rigid && instance.constraints() == 0) ||
         static_cast<double>(instance.H.rows()) * static_cast<double>(instance.H.cols()) <= largest_full;
}

Reduced reduce(const Instance& instance) {
  if (!is_reducible(instance))
    throw std::invalid_argument(instance.name + " is too large for its W, which is full");
  Reduced reduced;
  start(instance, reduced);
  if (instance.rigid && instance.constraints() == 0) {
    const Bodies bodies(instance);
    bodies.fill(reduced);
    reduced.q = instance.H.transpose() * bodies.free_velocity() + instance.b;
  } else {
    reduce_full(instance, reduced);
  }
  finish(reduced);
  return reduced;
}

MatrixXd dense(const Reduced& reduced) {
  const Eigen::Index d = reduced.dimension;
  const int contacts = reduced.contacts();
  MatrixXd W = MatrixXd::Zero(d * contacts, d * contacts);
  for (int c = 0; c < contacts; ++c)
    for (int k = reduced.row_starts[static_cast<std::size_t>(c)];
         k < reduced.row_starts[static_cast<std::size_t>(c) + 1]; ++k)
      W.block(d * c, d * reduced.block_columns[static_cast<std::size_t>(k)], d, d) =
          Eigen::Map<const MatrixXd>(reduced.values.data() + d * d * k, d, d);
  return W;
}

// Reactions r that G' lambda can balance count for nothing: rank W = rank (H G') - rank G'.
int rank_of_contacts(const Instance& instance) {
  const auto rank = [](const MatrixXd& A) {
    Eigen::ColPivHouseholderQR<MatrixXd> qr;
    qr.setThreshold(1e-10);
    return static_cast<int>(qr.compute(A).rank());
  };
  if (instance.constraints() == 0) return rank(MatrixXd(instance.H));
  MatrixXd both(instance.size(), instance.H.cols() + instance.constraints());
  both << MatrixXd(instance.H), MatrixXd(instance.G.transpose());
  return rank(both) - rank(MatrixXd(instance.G.transpose()));
}

}  // namespace nsds::bench
