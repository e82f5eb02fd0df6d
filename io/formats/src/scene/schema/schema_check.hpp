// Checks a document against the schema of scenes by RapidJSON's validator, and says in a sentence what does not fit.
#pragma once

#include "scene/document/document.hpp"

namespace nsds::io::scene {

/// Errors: SceneError for the first value that does not fit.
void requireSchema(const Document& document);

}  // namespace nsds::io::scene
