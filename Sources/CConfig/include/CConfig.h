#ifndef CCONFIG_H
#define CCONFIG_H

#include <stddef.h>

/* The files of Config/ that are built into the server. Each function stores the number of bytes in *size. */

/* Config/understudy.yaml, the seed directory. */
const unsigned char *cconfig_seed_directory(size_t *size);

/* Config/microsoft/clients.jsonl, Microsoft's own clients: one JSON object a line, in the order of appId. */
const unsigned char *cconfig_first_party_clients(size_t *size);

/* Config/openapi.yaml, the OpenAPI description of the HTTP interface. */
const unsigned char *cconfig_openapi(size_t *size);

/* Config/microsoft/roles.jsonl, the built-in directory roles, one JSON object a line. */
const unsigned char *cconfig_directory_roles(size_t *size);
/* The facts about Microsoft's APIs in Config/microsoft, which its README.md describes. */
const unsigned char *cconfig_microsoft_apis(size_t *size);
const unsigned char *cconfig_microsoft_names(size_t *size);
const unsigned char *cconfig_microsoft_scopes(size_t *size);
const unsigned char *cconfig_microsoft_roles(size_t *size);

#endif
