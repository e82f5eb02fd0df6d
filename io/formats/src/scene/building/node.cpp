#include "scene/building/node.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "scene/document/json_pointer.hpp"
#include "scene/schema/scene_schema.hpp"

namespace nsds::io::scene {

namespace {

/// The schema of elements or of members that are not named.
const Value* schemaOfOthers(const Value& schema, const char* keyword) {
  const Value& rule = resolved(schema);
  const auto found = rule.FindMember(keyword);
  return found == rule.MemberEnd() || !found->value.IsObject() ? nullptr : &found->value;
}

std::string_view nameOf(const Value& name) {
  return {name.GetString(), name.GetStringLength()};
}

}  // namespace

Node::Node(const Document& document, ReadValues& read)
    : Node(&document, &read, &document.root(), &schemaDocument(), {}) {}

Node::Node(const Document* document, ReadValues* read, const Value* value, const Value* schema,
           std::string pointer)
    : document_(document), read_(read), value_(value), schema_(schema), pointer_(std::move(pointer)) {
  if (schema_ == nullptr) throw std::logic_error("the schema of scenes does not describe " + pointer_);
  if (value_ != nullptr) read_->insert(value_);
}

std::string Node::name() const {
  const std::vector<std::string> steps = stepsOf(pointer_);
  return steps.empty() ? std::string() : steps.back();
}

Node Node::operator[](std::string_view name) const {
  const Value* value = nullptr;
  if (value_ != nullptr) {
    const auto found = value_->FindMember(Value(rapidjson::StringRef(name.data(), name.size())));
    if (found != value_->MemberEnd()) value = &found->value;
  }
  return {document_, read_, value, memberSchema(*schema_, name), joined(pointer_, name)};
}

bool Node::has(std::string_view name) const {
  if (memberSchema(*schema_, name) == nullptr)
    throw std::logic_error("the schema of scenes does not describe " + joined(pointer_, name));
  return value_ != nullptr && value_->HasMember(Value(rapidjson::StringRef(name.data(), name.size())));
}

std::vector<Node> Node::items() const {
  std::vector<Node> items;
  if (value_ == nullptr) return items;
  const Value* schema = schemaOfOthers(*schema_, "items");
  std::size_t index = 0;
  for (const Value& item : value_->GetArray())
    items.push_back(Node(document_, read_, &item, schema, joined(pointer_, std::to_string(index++))));
  return items;
}

std::vector<Node> Node::members() const {
  std::vector<Node> members;
  if (value_ == nullptr) return members;
  for (const auto& member : value_->GetObject()) {
    const std::string_view name = nameOf(member.name);
    const Value* known = memberSchema(*schema_, name);
    const Value* schema = known != nullptr ? known : schemaOfOthers(*schema_, "additionalProperties");
    members.push_back(Node(document_, read_, &member.value, schema, joined(pointer_, name)));
  }
  return members;
}

Node Node::choice() const {
  required();
  return members().at(0);  // the schema asks for exactly one
}

const Value& Node::required() const {
  if (value_ != nullptr) return *value_;
  const auto found = schema_->FindMember("default");
  if (found != schema_->MemberEnd()) return found->value;
  const std::size_t end = pointer_.rfind('/');
  document_->refuse(pointer_.substr(0, end), fmt::format("has no \"{}\"", name()));
}

std::size_t Node::size() const {
  return required().Size();
}

bool Node::isNumber() const {
  return required().IsNumber();
}

bool Node::isArray() const {
  return required().IsArray();
}

bool Node::listsRows() const {
  const std::vector<Node> entries = items();
  const bool rows = entries.at(0).isArray();
  for (const Node& entry : entries)
    if (entry.isArray() != rows)
      entry.refuse(fmt::format("expected a {}, as the first entry is one", rows ? "row" : "number"));
  return rows;
}

double Node::number() const {
  return required().GetDouble();
}

std::int64_t Node::integer() const {
  return required().GetInt64();
}

bool Node::boolean() const {
  return required().GetBool();
}

std::string Node::text() const {
  return std::string(nameOf(required()));
}

std::variant<std::int64_t, double, bool, std::string> Node::scalar() const {
  const Value& value = required();
  if (value.IsString()) return text();
  if (value.IsBool()) return value.GetBool();
  if (value.IsInt64()) return value.GetInt64();
  return value.GetDouble();
}

Vector Node::vector() const {
  const Value& value = required();
  Vector result(static_cast<Index>(size()));
  for (Index i = 0; i < result.size(); ++i)
    result[i] = value[static_cast<rapidjson::SizeType>(i)].GetDouble();
  return result;
}

Vector3 Node::vector3() const {
  return vector();
}

Matrix Node::matrix() const {
  const std::vector<Node> rows = items();
  Matrix result(static_cast<Index>(rows.size()), static_cast<Index>(rows.at(0).size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Vector row = rows[i].vector();
    if (row.size() != result.cols())
      rows[i].refuse(
          fmt::format("expected {} entries as in the first row, found {}", result.cols(), row.size()));
    result.row(static_cast<Index>(i)) = row.transpose();
  }
  return result;
}

void Node::refuse(const std::string& message) const {
  document_->refuse(pointer_, message);
}

namespace {

void requireRead(const Document& document, const ReadValues& read, const Value& value,
                 const std::string& pointer) {
  if (!read.contains(&value)) document.refuse(pointer, "nothing in this scene uses it");
  if (value.IsObject()) {
    for (const auto& member : value.GetObject())
      requireRead(document, read, member.value, joined(pointer, nameOf(member.name)));
  } else if (value.IsArray()) {
    std::size_t index = 0;
    for (const Value& item : value.GetArray()) {
      const std::string place = joined(pointer, std::to_string(index++));
      if (item.IsObject()) requireRead(document, read, item, place);
    }
  }
}

}  // namespace

void requireAllRead(const Document& document, const ReadValues& read) {
  requireRead(document, read, document.root(), {});
}

}  // namespace nsds::io::scene
