/* C inside a model: c_code, c_expr, c_decl, c_state, c_track.
 *
 * All of it becomes one C text, which the system's compiler turns into code
 * when the model is read, if the user has allowed it. The text sees the
 * variables as packed structs: 'now' lies on the globals of a state, 'PName'
 * on the frame of the process that moves, each from the first variable on; so
 * the machine lets it work on the bytes of the state. While C runs, the byte
 * before the first variable is _nr_pr in the globals, _pid in a frame.
 *
 * Entries: two for each part (its code, and what must hold before), then the
 * first values of each process' c_states, then those of the globals. */
#ifndef LANG_PROMELA_C_CODE_H
#define LANG_PROMELA_C_CODE_H

#include "lang/promela/syntax/syntax.h"

bool pml_has_c(const pml_syntax *syntax);

static inline uint32_t pml_c_entry(uint32_t part) { return 2 * part; }
static inline uint32_t pml_c_condition(uint32_t part) { return 2 * part + 1; }
/* The entry that gives the c_states of a process (PML_NONE: the globals) and
 * what is tracked their first values; PML_NONE: there is nothing to do. */
uint32_t pml_c_first_values(const pml_syntax *syntax, uint32_t process);

/* write.c, write_types.c, write_entries.c */

/* The whole text. */
void pml_c_write(mem *m, const pml_syntax *syntax, text *out);

/* Its first half: types, and what stands before the entries. */
void pml_c_write_types(mem *m, const pml_syntax *syntax, text *out);
/* #line, so that messages name the user's file. */
void pml_c_write_place(const pml_syntax *syntax, pml_place at, text *out);
/* A part's text without what is around it, at its place. */
void pml_c_write_inside(const pml_syntax *syntax, uint32_t name, pml_place at,
                        text *out);
/* "main" of Pmain. */
const char *pml_c_process_name(const pml_syntax *syntax, uint32_t process);

/* #define or #undef of PName, by which the code of a process knows it. */
void pml_c_write_name(const pml_syntax *syntax, uint32_t process, bool is_there,
                      text *out);
/* The entries of a part, and of first values. */
void pml_c_write_part(const pml_syntax *syntax, uint32_t part, text *out);
void pml_c_write_first_values(const pml_syntax *syntax, uint32_t process,
                              text *out);

/* load.c */

/* Compiles and loads: s->c. False: reported. Takes as long as a compiler. */
bool pml_c_load(mem *m, pml_syntax *syntax, const char *file, report *r);
void pml_c_unload(pml_syntax *syntax);

/* Bytes that 'now' (PML_NONE) has together with what is tracked, or a frame,
 * from the first variable on; 0 if nothing is loaded. */
uint32_t pml_c_bytes(const pml_syntax *syntax, uint32_t process);

/* What an entry works on. Changes here must be made in write.c too. */
typedef struct pml_c_call {
  uint8_t *globals;                   /* from _nr_pr on */
  uint8_t *frame;                     /* from _pid on; NULL: nobody's */
  int does;                           /* what is tracked is copied back */
  unsigned fault_bytes, output_bytes; /* so far */
  char faults[1024];                  /* each with a NUL */
  char output[2048];
} pml_c_call;

/* 'globals', 'frame' and 'does' are set. One call at a time, whoever asks. */
int32_t pml_c_run(const pml_syntax *syntax, uint32_t entry, pml_c_call *call);

#endif
