// What reduced and global contact problems have in common, in memory and in their files.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "nsds/problems/matrix.hpp"
#include "text_reader.hpp"
#include "writing/checks.hpp"

namespace nsds::problems {

// The numbers of rows that a contact may have in a class: in the plane and in space.
struct ContactRows {
  std::int32_t plane, space;
};
inline constexpr ContactRows kFrictionRows{2, 3}, kRollingRows{3, 5};

struct ContactCounts {
  std::int32_t dimension;  // rows a contact
  std::int32_t contacts;

  std::int32_t rows() const { return dimension * contacts; }
};

/// d nc. Throws FileError, also where d nc components are too many.
ContactCounts readContactCounts(TextReader& reader, const ContactRows& rows = kFrictionRows);

/// mu of one contact, a number >= 0; name: what it is called in messages. Throws FileError.
double readCoefficient(TextReader& reader, std::int32_t contact, const char* name = "mu");

/// mu (nc), numbers >= 0. Throws FileError.
std::vector<double> readFriction(TextReader& reader, std::int32_t contacts, const char* name = "mu");

/// The counts in words, for messages: "2 contacts of dimension 3".
std::string inWords(const ContactCounts& counts);

/// Throws std::invalid_argument unless the dimension is one of these numbers of rows.
ContactCounts contactCounts(std::int32_t dimension, const std::vector<double>& mu,
                            const ContactRows& rows = kFrictionRows);

/// W (d nc x d nc) as it is kept: see friction_contact.hpp.
Matrix inContactBlocks(Matrix W, std::int32_t dimension);

}  // namespace nsds::problems
