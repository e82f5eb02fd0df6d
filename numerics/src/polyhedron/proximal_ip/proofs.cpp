#include "polyhedron/proximal_ip/proofs.hpp"

#include <algorithm>

#include "box/farkas.hpp"
#include "core/verdict.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

using Check = bool (*)(const box::Problem&, std::span<double>, std::span<double>, std::span<double>);

bool is_proof(const box::Problem& kkt, SolveContext& context, Proof proof, Check check,
              std::string_view words) {
  const Arena::Mark mark = context.arena->mark();
  const std::span<double> scratch = context.arena->take<double>(context.certificate.size());
  const std::span<double> magnitude = context.arena->take<double>(context.certificate.size());
  const bool holds = context.certify(proof, check(kkt, context.certificate, scratch, magnitude));
  context.arena->rewind(mark);
  if (holds) say_text(context.sentence, words);
  return holds;
}

}  // namespace

bool certificate_is_empty_proof(const box::Problem& kkt, SolveContext& context) {
  // What the signs leave of rounding is taken away: a multiplier of an inequality is not negative.
  for (std::size_t i = index(kkt.primal); i < context.certificate.size(); ++i)
    if (kkt.lower[i] == 0.0) context.certificate[i] = std::max(0.0, context.certificate[i]);
  return is_proof(kkt, context, Proof::infeasible, box::proves_empty,
                  "the constraints contradict each other: the certificate has multipliers that say so");
}

bool certificate_is_unbounded_proof(const box::Problem& kkt, SolveContext& context) {
  return is_proof(kkt, context, Proof::unbounded, box::proves_unbounded,
                  "the objective falls for ever along the z of the certificate; bound the unknowns");
}

Proofs::Proofs(const box::Problem& kkt, const Presolve& presolve, const Equilibration& units,
               SolveContext& context)
    : kkt_(kkt),
      presolve_(presolve),
      units_(units),
      context_(context),
      scaled_(context.arena->take<double>(std::max(units.unknown.size(), units.row.size()))) {}

bool Proofs::empty(std::span<const double> y) const {
  for (std::size_t i = 0; i < y.size(); ++i) scaled_[i] = y[i] * units_.row[i];
  presolve_.recover_contradiction(scaled_.first(y.size()), context_.certificate);
  return certificate_is_empty_proof(kkt_, context_);
}

bool Proofs::unbounded(std::span<const double> v) const {
  for (std::size_t j = 0; j < v.size(); ++j) scaled_[j] = v[j] * units_.unknown[j];
  presolve_.recover_direction(scaled_.first(v.size()), context_.certificate);
  return certificate_is_unbounded_proof(kkt_, context_);
}

}  // namespace nsds::numerics::polyhedron::proximal
