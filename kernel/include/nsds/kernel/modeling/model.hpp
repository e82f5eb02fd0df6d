// A model has a time interval and one nonsmooth dynamical system. It owns what add and link make.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"
#include "nsds/kernel/modeling/state.hpp"

namespace nsds {

/// Scales of a model; every threshold is relative to them.
struct Scales {
  double length;  ///< [m]
  double time;    ///< [s]
  double mass;    ///< [kg]

  double velocity() const { return length / time; }
  double momentum() const { return mass * length / time; }
};

class NSDS_KERNEL_API Model {
 public:
  /// Takes the interval [t0, T] in seconds. Errors: InvalidArgument unless t0 < T, both finite.
  Model(double t0, double T);
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  double t0() const { return t0_; }
  double T() const { return T_; }
  NonSmoothDynamicalSystem& nsds() { return *nsds_; }
  const NonSmoothDynamicalSystem& nsds() const { return *nsds_; }
  /// Systems and interactions in the order of their ids: those of the user as they were made, then those of managers.
  std::span<const std::unique_ptr<DynamicalSystem>> systems() const { return nsds_->systems(); }
  std::span<const std::unique_ptr<Interaction>> interactions() const { return nsds_->interactions(); }

  /// Makes a system of type DS from its constructor's arguments. The reference is valid until the system is
  /// removed. During a run the system takes part from the next step on.
  template <class DS, class... Arguments>
  DS& add(Arguments&&... arguments) {
    static_assert(std::is_base_of_v<DynamicalSystem, DS>);
    auto system = std::make_unique<DS>(std::forward<Arguments>(arguments)...);
    auto& inserted = static_cast<DS&>(nsds_->insert(std::move(system)));
    applyGravity(inserted);
    return inserted;
  }

  /// Acceleration of gravity [m/s²]: (3), for all rigid bodies (NewtonEulerDS) of the model, those to come included. It
  /// acts beside their F_ext. In the coordinates of Lagrangian systems gravity is part of their F_ext or F_int. Errors:
  /// InvalidArgument.
  void setGravity(VectorConstRef g);

  /// Links systems by a relation and a law, both moved or copied into the model: what counts from then on is the
  /// interaction's relation(), which may be changed between steps, not the argument.
  /// Errors: InvalidArgument naming what does not fit (see NonSmoothDynamicalSystem::insert).
  template <class Law, class Rel, class... Systems>
  Interaction& link(Law&& law, Rel&& relation, Systems&... systems) {
    static_assert(sizeof...(Systems) > 0, "an interaction links at least one system");
    return link(std::forward<Law>(law), std::forward<Rel>(relation),
                std::vector<DynamicalSystem*>{&systems...});
  }
  template <class Law, class Rel>
  Interaction& link(Law&& law, Rel&& relation, std::vector<DynamicalSystem*> systems) {
    using L = std::decay_t<Law>;
    using R = std::decay_t<Rel>;
    static_assert(std::is_base_of_v<NonSmoothLaw, L>, "the first argument is a nonsmooth law");
    static_assert(std::is_base_of_v<Relation, R>, "the second argument is a relation");
    return nsds_->insert(std::make_unique<L>(std::forward<Law>(law)),
                         std::make_unique<R>(std::forward<Rel>(relation)), std::move(systems));
  }

  /// Takes effect before the next step. A removed system takes its interactions with it.
  void remove(DynamicalSystem& system) { nsds_->remove(system); }
  void remove(Interaction& interaction) { nsds_->remove(interaction); }

  /// Gives the state of the model: everything that influences later bits. Errors: Error in the middle of a
  /// step.
  State state() const;
  /// Puts a state back, whatever contacts a detector has found or lost since; views and references to contacts become
  /// invalid then. Errors: InvalidArgument if it belongs to another model, or systems or links were added or removed;
  /// nothing is changed then.
  void setState(const State& state);
  /// state() as bytes, for a file from which another process continues: restoreState() takes them in a model that the
  /// same program has made and whose simulations are initialised, whatever steps it has made since. The bytes are those of
  /// this build on this type of processor, and have no checksum. What functions of the user keep for themselves is not
  /// among them. Errors: those of state().
  std::vector<std::byte> saveState() const;
  /// Errors: InvalidArgument naming the first thing in which this model differs from the one of the bytes, or saying that
  /// they are damaged; Error in the middle of a step. Nothing is changed then. Coefficients of laws and functions are not
  /// compared.
  void restoreState(std::span<const std::byte> bytes);
  /// The names of systems and interactions with functions or classes of the user, which may keep numbers for themselves.
  std::vector<std::string> userFunctions() const;

  /// The scales of the model. Unless they were set, the first call takes them from the data: mass the largest
  /// diagonal entry of a mass matrix, length the largest |q0| or gap, time from the forces; 1 where the data
  /// say nothing.
  const Scales& scales();
  /// Errors: InvalidArgument unless all are positive and finite.
  void setScales(const Scales& scales);

  /// Sends messages to `sink`. Without one, or with an empty one, warnings go to stderr, each once; a sink that does nothing silences
  /// the model.
  void setLogSink(LogSink sink) { nsds_->setLogSink(std::move(sink)); }

  /// A simulation joins for its lifetime, so that the state of the model has a section of it.
  void join(StateParticipant& participant);
  void leave(StateParticipant& participant);

 private:
  void remakeInteractions(const State& state);
  void applyGravity(DynamicalSystem& system) const;

  double t0_;
  double T_;
  std::unique_ptr<NonSmoothDynamicalSystem> nsds_;
  std::vector<StateParticipant*> participants_;
  std::unique_ptr<Scales> scales_;
  Vector gravity_;                        // empty: none was set
  std::shared_ptr<const void> identity_;  // what its states know it by
};

}  // namespace nsds
