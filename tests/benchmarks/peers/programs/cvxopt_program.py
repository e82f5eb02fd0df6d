"""Solves a program with CVXOPT and writes seconds, z and multipliers to the standard output as doubles.

The file has, as text: n m e, then Q, A and C, each as the number of its entries and lines "row column value", then p, b, d,
lower and upper: minimise 1/2 z'Q z + p'z where A z >= b, C z = d, lower <= z <= upper.
"""

import math
import sys
import time
from array import array

from cvxopt import matrix, solvers, spmatrix


def read(path):
    words = iter(open(path, encoding="ascii").read().split())
    n, m, e = (int(next(words)) for _ in range(3))
    matrices = []
    for rows in (n, m, e):
        entries = [(int(next(words)), int(next(words)), float(next(words))) for _ in range(int(next(words)))]
        matrices.append(([value for _, _, value in entries], [i for i, _, _ in entries], [j for _, j, _ in entries], rows))
    vectors = [[float(next(words)) for _ in range(size)] for size in (n, m, e, n, n)]
    return n, matrices, vectors


def main(path, tolerance):
    n, ((q_v, q_i, q_j, _), (a_v, a_i, a_j, m), (c_v, c_i, c_j, e)), (p, b, d, lower, upper) = read(path)
    # G z <= h: the rows of A, then bounds.
    g_v, g_i, g_j, h = [-value for value in a_v], list(a_i), list(a_j), [-value for value in b]
    for bounds, sign in ((lower, -1.0), (upper, 1.0)):
        for j, bound in enumerate(bounds):
            if math.isfinite(bound):
                g_v.append(sign)
                g_i.append(len(h))
                g_j.append(j)
                h.append(sign * bound)
    Q = spmatrix(q_v, q_i, q_j, (n, n), tc="d")
    G = spmatrix(g_v, g_i, g_j, (len(h), n), tc="d") if h else None
    C = spmatrix(c_v, c_i, c_j, (e, n), tc="d") if e else None
    solvers.options.update(show_progress=False, abstol=tolerance, reltol=1e-30, feastol=tolerance, maxiters=200)
    arguments = [Q, matrix(p), G, matrix(h) if h else None, C, matrix(d) if e else None]
    begin = time.process_time()
    answer = solvers.qp(*arguments)
    seconds = time.process_time() - begin
    lam = [float(value) for value in answer["z"][:m]] if h else []
    mu = [-float(value) for value in answer["y"]] if e else []
    out = array("d", [seconds] + [float(value) for value in answer["x"]] + lam + mu)
    sys.stdout.buffer.write(out.tobytes())


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
