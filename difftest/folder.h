/* A folder for files of a while, which is removed at the end, however that
 * comes: somebody waits for it, who is no child of ours. */
#ifndef DIFFTEST_FOLDER_H
#define DIFFTEST_FOLDER_H

typedef struct folder {
  char *path; /* NULL: none */
  int line;   /* closed when this process and its jobs have ended */
} folder;

/* In TMPDIR or /tmp. No path: it could not be made, 'errno' tells why. */
folder folder_new(void);
/* It, its files, and who waits for the end. */
void folder_remove(folder *f);

#endif
