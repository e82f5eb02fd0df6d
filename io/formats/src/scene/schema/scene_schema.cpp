#include "scene/schema/scene_schema.hpp"

#include <rapidjson/pointer.h>

#include <stdexcept>

namespace nsds::io::scene {

namespace {

rapidjson::Document read() {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseFullPrecisionFlag>(kSchemaText.data(), kSchemaText.size());
  if (document.HasParseError()) throw std::logic_error("the schema of scenes is not JSON");
  return document;
}

const Value* find(const Value& object, std::string_view name) {
  const auto member = object.FindMember(Value(rapidjson::StringRef(name.data(), name.size())));
  return member == object.MemberEnd() ? nullptr : &member->value;
}

}  // namespace

const rapidjson::Document& schemaDocument() {
  static const rapidjson::Document document = read();
  return document;
}

const Value& resolved(const Value& schema) {
  const Value* reference = find(schema, "$ref");
  if (reference == nullptr) return schema;
  const rapidjson::Pointer pointer(reference->GetString(), reference->GetStringLength());
  const Value* target = pointer.IsValid() ? pointer.Get(schemaDocument()) : nullptr;
  if (target == nullptr)
    throw std::logic_error(std::string("the schema of scenes has no ") + reference->GetString());
  return resolved(*target);
}

const Value* memberSchema(const Value& schema, std::string_view name) {
  const Value* properties = find(resolved(schema), "properties");
  return properties == nullptr ? nullptr : find(*properties, name);
}

std::vector<std::string> memberNames(const Value& schema) {
  std::vector<std::string> names;
  if (const Value* properties = find(resolved(schema), "properties"))
    for (const auto& member : properties->GetObject()) names.emplace_back(member.name.GetString());
  return names;
}

}  // namespace nsds::io::scene
