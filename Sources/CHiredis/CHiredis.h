/* hiredis as the module Store sees it: its encoder of commands and its parser of replies, over bytes alone. It is linked
   into the binary: systems have it under names that differ from release to release. */
#ifndef CHIREDIS_H
#define CHIREDIS_H

#include <hiredis/hiredis.h>

/* Versions of hiredis differ in what this returns. */
static inline long long chiredis_format(char **target, int count, const char **arguments, const size_t *lengths) {
    return redisFormatCommandArgv(target, count, arguments, lengths);
}

#endif
