#ifndef CCONFIG_H
#define CCONFIG_H

#include <stddef.h>

/* The files of Config/ that are built into the server. Each function stores the number of bytes in *size. */

/* Config/understudy.yaml, the seed directory. */
const unsigned char *cconfig_seed_directory(size_t *size);

/* Config/openapi.yaml, the OpenAPI description of the HTTP interface. */
const unsigned char *cconfig_openapi(size_t *size);

#endif
