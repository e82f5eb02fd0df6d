// Scenes for the tests of pages: made by formulas, so that every value is known.
#pragma once

#include "nsds/io/view.hpp"

namespace nsds::test {

/// Bodies of all shapes in space on a ground: each bounces and turns about an axis of its own; one is born and one
/// dies; a rod and joints; contacts while a body is near the ground.
io::view::Scene spatial_scene();

/// Disks, polygons and a pendulum in the plane, with contacts, events and a table of energies.
io::view::Scene planar_scene();

/// A circuit: tables alone.
io::view::Scene charts_scene();

/// So many spheres and boxes that fly and bounce in a box, each at its own time, over so many frames, with a contact now
/// and then.
io::view::Scene crowd_scene(std::size_t bodies, std::size_t frames);

}  // namespace nsds::test
