// What reduced and global contact problems have in common, in memory and in their files.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "nsds/problems/matrix.hpp"
#include "text_reader.hpp"

namespace nsds::problems {

struct ContactCounts {
  std::int32_t dimension;  // 2 or 3
  std::int32_t contacts;

  std::int32_t rows() const { return dimension * contacts; }
};

/// d nc. Throws FileError, also where d nc components are too many.
ContactCounts readContactCounts(TextReader& reader);

/// mu of one contact, a number >= 0. Throws FileError.
double readCoefficient(TextReader& reader, std::int32_t contact);

/// mu (nc), numbers >= 0. Throws FileError.
std::vector<double> readFriction(TextReader& reader, std::int32_t contacts);

/// Throw std::invalid_argument for a number that is not finite or negative.
void checkCoefficient(double mu, std::int32_t contact);
void checkFriction(const double* mu, std::int32_t contacts);

/// The counts in words, for messages: "2 contacts of dimension 3".
std::string inWords(const ContactCounts& counts);

/// Throws std::invalid_argument unless the dimension is 2 or 3 and their number of contacts is that of mu.
ContactCounts contactCounts(std::int32_t dimension, const std::vector<double>& mu);

/// Throws std::invalid_argument that says what should have been.
void require(bool holds, const char* what);

/// W (d nc x d nc) as it is kept: see friction_contact.hpp.
Matrix inContactBlocks(Matrix W, std::int32_t dimension);

}  // namespace nsds::problems
