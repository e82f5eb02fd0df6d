// The JSON Schema of scenes: its text, and the schema of every place in a document.
#pragma once

#include <rapidjson/document.h>

#include <string>
#include <string_view>
#include <vector>

namespace nsds::io::scene {

using Value = rapidjson::Value;

/// Made of scene.schema.json when the library is built.
extern const std::string_view kSchemaText;

/// The schema as a document, read once.
const rapidjson::Document& schemaDocument();
/// What a schema refers to by "$ref", or itself.
const Value& resolved(const Value& schema);
/// The schema of a member; null if there is none.
const Value* memberSchema(const Value& schema, std::string_view name);
/// The names of the members that a schema knows.
std::vector<std::string> memberNames(const Value& schema);

}  // namespace nsds::io::scene
