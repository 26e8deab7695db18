#include "CProcess.h"

#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#ifdef __APPLE__
#include <crt_externs.h>

char **cprocess_arguments(void) { return *_NSGetArgv(); }

char **cprocess_environment(void) { return *_NSGetEnviron(); }
#else
extern char **environ;

static char **arguments;

#ifdef __GLIBC__
/* glibc calls constructors with what it calls main with. */
__attribute__((constructor)) static void keep(int count, char **values) {
    (void)count;
    arguments = values;
}
#else
/* Constructors of other C libraries get nothing. On every ELF system the process begins with this in memory (System V ABI,
   "Process Initialization"): the number of arguments, their pointers, NULL, and the pointers of the environment. */
__attribute__((constructor)) static void keep(void) {
    char **end = environ - 1;
    char **first = end;
    while ((uintptr_t)first[-1] != (uintptr_t)(end - first)) first--;
    arguments = first;
}
#endif

char **cprocess_arguments(void) { return arguments; }

char **cprocess_environment(void) { return environ; }
#endif
