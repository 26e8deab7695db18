#include "CConfig.h"

/* #embed is of C23; clang has it in every version of C. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char first_party_clients[] = {
#embed "../../Config/microsoft/clients.jsonl"
};

const unsigned char *cconfig_first_party_clients(size_t *size) {
    *size = sizeof first_party_clients;
    return first_party_clients;
}
