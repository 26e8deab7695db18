#include "CConfig.h"

/* #embed is of C23; clang has it in every version of C. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char seed_directory[] = {
#embed "../../Config/understudy.yaml"
};

static const unsigned char openapi[] = {
#embed "../../Config/openapi.yaml"
};

const unsigned char *cconfig_seed_directory(size_t *size) {
    *size = sizeof seed_directory;
    return seed_directory;
}

const unsigned char *cconfig_openapi(size_t *size) {
    *size = sizeof openapi;
    return openapi;
}
