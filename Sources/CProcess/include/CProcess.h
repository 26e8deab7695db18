#ifndef CPROCESS_H
#define CPROCESS_H

/* What the process was started with, as the system handed it over: lists of C strings that end with NULL. Neither depends on /proc. */

/* The arguments, the name of the program first. */
char **cprocess_arguments(void);

/* The environment, one NAME=VALUE each. */
char **cprocess_environment(void);

#endif
