/* What the parts of the reader of HOA share (the Hanoi omega-automata format,
 * Babiak and others 2015). docs/formats/hoa.md says what is
 * read. */
#ifndef AUTOMATA_HOA_READ_H
#define AUTOMATA_HOA_READ_H

#include "automata/omega.h"
#include "base/scan.h"

/* Kinds of tokens; the marks ! & | ( ) [ ] { } are their own. */
typedef enum hoa_kind {
  HOA_EOF = SCAN_END,
  HOA_NUMBER = SCAN_FIRST,
  HOA_STRING,
  HOA_WORD,   /* also t and f */
  HOA_HEADER, /* a word with a colon behind it; 'text' is without */
  HOA_ALIAS,  /* without the @ */
  HOA_BODY,
  HOA_END,
  HOA_ABORT
} hoa_kind;

typedef enum hoa_label_op {
  HOA_TRUE,
  HOA_FALSE,
  HOA_ATOM, /* left: its number */
  HOA_NOT,
  HOA_AND,
  HOA_OR
} hoa_label_op;

/* A part of a label or alias. Parts of aliases stay, those of a label are
 * forgotten with it. */
typedef struct hoa_label {
  hoa_label_op op;
  uint32_t left, right;
} hoa_label;

typedef struct hoa_reader {
  mem *m;
  scan in; /* strings are without their escapes, aliases without '@' */
  omega *out;
  const char *start; /* of the token */
  uint32_t number;   /* that it is */
  vec(char) scratch;
  /* header */
  bool has_states, has_acceptance, has_atoms, empty_language;
  bool is_state_acc, is_trans_acc, is_deterministic;
  uint32_t claim_line, claim_column; /* where the last of them stands */
  uint32_t states;                   /* declared, or seen so far */
  uint32_t declared_sets;
  vec(char) acc_name;
  vec(uint32_t) initial;
  vec(uint32_t) set_number; /* in the automaton; UINT32_MAX: not asked for */
  names aliases;
  vec(uint32_t) alias_parts; /* by alias */
  vec(hoa_label) parts;
  vec(omega_cube) cubes; /* of the label at hand */
  size_t steps;          /* taken so far to find cubes */
} hoa_reader;

/* Tokens */

/* Reports at the current token; always false. */
bool hoa_wrong(hoa_reader *reader, const char *message);
/* The same about its text, which replaces "%s". */
bool hoa_wrong_token(hoa_reader *reader, const char *message);
/* False: reported. */
bool hoa_next(hoa_reader *reader);
bool hoa_is_word(const hoa_reader *reader, const char *word);
bool hoa_is_mark(const hoa_reader *reader, char mark);
bool hoa_is_header(const hoa_reader *reader, const char *name);
/* If the token is the mark, goes behind it; else reports. */
bool hoa_expect_mark(hoa_reader *reader, char mark);
/* A number, which is left in *out. */
bool hoa_expect_number(hoa_reader *reader, const char *what, uint32_t *out);

/* Parts */

/* Up to '--BODY--', behind which the reader then stands. */
bool hoa_read_header(hoa_reader *reader);
/* A state's number; without 'States:' it counts as seen. */
bool hoa_read_state(hoa_reader *reader, uint32_t *out);
/* A label expression, up to what cannot belong to it. */
bool hoa_read_label(hoa_reader *reader, uint32_t *out);
/* As cubes, in 'cubes'. */
bool hoa_label_cubes(hoa_reader *reader, uint32_t part);

#endif
