#include "CConfig.h"

/* #embed is of C23; clang has it in every version of C. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* Defines the function cconfig_NAME for the text in NAME. */
#define FUNCTION(name)                                   \
    const unsigned char *cconfig_##name(size_t *size) {  \
        *size = sizeof name;                             \
        return name;                                     \
    }

static const unsigned char seed_directory[] = {
#embed "../../Config/understudy.yaml"
};
FUNCTION(seed_directory)

static const unsigned char openapi[] = {
#embed "../../Config/openapi.yaml"
};
FUNCTION(openapi)

static const unsigned char first_party_clients[] = {
#embed "../../Config/microsoft/clients.jsonl"
};
FUNCTION(first_party_clients)

static const unsigned char directory_roles[] = {
#embed "../../Config/microsoft/roles.jsonl"
};
FUNCTION(directory_roles)

static const unsigned char microsoft_apis[] = {
#embed "../../Config/microsoft/apis.txt"
};
FUNCTION(microsoft_apis)

static const unsigned char microsoft_names[] = {
#embed "../../Config/microsoft/names.txt"
};
FUNCTION(microsoft_names)

static const unsigned char microsoft_scopes[] = {
#embed "../../Config/microsoft/scopes.txt"
};
FUNCTION(microsoft_scopes)

static const unsigned char microsoft_roles[] = {
#embed "../../Config/microsoft/roles.txt"
};
FUNCTION(microsoft_roles)
