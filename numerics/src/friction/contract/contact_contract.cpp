#include "friction/contract/contact_contract.hpp"

#include "friction/contract/contact_laws.hpp"
#include "friction/contract/judge_parts.hpp"

namespace nsds::numerics::friction {

nsds_residual judge_contacts(const Problem& problem, const ContactContract& contract, const double* r,
                             const double* u, const double* magnitude) {
  return judge_parts(ContactLaws(problem), contract, r, u, magnitude);
}

nsds_residual judge_contacts_quickly(const Problem& problem, const ContactContract& contract, const double* r,
                                     const double* u, const double* magnitude,
                                     std::span<unsigned char> fails) {
  return judge_parts_quickly(ContactLaws(problem), contract, r, u, magnitude, fails);
}

}  // namespace nsds::numerics::friction
