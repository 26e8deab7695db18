/* What a static program needs of the system, before its main. glibc alone makes such a program from this package. */
#ifdef __linux__
#define _GNU_SOURCE
#include <unistd.h>
#ifdef __GLIBC__
#include <nss.h>
#include <stdlib.h>
#include <sys/auxv.h>

/* A program with an interpreter has the address of it here (getauxval(3)). */
static int is_static(void) { return getauxval(AT_BASE) == 0; }

/* A constructor of the Swift runtime looks for the program's folder by /proc, and ends the process when there is none, unless this
   variable has a folder. The program reads no file of the runtime. */
__attribute__((constructor(101))) static void do_without_proc(void) {
    if (is_static() && access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
}

/* A static glibc opens the modules that /etc/nsswitch.conf names, which are of the system's glibc: the process can crash in them.
   Files and DNS are in the program. */
__attribute__((constructor)) static void use_own_name_services(void) {
    if (!is_static()) return;
    __nss_configure_lookup("hosts", "files dns");
    __nss_configure_lookup("passwd", "files");
    __nss_configure_lookup("group", "files");
}
#endif
#endif
