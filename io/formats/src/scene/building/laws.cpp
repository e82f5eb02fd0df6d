#include "scene/building/laws.hpp"

namespace nsds::io::scene {

Law lawOf(const Node& law, Index rows, Index rollingRows) {
  const Node form = law.choice();
  const std::string kind = form.name();
  return form.guard([&]() -> Law {
    if (kind == "newton_impact") return NewtonImpactNSL(form["restitution"].number());
    if (kind == "newton_friction")
      return NewtonImpactFrictionNSL(form["restitution"].number(), form["tangential_restitution"].number(),
                                     form["friction"].number(), rows);
    if (kind == "fremond_friction")
      return FremondImpactFrictionNSL(form["restitution"].number(), form["friction"].number(), rows);
    if (kind == "rolling_friction")
      return NewtonImpactRollingFrictionNSL(form["restitution"].number(),
                                            form["tangential_restitution"].number(),
                                            form["friction"].number(), form["rolling"].number(), rollingRows);
    if (kind == "tresca_friction")
      return NewtonImpactTrescaFrictionNSL(form["restitution"].number(),
                                           form["tangential_restitution"].number(), form["bound"].number(),
                                           rows);
    if (kind == "anisotropic_friction")
      return NewtonImpactAnisotropicFrictionNSL(form["restitution"].number(),
                                                form["tangential_restitution"].number(),
                                                form["friction1"].number(), form["friction2"].number());
    if (kind == "cohesion")
      return CohesiveNSL(form["force"].number(), form["friction"].number(), rows,
                         form["bond"].is("brittle") ? Bond::brittle : Bond::renewed);
    if (kind == "equality") return EqualityConditionNSL(rows);
    if (kind == "relay") return RelayNSL(form["lower"].number(), form["upper"].number());
    return ComplementarityConditionNSL();
  });
}

}  // namespace nsds::io::scene
