#include "integrators/euler_moreau/first_order_relations.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"
#include "linalg/vector_loops.hpp"

namespace nsds {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<RowMajor> feedthroughOf(CompiledModel& model, const CondensedInteraction& record) {
  return {model.condensed.pool.data() + record.feedthrough, record.rows, record.rows};
}

}  // namespace

VectorView FirstOrderRelations::multipliers(std::size_t c) const {
  return {model_->nsds->flat().multiplier() + record(c).row, record(c).rows};
}

void FirstOrderRelations::compile(CompiledModel& model) {
  model_ = &model;
  const std::size_t count = model.relations.size();
  constants_.assign(count, nullptr);
  shapes_.assign(count, Shape{0, 0});
  evaluated_.clear();
  coupled_.assign(model.systems.size(), 0);
  for (std::vector<double>* rows : {&offset_, &gap_, &startGap_, &firstTerms_})
    rows->assign(static_cast<std::size_t>(model.nsds->flat().rows()), 0.0);
  inputSizes_.assign(static_cast<std::size_t>(model.nsds->flat().dofs()), 0.0);
  affine_ = true;
  for (std::vector<double>* scratch : {&C_, &D_, &K_, &B_, &r_}) scratch->clear();
  for (std::size_t c = 0; c < count; ++c) {
    if (model.relations[c].firstOrder != nullptr) place(c);
  }
}

/// Takes constants once and for all, or makes room for evaluations.
void FirstOrderRelations::place(std::size_t c) {
  const FirstOrderRelation& relation = *model_->relations[c].firstOrder;
  std::int32_t width = 0;
  for (const CondensedTerm& term : termsOf(model_->condensed, record(c))) width += sizeOf(term);
  shapes_[c] = {record(c).rows, width};
  // Blocks of K between systems are left out of their matrices: another iterate makes up for that.
  const bool exact = !relation.inputDependsOnState() || record(c).terms == 1;
  affine_ = affine_ && relation.affine() && exact;
  constants_[c] = dynamic_cast<const FirstOrderLinearTIR*>(&relation);
  if (constants_[c] != nullptr) {
    takeConstants(*constants_[c], c);
    return;
  }
  evaluated_.push_back(c);
  const auto m = static_cast<std::size_t>(shapes_[c].rows);
  const auto n = static_cast<std::size_t>(width);
  const auto grow = [](std::vector<double>& scratch, std::size_t size) {
    scratch.resize(std::max(scratch.size(), size));
  };
  grow(C_, m * n);
  grow(B_, m * n);
  grow(D_, m * m);
  grow(K_, n * n);
  grow(r_, n);
  if (!relation.inputDependsOnState()) return;
  for (const CondensedTerm& term : termsOf(model_->condensed, record(c)))
    coupled_[static_cast<std::size_t>(term.system)] = 1;
}

void FirstOrderRelations::takeConstants(const FirstOrderLinearTIR& relation, std::size_t c) {
  const CondensedInteraction& to = record(c);
  std::copy_n(relation.e().data(), to.rows, offset_.data() + to.row);
  feedthroughOf(*model_, to) = relation.D();
  Index first = 0;
  for (const CondensedTerm& term : termsOf(model_->condensed, to)) {
    double* const left = model_->condensed.pool.data() + term.left;
    for (std::int32_t i = 0; i < term.size; ++i) {
      for (SparseMatrix::InnerIterator C(relation.C(), first + entryOf(model_->condensed, term, i)); C; ++C)
        left[C.row() * term.size + i] = gamma_ * C.value();
    }
    first += sizeOf(term);
  }
}

/// Columns of B and rows of D of an interaction, empty ones if it is evaluated.
void FirstOrderRelations::appendEntries(std::size_t c) {
  const FirstOrderLinearTIR* const constant = constants_[c];
  for (std::int32_t r = 0; r < record(c).rows; ++r) {
    if (constant != nullptr) {
      SparseMatrix::InnerIterator B(constant->B(), r);
      Index first = 0;
      for (const CondensedTerm& term : termsOf(model_->condensed, record(c))) {
        for (; B && B.row() < first + sizeOf(term); ++B)
          inputs_.add(term.dof + asInt(B.row() - first), B.value());
        first += sizeOf(term);
      }
      for (std::int32_t k = 0; k < record(c).rows; ++k)
        if (constant->D()(r, k) != 0.0) feedthroughs_.add(record(c).row + k, constant->D()(r, k));
    }
    inputs_.end();
    feedthroughs_.end();
  }
}

void FirstOrderRelations::condense(const FirstOrderSystems& systems, double h) {
  renewed_.clear();
  inputs_.clear();
  feedthroughs_.clear();
  for (std::size_t c = 0; c < constants_.size(); ++c) {
    bool constant = true;
    if (model_->relations[c].firstOrder != nullptr) {
      constant = constants_[c] != nullptr;
      for (const CondensedTerm& term : termsOf(model_->condensed, record(c)))
        constant = constant && systems.constant(static_cast<std::size_t>(term.system));
      if (constant) {
        writeRight(c, h, systems.inputWeights(), constants_[c]->B());
        solveRight(c);
      } else {
        renewed_.push_back(c);
      }
    }
    model_->flat.append(model_->condensed, record(c), constant);
    appendEntries(c);
  }
}

/// h B, its rows weighted, at the places of R; weights: (dofs); B: (width x rows). On systems with a support R itself.
void FirstOrderRelations::writeRight(std::size_t c, double h, const double* weights, const SparseMatrix& B) {
  Index first = 0;
  for (const CondensedTerm& term : termsOf(model_->condensed, record(c))) {
    const std::int32_t n = sizeOf(term);
    column_.resize(std::max(column_.size(), static_cast<std::size_t>(n)));
    for (std::int32_t r = 0; r < record(c).rows; ++r) {
      double* const right = model_->condensed.pool.data() + term.right + std::ptrdiff_t{r} * term.size;
      double* const column = term.support < 0 ? right : column_.data();
      clear(n, column);
      for (SparseMatrix::InnerIterator b(B, r); b; ++b) {
        const Index i = b.row() - first;
        if (i >= 0 && i < n) column[i] = h * weights[term.dof + i] * b.value();
      }
      if (term.support < 0) continue;
      model_->matrices.solve(static_cast<std::size_t>(term.system), column);
      for (std::int32_t i = 0; i < term.size; ++i) right[i] = column[entryOf(model_->condensed, term, i)];
    }
    first += n;
  }
}

/// Writes h B from a dense B, which is given for systems without a support alone.
void FirstOrderRelations::writeRight(std::size_t c, double h, const double* weights, MatrixConstRef B) {
  Index first = 0;
  for (const CondensedTerm& term : termsOf(model_->condensed, record(c))) {
    double* const right = model_->condensed.pool.data() + term.right;
    for (std::int32_t r = 0; r < record(c).rows; ++r) {
      for (std::int32_t i = 0; i < term.size; ++i)
        right[std::ptrdiff_t{r} * term.size + i] = h * weights[term.dof + i] * B(first + i, r);
    }
    first += term.size;
  }
}

void FirstOrderRelations::solveRight(std::size_t c) {
  for (const CondensedTerm& term : termsOf(model_->condensed, record(c))) {
    if (term.support < 0)
      model_->matrices.solve(static_cast<std::size_t>(term.system),
                             model_->condensed.pool.data() + term.right, record(c).rows);
  }
}

void FirstOrderRelations::linearise(const StepInterval& step, const OutputPoint& outputs,
                                    const InputPoint& inputs, FirstOrderSystems& systems, double* rhs) {
  if (!evaluated_.empty()) std::fill(inputSizes_.begin(), inputSizes_.end(), 0.0);
  for (const std::size_t c : renewed_) {
    if (constants_[c] != nullptr) {
      writeRight(c, step.h, systems.inputWeights(), constants_[c]->B());
    } else {
      evaluateJacobians(c, step, outputs, inputs, systems);
      subtractInputs(c, rhs);
    }
  }
}

void FirstOrderRelations::evaluateJacobians(std::size_t c, const StepInterval& step,
                                            const OutputPoint& outputs, const InputPoint& inputs,
                                            FirstOrderSystems& systems) {
  const FirstOrderRelation& relation = *model_->relations[c].firstOrder;
  const Shape shape = shapes_[c];
  Eigen::Map<Matrix> C(C_.data(), shape.rows, shape.width);
  Eigen::Map<Matrix> D(D_.data(), shape.rows, shape.rows);
  Eigen::Map<Matrix> K(K_.data(), shape.width, shape.width);
  Eigen::Map<Matrix> B(B_.data(), shape.width, shape.rows);
  relation.outputJacobians(outputs.t, model_->stack(c, outputs.x), multipliers(c), C, D);
  relation.inputJacobians(inputs.t, model_->stack(c, inputs.x), multipliers(c), K, B);
  storeLeft(model_->condensed, record(c), C.data(), gamma_);
  feedthroughOf(*model_, record(c)) = D;
  writeRight(c, step.h, systems.inputWeights(), B);
  if (relation.inputDependsOnState() && inputs.moves) addCoupling(c, -step.h * gamma_, K, systems);
}

/// W of each system gets its own block of K. Blocks between systems are left out: the iterates then converge by a
/// factor, which the residual sees.
void FirstOrderRelations::addCoupling(std::size_t c, double factor, MatrixConstRef K,
                                      FirstOrderSystems& systems) {
  Index first = 0;
  for (const CondensedTerm& term : termsOf(model_->condensed, record(c))) {
    Eigen::Map<Matrix>(systems.varyingMatrix(static_cast<std::size_t>(term.system)), term.size, term.size) +=
        factor * K.block(first, first, term.size, term.size);
    first += term.size;
  }
}

void FirstOrderRelations::lastInputs(const FirstOrderSystems& systems, const double* lambda,
                                     double* g) const {
  const Index dofs = model_->nsds->flat().dofs();
  inputs(lambda, g);
  const double* const weights = systems.inputWeights();
  for (Index i = 0; i < dofs; ++i) g[i] *= 1.0 - weights[i];
}

void FirstOrderRelations::inputs(const double* lambda, double* input) const {
  clear(model_->nsds->flat().dofs(), input);
  for (std::size_t row = 0; row < inputs_.lists(); ++row) inputs_.axpy(row, lambda[row], input);
}

void FirstOrderRelations::addInputs(const FirstOrderSystems& systems, double h, const double* lambda,
                                    double* state, double* input) {
  for (std::size_t row = 0; row < inputs_.lists(); ++row) {
    if (lambda[row] == 0.0) continue;
    for (const FlatRows::Entry& entry : model_->flat[asInt(row)])
      state[entry.position] += lambda[row] * entry.right;
    inputs_.axpy(row, lambda[row], input);
  }
  for (const std::int32_t s : model_->supported) {
    const PlacedSystem& system = model_->systems[static_cast<std::size_t>(s)];
    for (std::int32_t i = 0; i < system.n; ++i)
      column_[static_cast<std::size_t>(i)] =
          h * systems.inputWeights()[system.dof + i] * input[system.dof + i];
    model_->matrices.solve(static_cast<std::size_t>(s), column_.data());
    axpy(system.n, 1.0, column_.data(), state + system.position);
  }
}

/// rhs -= h B lambda, with the h B that stands at the places of R; the sizes of its terms are kept.
void FirstOrderRelations::subtractInputs(std::size_t c, double* rhs) {
  const VectorView lambda = multipliers(c);
  for (const CondensedTerm& term : termsOf(model_->condensed, record(c))) {
    for (std::int32_t r = 0; r < record(c).rows; ++r) {
      const double* const right = rightOf(model_->condensed, term, r);
      axpy(term.size, -lambda[r], right, rhs + term.dof);
      for (std::int32_t i = 0; i < term.size; ++i)
        inputSizes_[static_cast<std::size_t>(term.dof + i)] += std::abs(lambda[r] * right[i]);
    }
  }
}

void FirstOrderRelations::solveRight() {
  for (const std::size_t c : renewed_) {
    solveRight(c);
    model_->flat.refresh(model_->condensed, record(c));
  }
}

double FirstOrderRelations::linearOutput(const CondensedInteraction& of, std::int32_t row, const double* x,
                                         const double* lambda) const {
  const double* const D =
      model_->condensed.pool.data() + of.feedthrough + std::ptrdiff_t{row - of.row} * of.rows;
  return model_->flat.dotPositions(row, x) / gamma_ + dot(of.rows, D, lambda + of.row) +
         offset_[static_cast<std::size_t>(row)];
}

void FirstOrderRelations::keepOffsets(const double* x, const double* y, bool first) {
  if (first) forgetGaps();
  std::copy(gap_.begin(), gap_.end(), startGap_.begin());
  const double* const lambda = model_->nsds->flat().multiplier();
  for (const std::size_t c : evaluated_) {
    for (std::int32_t row = record(c).row; row < record(c).row + record(c).rows; ++row) {
      offset_[static_cast<std::size_t>(row)] = 0.0;
      offset_[static_cast<std::size_t>(row)] = y[row] - linearOutput(record(c), row, x, lambda);
    }
  }
}

void FirstOrderRelations::forgetGaps() {
  std::fill(gap_.begin(), gap_.end(), 0.0);
}

void FirstOrderRelations::shiftOffsets(double fraction) {
  for (std::size_t row = 0; row < offset_.size(); ++row) offset_[row] -= fraction * startGap_[row];
}

void FirstOrderRelations::evaluateInputs(const InputPoint& at, double* g) {
  clear(model_->nsds->flat().dofs(), g);
  for (const std::size_t c : evaluated_) {
    const double* r = r_.data();
    model_->relations[c].firstOrder->input(at.t, model_->stack(c, at.x), multipliers(c),
                                           view(r_.data(), shapes_[c].width));
    for (const CondensedTerm& term : termsOf(model_->condensed, record(c))) {
      axpy(term.size, 1.0, r, g + term.dof);
      r += term.size;
    }
  }
}

void FirstOrderRelations::evaluateOutputs(double t, const double* x, double* y) {
  for (const std::size_t c : evaluated_)
    model_->relations[c].firstOrder->output(t, model_->stack(c, x), multipliers(c),
                                            view(y + record(c).row, record(c).rows));
}

void FirstOrderRelations::constantOutputs(const double* x, double* y) const {
  const double* const lambda = model_->nsds->flat().multiplier();
  const double scale = 1.0 / gamma_;
  for (std::size_t c = 0; c < constants_.size(); ++c) {
    if (constants_[c] == nullptr) continue;
    for (std::int32_t row = record(c).row; row < record(c).row + record(c).rows; ++row)
      y[row] = scale * model_->flat.dotPositions(row, x) +
               feedthroughs_.dot(static_cast<std::size_t>(row), lambda) + offset(row);
  }
}

void FirstOrderRelations::beginStep() {
  std::fill(firstTerms_.begin(), firstTerms_.end(), 0.0);
}

double FirstOrderRelations::outputDefect(const double* x, const double* y, const double* changes,
                                         const double* sizes, double& merit) {
  const double* const lambda = model_->nsds->flat().multiplier();
  double worst = 0.0;
  for (const std::size_t c : evaluated_) {
    const double* D = model_->condensed.pool.data() + record(c).feedthrough;
    for (std::int32_t row = record(c).row; row < record(c).row + record(c).rows; ++row) {
      double terms = 0.0;
      double round = std::abs(y[row]);
      for (const FlatRows::Entry& entry : model_->flat[row]) {
        terms += std::abs(entry.left) / gamma_ * changes[entry.position];
        round += std::abs(entry.left) / gamma_ * sizes[entry.position];
      }
      for (std::int32_t k = 0; k < record(c).rows; ++k) terms += std::abs(*D++ * lambda[record(c).row + k]);
      double& gap = gap_[static_cast<std::size_t>(row)];
      gap = y[row] - linearOutput(record(c), row, x, lambda);
      worst = std::max(worst, beyondRounding(gap, round + terms, terms));
      double& first = firstTerms_[static_cast<std::size_t>(row)];
      if (first == 0.0) first = terms;
      if (first > 0.0) merit = largerOrUndefined(merit, std::abs(gap) / first);
    }
  }
  return worst;
}

}  // namespace nsds
