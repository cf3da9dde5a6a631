/* From tokens to definitions and commands. Parsing functions start at the
 * current token, leave the first one behind their part current, and return
 * false once the text makes no sense, which has been reported then. */
#ifndef LANG_ECTL_PARSER_H
#define LANG_ECTL_PARSER_H

#include "lang/ectl/ectl_text.h"
#include "lang/ectl/tokens.h"

/* Of a formula or regular expression: an operator that waits for its right
 * side, or what is open around it. */
typedef struct ectl_pending {
  int kind; /* as each parser likes */
  int level;
  ectl_operator op;
  uint32_t name; /* of an automaton */
} ectl_pending;

/* A state of the machine that is being read. */
typedef struct ectl_mention {
  uint32_t line, column; /* where it is named first */
  uint32_t declared;     /* the line of its STATE; 0: none */
} ectl_mention;

typedef struct ectl_parser {
  mem *m;
  scan s;
  ectl *formulas;
  ectl_items *items;
  names defined;            /* by this text */
  vec(uint32_t) defined_at; /* the line of each */

  vec(ectl_pending) pending;
  vec(uint32_t) operands;

  vec(ectl_mention) states; /* in the order of first mention */
  vec(uint32_t) order;      /* of STATEs: numbers of 'states' */
  map heads;                /* PDS: map_pair(state, symbol) */
  vec(uint32_t) head_lines;
  vec(uint64_t) rule_slots; /* a hash table: map_pair(hash, number plus one) */
  bool has_gaps;            /* some of its parts made no sense */
} ectl_parser;

/* Which of the words that begin definitions: DFA, PDA, LTS, PDS, REGULAR,
 * GRAMMAR, FORMULA, by number; ECTL_KINDS: none. */
enum { ECTL_KINDS = 7 };
size_t ectl_kind_of(const scan_token *token);

/* A word: 'what' it should be. */
bool ectl_parse_name(ectl_parser *parser, const char *what, scan_token *out);
/* The word of the list that is most like the token, whatever its case; NULL:
 * none is close. */
const char *ectl_nearest(ectl_parser *parser, const char *const *list,
                         size_t count, const scan_token *token);

/* Each of these ends behind the '}'; what is wrong, but no reason to look for
 * the next item, was reported even if they return true. */
bool ectl_parse_machine(ectl_parser *parser, machine *x);
bool ectl_parse_regular(ectl_parser *parser, ectl_regular *regular);
bool ectl_parse_grammar(ectl_parser *parser, grammar *x);

bool ectl_parse_formula(ectl_parser *parser, uint32_t *out);
/* Words that formulas need for themselves. */
bool ectl_is_operator(const scan_token *token);
/* ":check(f, m)"; the ':' is current. */
bool ectl_parse_command(ectl_parser *parser, ectl_item *item);
/* Is it the name of a command, whose colon may be missing? */
bool ectl_is_command(const scan_token *token);

/* A rule, unless it is there; its states are numbers of 'states'. */
void ectl_add_rule(ectl_parser *parser, machine *x, machine_rule rule);
/* At the end of a machine: reports states that should have been declared, and
 * numbers all as they were. */
void ectl_settle_states(ectl_parser *parser, machine *x);

/* Does a definition, or a command at the beginning of a line, start here?
 * Where a text that makes no sense may make sense again. */
bool ectl_starts_item(const ectl_parser *parser);

#endif
