// The driver of contact with friction in global form: bodies, contacts and bilateral rows.
#include "global_contact_subject.hpp"
#include "nsds/numerics/global_friction_contact.h"
#include "targets.hpp"

namespace nsds::fuzz {

namespace {

struct CoulombLaw {
  using Problem = nsds_global_friction_contact;
  static constexpr auto init = nsds_global_friction_contact_init;
  static constexpr auto solve = nsds_global_friction_contact_solve;
  static constexpr auto residual = nsds_global_friction_contact_residual;
  static constexpr auto class_residual = nsds_global_friction_contact_class_residual;
  static constexpr auto residual_fclib = nsds_global_friction_contact_residual_fclib;

  CoulombLaw(Input& input, int contacts, Range range) : friction(input, contacts, range) {}
  void give(Problem& problem) const { problem.mu = friction.mu.data(); }
  bool sound() const { return friction.sound; }
  bool is_in_cone(std::size_t d, std::size_t c, const double* r) const {
    return fuzz::is_in_cone(d, friction.mu[c], r);
  }

  Friction friction;
};

std::unique_ptr<Subject> draw_global_friction_contact(Input& input) {
  const Range range = draw_range(input);
  GlobalSizes sizes{};
  sizes.d = input.chance(96) ? 2 : 3;
  sizes.contacts = draw_size(input, 4);
  sizes.n = draw_size(input, 9);
  sizes.m = input.chance(128) ? 0 : draw_size(input, 3);
  return std::make_unique<GlobalContactSubject<CoulombLaw>>(input, sizes, range);
}

}  // namespace

void global_friction_contact_driver(std::span<const std::uint8_t> bytes) {
  check_contract(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, draw_global_friction_contact, bytes);
}

}  // namespace nsds::fuzz
