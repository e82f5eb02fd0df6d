# Puts the page's files into nsds_io; the program's files come in the order in which they use each other.
set(page "${CMAKE_CURRENT_SOURCE_DIR}/src/view/page")
set(style style/colours.css style/layout.css style/controls.css style/charts.css)
set(program
    control/elements.js run/maths.js run/decode.js run/timeline.js run/poses.js run/contacts.js control/colours.js control/theme.js
    space/geometry.js space/instances.js space/shaders.js space/ball_shaders.js space/ground_shaders.js space/camera.js space/picking.js space/grounds.js space/solids.js
    space/overlay.js space/space.js flat/flat_camera.js flat/flat_shapes.js flat/flat_grid.js flat/flat.js
    panels/chart.js panels/charts.js panels/values.js panels/events.js panels/legend.js panels/about.js
    control/view.js control/quality.js control/loop.js control/pointer.js control/transport.js control/keyboard.js
    control/main.js)
set(page_parts "${CMAKE_CURRENT_BINARY_DIR}/page_parts.cpp")
list(JOIN style "|" style_files)
list(JOIN program "|" program_files)
set(page_files ${style} ${program} page.html three_licence.txt)
list(TRANSFORM page_files PREPEND "${page}/")
add_custom_command(
  OUTPUT "${page_parts}"
  COMMAND ${CMAKE_COMMAND} "-DPAGE=${page}" "-DSTYLE=${style_files}" "-DPROGRAM=${program_files}" "-DOUTPUT=${page_parts}"
          -P "${CMAKE_CURRENT_SOURCE_DIR}/src/view/embed.cmake"
  DEPENDS ${page_files} "${CMAKE_CURRENT_SOURCE_DIR}/src/view/embed.cmake"
  VERBATIM)
