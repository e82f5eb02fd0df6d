#include <stdexcept>
#include <string>

#include "support/hock_schittkowski/definition.hpp"

namespace nsds::test {
namespace {

std::vector<hs::Entry> all_entries() {
  std::vector<hs::Entry> all;
  for (const auto part : {hs::problems_1_to_24(), hs::problems_25_to_44(), hs::problems_45_to_65(),
                          hs::problems_66_to_81(), hs::problems_83_to_92(), hs::problems_93_to_105(),
                          hs::problems_106_to_112(), hs::problems_113_to_119()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace

std::vector<int> hock_schittkowski_numbers() {
  std::vector<int> numbers;
  for (const hs::Entry& entry : all_entries()) numbers.push_back(entry.number);
  return numbers;
}

NonlinearProgram hock_schittkowski(int number) {
  for (const hs::Entry& entry : all_entries()) {
    if (entry.number != number) continue;
    NonlinearProgram problem = hs::assembled(entry.make());
    hs::add_known_answer(problem);
    return problem;
  }
  throw std::invalid_argument("hock_schittkowski: there is no problem " + std::to_string(number));
}

}  // namespace nsds::test
