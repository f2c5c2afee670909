/* A feature map in a shared library, for a configuration's {"method": "plugin", "plugin": "libmymap.so"}.
 * docs/guides/external-maps.md says what it is told and how it is run. This header is C and stands alone.
 *
 * The library exports one function, sketchbench_plugin(), which returns its functions below. None of them may
 * throw a C++ exception or end the process. */
#ifndef SKETCHBENCH_PLUGIN_H
#define SKETCHBENCH_PLUGIN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A library of another version is refused. */
#define SKETCHBENCH_PLUGIN_ABI 1

/* n rows with d columns in single precision; whoever is given them may read them until it returns.
 * Dense: row i is dense[i * stride] to dense[i * stride + d - 1], and the other three are NULL.
 * Sparse (dense is NULL): the values of row i are value[k], in columns column[k] (from 0, ascending), for k
 * from row_start[i] to row_start[i + 1] - 1; row_start[0] need not be 0. */
typedef struct sketchbench_rows {
  int64_t n, d;
  const float *dense;
  int64_t stride; /* in floats */
  const int64_t *row_start;
  const int32_t *column;
  const float *value;
} sketchbench_rows;

typedef struct sketchbench_plugin_functions {
  uint32_t abi_version; /* SKETCHBENCH_PLUGIN_ABI */

  /* Makes a map of a request, which is JSON in UTF-8:
   *   {"d_in": 784, "D": 100, "kernel": {...}, "seed": 1, "parameters": {...}, "n_train": 60000, "threads": 1}
   * All randomness comes from the seed. NULL where there is no such map, with the reason, a text that ends in
   * 0, in at most error_bytes bytes at error. */
  void *(*create)(const char *request, char *error, uint64_t error_bytes);

  /* Shows it the training rows, once, before d_out() and transform(). NULL for a map that looks at none.
   * 0, or another number when it fails. */
  int (*fit)(void *map, const sketchbench_rows *train);

  /* The number of features: 1 to features_per_D times D. */
  int64_t (*d_out)(const void *map);

  /* Writes the features of row i of x to z[i * stride] to z[i * stride + d_out - 1]: every one of them. May
   * be called by several threads at once, with rows of their own; how rows are divided among calls must not
   * change a feature. 0, or another number when it fails. */
  int (*transform)(const void *map, const sketchbench_rows *x, float *z, int64_t stride);

  void (*destroy)(void *map);

  /* Why fit() or transform() failed; the text stays until the next call or destroy(). May be NULL. */
  const char *(*error)(const void *map);
} sketchbench_plugin_functions;

const sketchbench_plugin_functions *sketchbench_plugin(void);

/* A second function, which a library exports only where a method says "own_kernel": the exact kernel that the
 * map approximates, which depends on the request's parameters and kernel and not on its seed. Writes the value
 * of row i of x and row j of y to values[i * y->n + j]. 0, or another number when it fails. */
int sketchbench_plugin_kernel(void *map, const sketchbench_rows *x, const sketchbench_rows *y, double *values);

#ifdef __cplusplus
}
#endif
#endif
