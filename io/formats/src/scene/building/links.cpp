#include "scene/building/links.hpp"

#include <variant>

#include "nsds/kernel/modeling/lagrangian_ds.hpp"
#include "scene/building/laws.hpp"

namespace nsds::io::scene {

namespace {

using Systems = std::vector<DynamicalSystem*>;

Systems systemsOf(const Node& link, const Parts& parts) {
  Systems systems;
  for (const Node& name : link["systems"].items()) {
    DynamicalSystem* system = parts.systems.find(name);
    if (dynamic_cast<LagrangianDS*>(system) == nullptr)
      name.refuse("is a rigid body in space, whose rotations no linear relation is for");
    systems.push_back(system);
  }
  return systems;
}

template <class Relation>
Interaction& insert(const Law& law, const Relation& relation, const Systems& systems, Model& model) {
  return std::visit([&](const auto& one) -> Interaction& { return model.link(one, relation, systems); }, law);
}

Interaction& linkRelation(const Node& relation, const Law& law, const Systems& systems, Model& model) {
  const Matrix H = relation["H"].matrix();
  if (relation.name() == "compliant")
    return insert(law, LagrangianCompliantLinearTIR(H, relation["b"].vector(), relation["D"].matrix()),
                  systems, model);
  const Vector b = relation["b"].given() ? relation["b"].vector() : Vector(Vector::Zero(H.rows()));
  return insert(law, LagrangianLinearTIR(H, b), systems, model);
}

void addLink(const Node& link, Parts& parts) {
  const Systems systems = systemsOf(link, parts);
  const Node relation = link["relation"].choice();
  const Index rows = relation["H"].matrix().rows();
  const Law law = lawOf(link["law"], rows, rows);
  Interaction& linked =
      link.guard([&]() -> Interaction& { return linkRelation(relation, law, systems, *parts.model); });
  if (link["name"].given()) linked.setName(link["name"].text());
  parts.links.add(link["name"], &linked);
}

}  // namespace

void addLinks(const Node& scene, Parts& parts) {
  for (const Node& link : scene["links"].items()) addLink(link, parts);
}

}  // namespace nsds::io::scene
