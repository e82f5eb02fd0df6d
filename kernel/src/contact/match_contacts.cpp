// Makes the contacts of a model those that were found: places what stays, makes what is new, removes what is gone.
#include <algorithm>
#include <array>
#include <utility>

#include "contact/rebuild.hpp"
#include "linalg/prefetch.hpp"

namespace nsds {

/// Places contacts that stay, makes those that are new and within the margin, removes those that are gone.
void CollisionDetection::Implementation::match(Model& model) {
  rebuild(model, [&] {
    walkByKey(
        candidates, contacts, [&](const DetectedContact& contact) { model.remove(*contact.interaction); },
        [&](const ContactCandidate& candidate, const DetectedContact& contact) {
          if (contacts.data() + contacts.size() - &contact > static_cast<std::ptrdiff_t>(prefetchDistance)) {
            const DetectedContact& soon = (&contact)[prefetchDistance];
            prefetch<sizeof(Interaction)>(soon.interaction);
            prefetch<sizeof(ContactR)>(soon.relation);
          }
          place(model, contact, candidate, false);
          built.push_back(contact);
          built.back().normal = candidate.point.normal;
        },
        [&](const ContactCandidate& candidate) {
          if (!candidate.near) return;
          Interaction& made = make(model, candidate.key);
          built.push_back({candidate.key, made.id(), &made, &static_cast<ContactR&>(made.relation()),
                           candidate.point.normal, 0});
          place(model, built.back(), candidate, true);
        });
  });
  // The contacts at the start of the step are kept for a rollback.
  if (!std::exchange(changed, true)) start.swap(contacts);
  contacts.swap(built);
}

void CollisionDetection::Implementation::placeAt(ContactR& relation,
                                                 const ContactCandidate& candidate) const {
  double q[14];
  double* last = q;
  for (const std::int32_t body : {candidate.first, candidate.second}) {
    if (body < 0) continue;
    const auto own = coordinatesOf(static_cast<std::size_t>(body));
    last = std::copy(own.begin(), own.end(), last);
  }
  relation.place(candidate.point, Eigen::Map<const Vector>(q, last - q));
}

/// Puts the contact where it is; its tangential multipliers, and its moments, turn with its frame.
void CollisionDetection::Implementation::place(Model& model, const DetectedContact& contact,
                                               const ContactCandidate& candidate, bool fresh) const {
  ContactR& relation = *contact.relation;
  double* const lambda =
      fresh ? nullptr : model.nsds().flat().multiplier() + model.nsds().row(*contact.interaction);
  const bool turns = lambda != nullptr && rows >= 3 && kind == ContactBodies::spatial;
  // Pairs along the tangents: the impulse and, behind it, the moment.
  const Index pairs = turns ? rows / 2 : 0;
  std::array<Vector3, 2> impulses;
  for (Index p = 0; p < pairs; ++p) {
    const double* const pair = lambda + 1 + 2 * p;
    impulses.at(static_cast<std::size_t>(p)) = pair[0] * relation.axis(1) + pair[1] * relation.axis(2);
  }
  placeAt(relation, candidate);
  for (Index p = 0; p < pairs; ++p) {
    double* const pair = lambda + 1 + 2 * p;
    pair[0] = impulses.at(static_cast<std::size_t>(p)).dot(relation.axis(1));
    pair[1] = impulses.at(static_cast<std::size_t>(p)).dot(relation.axis(2));
  }
}

}  // namespace nsds
