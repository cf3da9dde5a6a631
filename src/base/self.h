/* Where the program is that runs: what it starts lies beside it. */
#ifndef BASE_SELF_H
#define BASE_SELF_H

#include <stddef.h>

/* The length of its folder's name in 'path', which ends with the program's own
 * name; 0: nobody knows. */
size_t self_folder(char *path, size_t size);

#endif
