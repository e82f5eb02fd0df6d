// The files of page/ as texts; the build makes page_parts.cpp of them.
#pragma once

#include <string_view>

namespace nsds::io::view::page_parts {

extern const std::string_view head;  ///< up to where the data of a scene stand
extern const std::string_view tail;  ///< from there on
extern const std::string_view threeLicence;

}  // namespace nsds::io::view::page_parts
