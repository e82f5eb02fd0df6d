// Nonsmooth Gauss-Seidel on velocities: block after block, a contact or a few bilateral rows, is solved with
// the others held, u_c = H_c' v + b_c being read off the velocities of the bodies it touches, which its
// change updates [Jourdan, Alart, Jean 1998, CMAME 155; Acary, Brogliato 2008, ch. 13]. A sweep costs two
// passes over H, however many contacts a body has. Accelerated by nonlinear conjugate gradients [Silcowitz,
// Niebe, Erleben 2010, Visual Computer 26], which need one direction; the last six sweeps, which accelerate
// those over W, would take 288 bytes a contact and more, beside some 320 in all.
//
// Large problems take the time in which packs come from memory, so that they have H in single precision. It
// is what they change that is rounded, not where they begin: with h = H rounded, and from velocities v_0,
//
//   u = h' v + b + (H - h)' v_0,   dv = M^-1 h dr.
//
// They find the solution to about 1e-7 of the way there, begin anew where that ends, and so on.
//
// sweep_order.hpp has the order, which is one and the same for every number of threads, and so are the bits.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "core/thread_pool.hpp"
#include "global_friction/problem.hpp"
#include "global_friction/sweeps/other_contacts.hpp"
#include "global_friction/sweeps/pack_sweep.hpp"
#include "global_friction/sweeps/row_blocks.hpp"
#include "global_friction/sweeps/sweep_order.hpp"

namespace nsds::numerics::global_friction {

template <int D>
class VelocitySweeps {
 public:
  // The blocks of M are small. Takes memory of the arena for its lifetime; others may take some only between
  // pause and restart, and give it back before.
  VelocitySweeps(const Problem& problem, std::size_t threads, Arena& arena);

  // Starts from reactions and multipliers, and the velocities v that they make.
  void start(std::span<const double> r, std::span<const double> lambda, std::span<const double> v);
  // These are the reactions and multipliers at hand, (D contacts) and (m), from pause to restart, between
  // which they may be changed: near the cones, which accelerated and relaxed sweeps leave.
  std::span<double> reactions() { return b_.first(problem_.reactions()); }
  std::span<double> multipliers() { return lambda_; }

  // Sweeps once. Returns an estimate of the residual of the class, by the change of r and by the bilateral
  // rows before they were corrected; not a bound.
  double plain(double relaxation);
  // Sweeps once, from a step along the direction of earlier sweeps.
  double accelerated();
  // Forgets the direction: its memory may be taken from the arena, and is to be given back, until restart.
  void pause();
  // v: the velocities that reactions and multipliers make.
  void restart(std::span<const double> v);

 private:
  void pack();
  void take_directions();
  void step_velocities(std::size_t block);
  void sum_changes(std::size_t block);
  // All threads do the work at once; they meet where it says so.
  template <class Work>
  void run(Work&& work);
  template <class Visit>
  void visit_packs(Visit&& visit);
  template <class Visit>
  void for_each_lane(Visit&& visit);
  void set_b(std::span<const double> v);
  PackData<D> pack_data();
  double sweep(double relaxation, bool accelerates);

  const Problem& problem_;
  Arena& arena_;
  ColumnView H_;
  PackUnits units_;
  Bodies bodies_;
  ContactReader<D> reader_;
  SweepOrder order_;
  std::span<ContactPack<D>> packs_;
  OtherContacts<D> others_;
  RowBlocks rows_;
  std::span<double> w_;        // (n and a body of zeros, the ground)
  std::span<double> r_, b_;    // of packs; while sweeps pause b_ has the reactions in the order of the caller
  std::span<double> other_r_;  // of contacts that packs do not take
  std::span<double> lambda_;
  std::span<double> sums_;    // |change of w|^2 by blocks
  Arena::Mark directions_{};  // what is taken after it is in use from restart to pause
  std::span<PackSteps<D>> steps_;
  std::span<double> w_before_;
  std::span<float> w_direction_;  // over w_unit_, as those of reactions are over s_r
  double w_unit_;                 // sqrt(s_u s_r): a square of w is an energy
  double last_change_ = -1.0;     // |change of w|^2 of the last accelerated sweep, negative: none
  double beta_ = 0.0;             // of the next step, 0: none
  bool steps_are_set_ = false;
  ThreadPool pool_;
  std::array<Dispenser, most_colours + 1> turns_;  // of chunks, and of the colours between them
  Dispenser step_turn_, sum_turn_;
  std::span<double> largest_;  // error, by threads
};

}  // namespace nsds::numerics::global_friction
