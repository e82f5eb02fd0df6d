// A value of a scene together with its schema and its place: what the builders read.
//
//   const double mass = body["mass"].number();   // the value of the document, or the default of the schema
//   if (!body["shape"].given()) return;
//   const Node shape = body["shape"].choice();   // the only member: shape.name() == "sphere"
//
// A builder that asks for what the schema does not describe is a defect and throws std::logic_error; what the document says
// and no builder has asked for is refused by requireAllRead().
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "nsds/common/eigen.hpp"
#include "nsds/kernel/contact/shapes.hpp"
#include "nsds/kernel/error.hpp"
#include "nsds/kernel/types.hpp"
#include "scene/document/document.hpp"

namespace nsds::io::scene {

/// What has been asked for.
using ReadValues = std::unordered_set<const Value*>;

class Node {
 public:
  /// The root of a document.
  Node(const Document& document, ReadValues& read);

  /// False if the document has no such value.
  bool given() const { return value_ != nullptr; }
  const std::string& pointer() const { return pointer_; }
  /// The name of the member, or the index of the element, that it is.
  std::string name() const;

  Node operator[](std::string_view name) const;
  /// True if the object has this member, which does not count as asking for it.
  bool has(std::string_view name) const;
  /// The elements of an array; none if it is not given.
  std::vector<Node> items() const;
  /// The members of an object; none if it is not given.
  std::vector<Node> members() const;
  /// The only member of an object.
  Node choice() const;

  // The value, or the default of the schema. Errors: SceneError if there is neither.
  bool isNumber() const;
  bool isArray() const;
  /// For a list of numbers, or of rows. Errors: SceneError where both are mixed.
  bool listsRows() const;
  double number() const;
  std::int64_t integer() const;
  bool boolean() const;
  std::string text() const;
  /// A number, a whole one as such, text, or a boolean.
  std::variant<std::int64_t, double, bool, std::string> scalar() const;
  Vector vector() const;
  Vector3 vector3() const;
  /// Rows of equal length. Errors: SceneError where they are not.
  Matrix matrix() const;
  /// True if it is text and says this, for entries of an enum.
  bool is(std::string_view word) const { return text() == word; }

  /// Throws SceneError.
  [[noreturn]] void refuse(const std::string& message) const;
  /// Calls what may throw an error of the kernel, which is told with this place.
  template <class Call>
  decltype(auto) guard(const Call& call) const {
    try {
      return call();
    } catch (const nsds::Error& error) {
      refuse(error.what());
    }
  }

 private:
  Node(const Document* document, ReadValues* read, const Value* value, const Value* schema,
       std::string pointer);
  const Value& required() const;
  std::size_t size() const;

  const Document* document_;
  ReadValues* read_;
  const Value* value_;   // null: not given
  const Value* schema_;  // as it stands, with its default, which may refer to another one
  std::string pointer_;
};

/// Errors: SceneError for the first value that nothing has asked for.
void requireAllRead(const Document& document, const ReadValues& read);

}  // namespace nsds::io::scene
