/* What the caller asserts to be unchanged since the last call with the same workspace or factorisation. */
#ifndef NSDS_NUMERICS_REUSE_H
#define NSDS_NUMERICS_REUSE_H

typedef enum nsds_reuse {
  NSDS_REUSE_NONE = 0,      /* everything may have changed */
  NSDS_REUSE_STRUCTURE = 1, /* same storage, sizes and pattern of the matrix; values may differ */
  NSDS_REUSE_VALUES = 2     /* the matrix is the same to the last bit; vectors may differ */
} nsds_reuse;

#endif
