#include "scene/schema/schema_check.hpp"

#include <fmt/core.h>
#include <rapidjson/pointer.h>
#include <rapidjson/schema.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <functional>
#include <map>

#include "joined.hpp"
#include "scene/document/json_pointer.hpp"
#include "scene/document/nearest_name.hpp"
#include "scene/schema/scene_schema.hpp"

namespace nsds::io::scene {

namespace {

std::string textOf(const Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  constexpr std::size_t longest = 60;
  std::string text(buffer.GetString(), buffer.GetSize());
  if (text.size() > longest) text.replace(longest, std::string::npos, "...");
  return text;
}

std::string textOf(const rapidjson::Pointer& pointer) {
  rapidjson::StringBuffer buffer;
  pointer.Stringify(buffer);
  return {buffer.GetString(), buffer.GetSize()};
}

/// What a value is, in words.
std::string kindOf(const Value& value) {
  if (value.IsObject()) return "an object";
  if (value.IsArray()) return "an array";
  return textOf(value);
}

std::string withArticle(const std::string& type) {
  static const std::map<std::string, std::string> words{
      {"object", "an object, {...}"}, {"array", "an array, [...]"},  {"string", "a text, \"...\""},
      {"number", "a number"},         {"integer", "a whole number"}, {"boolean", "true or false"},
  };
  const auto found = words.find(type);
  return found == words.end() ? type : found->second;
}

std::string typesOf(const Value& types) {
  if (types.IsString()) return withArticle(types.GetString());
  std::vector<std::string> words;
  for (const Value& type : types.GetArray()) words.push_back(withArticle(type.GetString()));
  return text::joined(words, " or ");
}

std::vector<std::string> textsOf(const Value& array) {
  std::vector<std::string> texts;
  for (const Value& entry : array.GetArray())
    texts.push_back(entry.IsString() ? std::string(entry.GetString()) : textOf(entry));
  return texts;
}

bool has(const Value& schema, const char* name) {
  return schema.HasMember(name);
}

/// "from 3 to 5" or "3".
std::string countOf(const Value& schema, const char* least, const char* most) {
  if (has(schema, least) && has(schema, most) && schema[least] == schema[most]) return textOf(schema[least]);
  if (has(schema, least) && has(schema, most))
    return fmt::format("{} to {}", textOf(schema[least]), textOf(schema[most]));
  return has(schema, least) ? fmt::format("at least {}", textOf(schema[least]))
                            : fmt::format("at most {}", textOf(schema[most]));
}

std::string expectedType(const Value& schema, const Value& value) {
  return fmt::format("expected {}, found {}", typesOf(schema["type"]), kindOf(value));
}

std::string missing(const Value& schema, const Value& value) {
  std::vector<std::string> names;
  for (const Value& name : schema["required"].GetArray())
    if (!value.HasMember(name)) names.push_back(fmt::format("\"{}\"", name.GetString()));
  return fmt::format("has no {}", text::joined(names));
}

std::string wrongEntry(const Value& schema, const Value& value) {
  const std::vector<std::string> texts = textsOf(schema["enum"]);
  const std::string expected = texts.size() == 1 ? texts[0] : fmt::format("one of {}", text::joined(texts));
  std::string near;
  if (value.IsString())
    if (const auto name = nearestName(value.GetString(), texts))
      near = fmt::format("; did you mean \"{}\"?", *name);
  return fmt::format("expected {}, found {}{}", expected, textOf(value), near);
}

std::string outOfRange(const char* limit, const char* exclusive, const char* open, const char* closed,
                       const Value& schema, const Value& value) {
  const bool strict = has(schema, exclusive) && schema[exclusive].IsTrue();
  return fmt::format("expected a number {} {}, found {}", strict ? open : closed, textOf(schema[limit]),
                     textOf(value));
}

std::string wrongChoice(const Value& schema, const Value& value) {
  return fmt::format("expected one of {}, found {}", text::joined(memberNames(schema)),
                     value.MemberCount() == 0 ? "none" : fmt::format("{} of them", value.MemberCount()));
}

/// The sentence for a keyword of the schema that the value does not fit.
std::string sentence(const std::string& keyword, const Value& schema, const Value& value) {
  if (keyword == "type") return expectedType(schema, value);
  if (keyword == "required") return missing(schema, value);
  if (keyword == "enum") return wrongEntry(schema, value);
  if (keyword == "minimum") return outOfRange("minimum", "exclusiveMinimum", ">", ">=", schema, value);
  if (keyword == "maximum") return outOfRange("maximum", "exclusiveMaximum", "<", "<=", schema, value);
  if (keyword == "minProperties" || keyword == "maxProperties") return wrongChoice(schema, value);
  if (keyword == "minItems" || keyword == "maxItems")
    return fmt::format("expected {} entries, found {}", countOf(schema, "minItems", "maxItems"),
                       value.Size());
  if (keyword == "minLength" || keyword == "maxLength")
    return fmt::format("expected {} letters, found {}", countOf(schema, "minLength", "maxLength"),
                       textOf(value));
  return fmt::format("does not fit \"{}\" of the schema", keyword);
}

const rapidjson::SchemaDocument& compiledSchema() {
  static const rapidjson::SchemaDocument schema(schemaDocument());
  return schema;
}

}  // namespace

void requireSchema(const Document& document) {
  rapidjson::SchemaValidator validator(compiledSchema());
  if (document.root().Accept(validator)) return;
  const rapidjson::Pointer place = validator.GetInvalidDocumentPointer();
  const std::string pointer = textOf(place);
  const Value* schema = validator.GetInvalidSchemaPointer().Get(schemaDocument());
  const Value* value = place.Get(document.root());
  const char* keyword = validator.GetInvalidSchemaKeyword();
  if (schema == nullptr || value == nullptr || keyword == nullptr)
    document.refuse(pointer, "does not fit the schema");
  const Value& rule = resolved(*schema);
  // A name that is not known is the last step of the pointer; the schema is that of the object around it.
  if (std::string_view(keyword) == "additionalProperties") {
    const std::string name = stepsOf(pointer).back();
    document.refuse(pointer,
                    fmt::format("\"{}\" is not known here{}", name, suggestion(name, memberNames(rule))));
  }
  document.refuse(pointer, sentence(keyword, rule, *value));
}

}  // namespace nsds::io::scene
