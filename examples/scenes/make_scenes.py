#!/usr/bin/env python3
"""Writes the scenes of this folder: the models of examples, with the numbers that their drivers compute.

usage: make_scenes.py [--check]

A scene holds numbers, no formulas. Each is computed here in the same order of operations as in the driver of the same
name, and written with the digits that give the same double again, so that both runs have the same bits.
tests/examples/scenes_test.cpp compares them.
"""
import json
import math
import os
import random
import sys

G = 9.81


def whole_step(h, T):
    return T / math.ceil(T / h - 1e-9)


def linear(systems, H, b, law, name=None):
    link = {"name": name} if name else {}
    return link | {"systems": systems, "relation": {"linear": {"H": H, "b": b}}, "law": law}


def impact(e):
    return {"newton_impact": {"restitution": e}}


def friction(mu):
    return {"newton_friction": {"friction": mu}}


def stepping(step, formulation=None, tolerance=None, solver="auto", **others):
    simulation = {"step": step}
    if formulation:
        simulation["formulation"] = {"name": formulation, "solver": {"name": solver, "options": {"tolerance": tolerance}}}
    return {"time_stepping": simulation | others}


def column(name, unit, kind, of, index=0):
    entry = {"of": of} | ({"index": index} if index else {})
    return {"name": name, "unit": unit, "value": {kind: entry}}


def half_plane():
    return [{"name": "ground", "shape": {"half_space": {"normal": [0, 1, 0]}}}]


def half_space():
    return [{"name": "ground", "shape": {"half_space": {"normal": [0, 0, 1]}}}]


def ball():
    return {
        "title": "A ball bounces infinitely often in finite time and comes to rest.",
        "duration": 5,
        "bodies": [{"lagrangian": {"name": "ball", "q": [1], "mass": [[1]], "force": [-2]}}],
        "links": [linear(["ball"], [[1]], [0], impact(0.5), "contact")],
        "simulation": {"time_stepping": {"step": 1e-3, "formulation": {"name": "LCP"}}},
        "recording": {"columns": [column("height", "m", "position", "ball"), column("velocity", "m/s", "velocity", "ball"),
                                  column("impulse", "N s", "multiplier", "contact")]},
    }


def planar_ball():
    m, R = 1.0, 0.1
    return {
        "title": "A rigid ball bounces on a plane and drifts sideways.",
        "duration": 3,
        "bodies": [{"lagrangian": {"name": "ball", "q": [1, 0, 0], "v": [0, 0.5, 0], "mass": [m, m, 0.6 * m * R * R],
                                   "force": [-m * G, 0, 0]}}],
        "links": [linear(["ball"], [[1, 0, 0]], [-R], impact(0.9), "contact")],
        "simulation": stepping(1e-4, "LCP", 1e-12, "lemke"),
        "recording": {"columns": [column("z", "m", "position", "ball"), column("x", "m", "position", "ball", 1),
                                  column("vz", "m/s", "velocity", "ball"),
                                  column("impulse", "N s", "multiplier", "contact")]},
    }


def newtons_cradle():
    names = ["ball1", "ball2", "ball3"]
    columns = []
    for name in names:
        columns += [column(name + ".position", "m", "position", name), column(name + ".velocity", "m/s", "velocity", name)]
    return {
        "title": "Newton's cradle: three balls that touch.",
        "duration": 1,
        "bodies": [{"lagrangian": {"name": name, "q": [i * (2.0 * 0.05 + 0.0)], "v": [1 if i == 0 else 0], "mass": [[1]]}}
                   for i, name in enumerate(names)],
        "links": [linear(names[i:i + 2], [[-1, 1]], [-2.0 * 0.05], impact(1)) for i in range(2)],
        "simulation": stepping(1e-3, "LCP", 1e-12, "lemke"),
        "recording": {"columns": columns},
    }


def bead_column():
    R, m, T = 0.1, 1.0, 3.0
    h = whole_step(5e-4, T)
    names = [f"bead{i + 1}" for i in range(10)]
    links = [linear([names[0]], [[1]], [-R], impact(0.5))]
    links += [linear(names[i - 1:i + 1], [[-1, 1]], [-2.0 * R], impact(0.5)) for i in range(1, 10)]
    return {
        "title": "A column of beads falls onto the ground and comes to rest.",
        "duration": T,
        "bodies": [{"lagrangian": {"name": name, "q": [0.3 + 0.25 * i], "mass": [[m]], "force": [-m * G]}}
                   for i, name in enumerate(names)],
        "links": links,
        "simulation": stepping(h, "LCP", 1e-10, "lemke",
                               integrator={"moreau_jean": {"restitution_threshold": 2.0 * G * h}}),
        "recording": {"columns": [column(name, "m", "position", name) for name in names]},
    }


def incline():
    mu, side, height, m = 0.5, 1.0, 0.1, 1.0
    alpha = math.atan(0.9 * mu)
    about = [m / 12.0 * (side * side + height * height), m / 12.0 * (side * side + height * height),
             m / 12.0 * (2.0 * side * side)]
    return {
        "title": "A box on an incline stands: tan(alpha) is below the coefficient of friction.",
        "duration": 2,
        "bodies": [{"rigid": {"name": "box", "position": [0, 0, 0.5 * height], "mass": m, "inertia": about,
                              "force": [m * G * math.sin(alpha), 0, -m * G * math.cos(alpha)],
                              "shape": {"box": {"half": [0.5 * side, 0.5 * side, 0.5 * height]}}}}],
        "statics": half_space(),
        "contact": {"law": friction(mu)},
        "simulation": stepping(1e-2, "FrictionContact", 1e-12),
        "recording": {"columns": [column("downhill", "m", "position", "box"), column("velocity", "m/s", "velocity", "box")]},
    }


def boxes_column():
    n, edge, height, drop, m, T = 8, 0.2, 0.1, 1e-3, 2.0, 1.0
    h, offset = whole_step(1e-3, T), 0.8 * edge / n
    along, about = m / 12.0 * (edge * edge + height * height), m / 6.0 * edge * edge
    return {
        "title": "A leaning column of boxes comes to rest.",
        "duration": T,
        "gravity": [0, 0, -G],
        "bodies": [{"rigid": {"name": f"box{k + 1}", "mass": m, "inertia": [along, along, about],
                              "position": [k * offset, 0, (k + 0.5) * height + (k + 1.0) * drop],
                              "shape": {"box": {"half": [0.5 * edge, 0.5 * edge, 0.5 * height]}}}} for k in range(n)],
        "statics": half_space(),
        "contact": {"law": friction(0.5)},
        "simulation": stepping(h, "FrictionContact", 1e-8),
        "recording": {"columns": [column("top", "m", "position", f"box{n}", 2)]},
    }


class MersenneTwister:
    """std::mt19937 with a seed, and draws of std::uniform_real_distribution<double>(0, 1)."""

    def __init__(self, seed):
        state = [seed]
        for k in range(1, 624):
            state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + k) & 0xFFFFFFFF)
        self.engine = random.Random()
        self.engine.setstate((3, tuple(state) + (624,), None))

    def draw(self):
        low, high = float(self.engine.getrandbits(32)), float(self.engine.getrandbits(32))
        return (low + high * 2.0**32) / 2.0**64


def sphere_pile():
    engine, bodies, T = MersenneTwister(1), [], 20.0
    for k in range(55):
        r = 0.12 + 0.06 * engine.draw()
        m = 1000.0 * r * r * r
        column_, row, layer = k % 4, k // 4 % 4, k // 16
        position = [-0.6 + 0.4 * column_ + 0.05 * engine.draw(), -0.6 + 0.4 * row + 0.05 * engine.draw(), 0.2 + 0.4 * layer]
        bodies.append({"rigid": {"mass": m, "inertia": [0.4 * m * r * r] * 3, "position": position,
                                 "shape": {"sphere": {"radius": r}}}})
    walls = [[0, 0, 1, 0], [1, 0, 0, -1], [-1, 0, 0, -1], [0, 1, 0, -1], [0, -1, 0, -1]]
    return {
        "title": "A heap of spheres on a plane within four walls, with friction.",
        "duration": T,
        "gravity": [0, 0, -G],
        "bodies": bodies,
        "statics": [{"shape": {"half_space": {"normal": wall[:3], "offset": wall[3]}}} for wall in walls],
        "contact": {"law": friction(0.5)},
        "simulation": stepping(whole_step(5e-3, T), "FrictionContact", 1e-8),
        "recording": {"columns": [{"name": "contacts", "value": {"contacts": {}}}]},
    }


def card_tower():
    length, r, alpha, mass = 0.085, 0.0005, 0.4, 2e-3
    rise, across = length * math.cos(alpha), length * math.sin(alpha)
    free = 0.5 * across / (rise + r)
    mu = 1.05 * free

    def card(start, end):
        middle = [0.5 * (start[k] + end[k]) for k in range(2)]
        along = [end[k] - start[k] for k in range(2)]
        l = math.sqrt(along[0] * along[0] + along[1] * along[1])
        m = mass * l / length
        return {"planar": {"mass": m, "inertia": m * l * l / 12.0, "position": middle,
                           "angle": math.atan2(along[1], along[0]),
                           "shape": {"polygon": {"vertices": [[-0.5 * l, 0], [0.5 * l, 0]], "radius": r}}}}

    x, foot = 0.0, r
    return {
        "title": "A tower of cards, one storey: it stands.",
        "duration": 1,
        "gravity": [0, -G],
        "bodies": [card([x - r - across, foot], [x - r, foot + rise]), card([x + r + across, foot], [x + r, foot + rise])],
        "statics": half_plane(),
        "contact": {"law": friction(mu)},
        "simulation": stepping(1e-3, "FrictionContact", 1e-10),
    }


def masonry_arch():
    density, radius, n, T = 2000.0, 1.0, 21, 1.0
    thickness = 0.11 * radius

    def joint(k, r):
        angle = math.pi * k / n
        return [r * math.cos(angle), 0.0 if k in (0, n) else r * math.sin(angle)]

    def dot(a, b):
        return a[0] * b[0] + a[1] * b[1]

    bodies = []
    for k in range(n):
        inner, outer = radius - 0.5 * thickness, radius + 0.5 * thickness
        vertices = [joint(k, inner), joint(k, outer), joint(k + 1, outer), joint(k + 1, inner)]
        mass, centre, about_origin = 0.0, [0.0, 0.0], 0.0
        for i in range(4):
            a, b = vertices[i], vertices[(i + 1) % 4]
            m = 0.5 * density * (a[0] * b[1] - a[1] * b[0])
            mass += m
            centre = [centre[j] + m * (a[j] + b[j]) / 3.0 for j in range(2)]
            about_origin += m * (dot(a, a) + dot(a, b) + dot(b, b)) / 6.0
        centre = [c / mass for c in centre]
        bodies.append({"planar": {"mass": mass, "inertia": about_origin - mass * dot(centre, centre), "position": centre,
                                  "shape": {"polygon": {"vertices": [[v[0] - centre[0], v[1] - centre[1]]
                                                                     for v in vertices]}}}})
    return {
        "title": "A semicircular masonry arch: it stands.",
        "duration": T,
        "gravity": [0, -G],
        "bodies": bodies,
        "statics": half_plane(),
        "contact": {"law": friction(0.7)},
        "simulation": stepping(whole_step(1e-3, T), "FrictionContact", 1e-7),
    }


def four_bar():
    crank, coupler, rocker, ground, start = 0.4, 1.2, 1.0, 1.1, 0.5
    A = [crank * math.cos(start), crank * 0.0, crank * math.sin(start)]
    between = [ground - A[0], 0.0 - A[1], 0.0 - A[2]]
    e = math.sqrt(between[0] * between[0] + between[1] * between[1] + between[2] * between[2])
    along = (coupler * coupler - rocker * rocker + e * e) / (2.0 * e)
    across = math.sqrt(coupler * coupler - along * along)
    side = [-between[2], 0.0, between[0]]
    B = [A[k] + along / e * between[k] + across / e * side[k] for k in range(3)]
    D = [ground, 0.0, 0.0]

    def bar(name, start_, end):
        middle = [0.5 * (start_[k] + end[k]) for k in range(3)]
        d = [end[k] - start_[k] for k in range(3)]
        length = math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
        m = 2.0 * length
        J = m * length * length / 12.0
        half = 0.5 * math.atan2(d[2], d[0])
        return {"rigid": {"name": name, "mass": m, "inertia": [0.01 * J, J, J], "position": middle,
                          "rotation": [math.cos(half), math.sin(half) * 0.0, math.sin(half) * -1.0, math.sin(half) * 0.0]}}

    def pivot(name, bodies, anchor):
        return {"pivot": {"name": name, "bodies": bodies, "anchor": anchor, "axis": [0, -1, 0]}}

    return {
        "title": "A four-bar linkage in space, driven at its crank.",
        "duration": 2.5,
        "gravity": [0, 0, -G],
        "bodies": [bar("crank", [0.0] * 3, A), bar("coupler", A, B), bar("rocker", D, B)],
        "joints": [pivot("shaft", ["crank"], [0, 0, 0]), pivot("knee", ["coupler", "crank"], A),
                   pivot("elbow", ["coupler", "rocker"], B), pivot("swing", ["rocker"], D)],
        "motors": [{"name": "motor", "joint": "shaft", "rate": 3}],
        "simulation": stepping(1e-3),
        "recording": {"columns": [column("crank turned", "rad", "joint_coordinate", "shaft"),
                                  column("rocker turned", "rad", "joint_coordinate", "swing"),
                                  column("motor", "N m s", "multiplier", "motor")]},
    }


def spinning_top():
    spin, tilt, h, T = 80.0, 0.5, 2e-4, 3.0
    m, l, J1, J3 = 0.5, 0.1, 1e-3, 2e-3
    J = J1 + m * l * l
    a, b, c = J * math.cos(tilt), J3 * spin, m * G * l
    rate = 2.0 * c / (b + math.sqrt(b * b - 4.0 * a * c))
    return {
        "title": "A heavy top on a ball joint precesses steadily.",
        "duration": T,
        "gravity": [0, 0, -G],
        "bodies": [{"rigid": {"name": "top", "mass": m, "inertia": [J1, J1, J3],
                              "position": [l * math.sin(tilt), 0, l * math.cos(tilt)],
                              "rotation": [math.cos(0.5 * tilt), 0, math.sin(0.5 * tilt), 0],
                              "velocity": [0, rate * l * math.sin(tilt), 0],
                              "angular_velocity": [-rate * math.sin(tilt), 0, spin]}}],
        "joints": [{"ball": {"name": "anchor", "bodies": ["top"], "anchor": [0, 0, 0]}}],
        "simulation": stepping(h),
        "recording": {"columns": [column("x", "m", "position", "top"), column("y", "m", "position", "top", 1),
                                  column("spin", "rad/s", "velocity", "top", 5)]},
    }


def woodpecker():
    m_M, m_S, J_M, J_S, spring = 0.0003, 0.0045, 5e-9, 7e-7, 0.0056
    r_O, r_M, h_M, l_M, l_G, h_S, l_S = 0.0025, 0.0031, 0.0058, 0.010, 0.015, 0.02, 0.0201
    M = [[m_S + m_M, m_S * l_M, m_S * l_G], [m_S * l_M, J_M + m_S * l_M * l_M, m_S * l_M * l_G],
         [m_S * l_G, m_S * l_M * l_G, J_S + m_S * l_G * l_G]]
    K = [[spring * x for x in row] for row in [[0.0, 0.0, 0.0], [0.0, 1.0, -1.0], [0.0, -1.0, 1.0]]]

    def touch(name, e, H, offset):
        return linear(["bird"], H, [offset, 0], {"newton_friction": {"restitution": e, "friction": 0.3}}, name)

    return {
        "title": "A woodpecker toy pecks its way down a pole.",
        "duration": 6,
        "bodies": [{"lagrangian": {"name": "bird", "q": [0, -0.1034, -0.2788], "v": [-0.3411, 0, -7.4583], "mass": M,
                                   "stiffness": K, "force": [-G * x for x in [m_S + m_M, m_S * l_M, m_S * l_G]]}}],
        "links": [touch("beak", 0.5, [[0, 0, -h_S], [1, l_M, l_G - l_S]], l_M + l_G - l_S - r_O),
                  touch("lower edge", 0, [[0, h_M, 0], [1, r_M, 0]], r_M - r_O),
                  touch("upper edge", 0, [[0, -h_M, 0], [1, r_M, 0]], r_M - r_O)],
        "simulation": stepping(1e-5, "FrictionContact", 1e-12),
        "recording": {"stride": 20, "columns": [column("height", "m", "position", "bird"),
                                                column("sleeve", "rad", "position", "bird", 1),
                                                column("bird", "rad", "position", "bird", 2)]},
    }


def events(T, parts, **options):
    return {"event_driven": {"sampling": T / parts} | options}


def event_driven_ball():
    m, e, height = 2.0, 0.8, 1.0
    t0 = math.sqrt(2.0 * height / G)
    end = t0 * (1.0 + e) / (1.0 - e)
    T = 1.2 * end
    return {
        "title": "The instants of the impacts of a bouncing ball.",
        "duration": T,
        "bodies": [{"lagrangian": {"name": "ball", "q": [height], "mass": [[m]], "force": [-m * G]}}],
        "links": [linear(["ball"], [[1]], [0], impact(e), "ground")],
        "simulation": events(T, 200.0, accumulation_interval=1e-6 / T),
        "recording": {"columns": [column("height", "m", "position", "ball"), column("velocity", "m/s", "velocity", "ball"),
                                  column("force", "N", "multiplier", "ground")]},
    }


def event_driven_column():
    m, R, drop, e, beads = 0.05, 0.01, 0.3, 1.0, 10
    fall = math.sqrt(2.0 * drop / G)
    T = fall * (2.0 * math.floor(5.0))
    names = [f"bead{i + 1}" for i in range(beads)]
    links = [linear([names[0]], [[1]], [-R], impact(e))]
    links += [linear(names[i - 1:i + 1], [[-1, 1]], [-2.0 * R], impact(e)) for i in range(1, beads)]
    return {
        "title": "A column of beads that touch bounces as one block.",
        "duration": T,
        "bodies": [{"lagrangian": {"name": name, "q": [drop + R + 2.0 * R * float(i)], "mass": [[m]], "force": [-m * G]}}
                   for i, name in enumerate(names)],
        "links": links,
        "simulation": events(T, 200.0),
    }


def two_contacts():
    m, e, half = 1.5, 0.6, math.sqrt(0.5)
    gravity, distances = half * G, [0.5, 0.8]
    T = 1.2 * math.sqrt(2.0 * max(distances) / gravity) * (1.0 + e) / (1.0 - e)
    return {
        "title": "A ball in a groove: two contacts.",
        "duration": T,
        "bodies": [{"lagrangian": {"name": "ball", "q": [half * (distances[0] - distances[1]),
                                                          half * (distances[0] + distances[1])],
                                   "mass": [[m, 0], [0, m]], "force": [0, -m * G]}}],
        "links": [linear(["ball"], [[half, half]], [0], impact(e), "left"),
                  linear(["ball"], [[-half, half]], [0], impact(e), "right")],
        "simulation": events(T, 200.0, accumulation_interval=1e-6 / T),
        "recording": {"columns": [column("x", "m", "position", "ball"), column("y", "m", "position", "ball", 1),
                                  column("left", "N", "multiplier", "left"), column("right", "N", "multiplier", "right")]},
    }


SCENES = {"ball": ball, "planar_ball": planar_ball, "newtons_cradle": newtons_cradle, "bead_column": bead_column,
          "incline": incline, "column": boxes_column, "sphere_pile": sphere_pile, "card_tower": card_tower,
          "masonry_arch": masonry_arch, "four_bar": four_bar, "spinning_top": spinning_top, "woodpecker": woodpecker,
          "event_driven_ball": event_driven_ball, "event_driven_column": event_driven_column,
          "two_contacts": two_contacts}


def text_of(scene):
    """A line for each member, and for each entry of a list of objects."""
    lines = []
    for name, value in scene.items():
        if isinstance(value, list) and isinstance(value[0], dict):
            entries = ",\n".join("    " + json.dumps(entry) for entry in value)
            lines.append(f"  {json.dumps(name)}: [\n{entries}\n  ]")
        else:
            lines.append(f"  {json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    for name, make in SCENES.items():
        path = os.path.join(folder, name + ".json")
        text = text_of({"nsds_scene": 1} | make())
        if sys.argv[1:] == ["--check"]:
            with open(path, encoding="utf-8") as file:
                if file.read() != text:
                    sys.exit(f"{path} is not what make_scenes.py writes")
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


if __name__ == "__main__":
    main()
