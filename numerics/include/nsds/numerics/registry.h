/* Which problem classes, solvers and options there are. The tables behind these functions are the single
 * source of defaults, checks, command line help and documentation. Everything returned is static and must not
 * be freed. */
#ifndef NSDS_NUMERICS_REGISTRY_H
#define NSDS_NUMERICS_REGISTRY_H

#include <stdint.h>

#include "nsds/numerics/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nsds_class {
  NSDS_CLASS_LCP = 0,       /* linear complementarity problem, lcp.h */
  NSDS_CLASS_MLCP = 1,      /* mixed linear complementarity problem, mlcp.h */
  NSDS_CLASS_RELAY = 2,     /* relay problem: affine variational inequality over a box, relay.h */
  NSDS_CLASS_QP = 3,        /* convex quadratic program, qp.h */
  NSDS_CLASS_AVI = 4,       /* affine variational inequality over a polyhedron, avi.h */
  NSDS_CLASS_EQUALITY = 5,  /* system of linear equations, equality.h */
  NSDS_CLASS_CONVEX_QP = 6, /* convex quadratic program over a set given by its projection, convex_qp.h */
  NSDS_CLASS_FRICTION_CONTACT = 7,        /* contact with Coulomb friction, reduced, friction_contact.h */
  NSDS_CLASS_GLOBAL_FRICTION_CONTACT = 8, /* the same in global form, global_friction_contact.h */
  NSDS_CLASS_GENERIC_MECHANICAL =
      9,               /* rows of different kinds: joints, stops, boxes, friction, generic_mechanical.h */
  NSDS_CLASS_MCP = 10, /* mixed and nonlinear complementarity problem, given by callbacks, mcp.h */
  NSDS_CLASS_NLP = 11, /* nonlinear program, given by callbacks, nlp.h */
  NSDS_CLASS_VI = 12,  /* variational inequality over a convex set, given by callbacks, vi.h */
  NSDS_CLASS_GENERALIZED_EQUATION = 13, /* 0 in F(z) + T(z), T by its resolvent, generalized_equation.h */
  NSDS_CLASS_QVI = 14,    /* quasi-variational inequality, whose set depends on the solution, qvi.h */
  NSDS_CLASS_SOCLCP = 15, /* linear complementarity over products of second-order cones, soclcp.h */
  NSDS_CLASS_ROLLING_FRICTION_CONTACT = 16, /* contact with sliding and rolling, rolling_friction_contact.h */
  NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT = 17, /* in global form, global_rolling_friction_contact.h */
  NSDS_CLASS_CONE_PLASTICITY = 18 /* plastic flow in cones or cylinders of stress, cone_plasticity.h */
} nsds_class;

typedef enum nsds_option_type {
  NSDS_OPTION_DOUBLE = 0,
  NSDS_OPTION_INT = 1,
  NSDS_OPTION_BOOL = 2,  /* 0 or 1, set and read as int */
  NSDS_OPTION_CHOICE = 3 /* one word out of choices */
} nsds_option_type;

/* "double", "int", "bool", "choice". */
NSDS_NUMERICS_API const char* nsds_option_type_name(nsds_option_type type);

typedef struct nsds_option_info {
  const char* name; /* may be a path: "local.tolerance" is the tolerance of the nested local solver */
  nsds_option_type type;
  double default_number; /* double, int, bool */
  double minimum;        /* admissible range, both ends included; may be infinite */
  double maximum;
  const char* default_choice; /* Nullable: choice only, one of choices */
  const char* const* choices; /* Nullable: choice only, the words, ended by a null pointer */
  const char* unit;           /* "1", "s", ... */
  const char* sentence;       /* what it does */
} nsds_option_info;

typedef struct nsds_solver_info {
  const char* name;
  const char* summary;      /* one line */
  const char* citation;     /* where the algorithm is published */
  const char* requirements; /* matrix properties needed for success, in words; "" for none */
  uint32_t storages;        /* bitwise or of nsds_storage */
  int32_t warm_start;       /* 1: iterates from the starting point; 0: only returns one that is a solution */
  int32_t option_count;     /* its own options, beside those common to all solvers */
  const nsds_option_info* options; /* (option_count) */
} nsds_solver_info;

NSDS_NUMERICS_API int32_t nsds_class_count(void);
/* "lcp", ...; null if the class does not exist. */
NSDS_NUMERICS_API const char* nsds_class_name(nsds_class problem_class);
/* 1 and the class if there is one of that name, else 0. */
NSDS_NUMERICS_API int32_t nsds_class_find(const char* name, nsds_class* problem_class);

NSDS_NUMERICS_API int32_t nsds_solver_count(nsds_class problem_class);
/* The solver at position index in [0, count); null outside. The first one is the default of the class. */
NSDS_NUMERICS_API const nsds_solver_info* nsds_solver_at(nsds_class problem_class, int32_t index);
/* Null if there is none of that name. */
NSDS_NUMERICS_API const nsds_solver_info* nsds_solver_find(nsds_class problem_class, const char* name);

/* The row of an option of that solver, its own or common; null if there is none of that name or an argument
 * is null. */
NSDS_NUMERICS_API const nsds_option_info* nsds_option_find(const nsds_solver_info* solver, const char* name);

/* The options every solver has: tolerance, max_iterations, time_limit, warm_start, reuse. */
NSDS_NUMERICS_API int32_t nsds_common_option_count(void);
NSDS_NUMERICS_API const nsds_option_info* nsds_common_option_at(int32_t index);

#ifdef __cplusplus
}
#endif
#endif
