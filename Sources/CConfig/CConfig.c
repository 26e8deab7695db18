#include "CConfig.h"

/* #embed is of C23; clang has it in every version of C. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char seed_directory[] = {
#embed "../../Config/understudy.yaml"
};

static const unsigned char openapi[] = {
#embed "../../Config/openapi.yaml"
};

static const unsigned char directory_roles[] = {
#embed "../../Config/microsoft/roles.jsonl"
};

static const unsigned char microsoft_apis[] = {
#embed "../../Config/microsoft/apis.txt"
};

static const unsigned char microsoft_names[] = {
#embed "../../Config/microsoft/names.txt"
};

static const unsigned char microsoft_scopes[] = {
#embed "../../Config/microsoft/scopes.txt"
};

static const unsigned char microsoft_roles[] = {
#embed "../../Config/microsoft/roles.txt"
};

const unsigned char *cconfig_seed_directory(size_t *size) {
    *size = sizeof seed_directory;
    return seed_directory;
}

const unsigned char *cconfig_openapi(size_t *size) {
    *size = sizeof openapi;
    return openapi;
}

const unsigned char *cconfig_directory_roles(size_t *size) {
    *size = sizeof directory_roles;
    return directory_roles;
}

const unsigned char *cconfig_microsoft_apis(size_t *size) {
    *size = sizeof microsoft_apis;
    return microsoft_apis;
}

const unsigned char *cconfig_microsoft_names(size_t *size) {
    *size = sizeof microsoft_names;
    return microsoft_names;
}

const unsigned char *cconfig_microsoft_scopes(size_t *size) {
    *size = sizeof microsoft_scopes;
    return microsoft_scopes;
}

const unsigned char *cconfig_microsoft_roles(size_t *size) {
    *size = sizeof microsoft_roles;
    return microsoft_roles;
}
