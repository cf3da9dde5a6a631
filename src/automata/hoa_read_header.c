#include "automata/hoa_read.h"

bool hoa_read_state(hoa_reader *reader, uint32_t *out) {
  if (reader->in.token.kind == HOA_NUMBER) {
    if (reader->has_states && reader->number >= reader->states)
      return hoa_wrong_token(reader, "there is no state %s: see 'States:'");
    /* Each state takes some bytes, so this is not a real one. */
    if (reader->number >= (size_t)(reader->in.end - reader->in.start))
      return hoa_wrong_token(reader, "the number %s of a state is too large");
    if (reader->number >= reader->states)
      reader->states = reader->number + 1;
  }
  return hoa_expect_number(reader, "the number of a state should be here", out);
}

static bool read_states(hoa_reader *reader) {
  if (reader->has_states)
    return hoa_wrong(reader, "'States:' comes twice");
  uint32_t seen = reader->states;
  if (!hoa_next(reader))
    return false;
  if (reader->in.token.kind == HOA_NUMBER &&
      reader->number > (size_t)(reader->in.end - reader->in.start))
    return hoa_wrong(reader, "this file is too short for so many states");
  if (reader->in.token.kind == HOA_NUMBER && reader->number < seen)
    return hoa_wrong(reader, "'Start:' above names a state beyond these");
  reader->has_states = true;
  return hoa_expect_number(reader, "the number of states should be here",
                           &reader->states);
}

static bool read_start(hoa_reader *reader) {
  uint32_t q = 0;
  if (!hoa_next(reader) || !hoa_read_state(reader, &q))
    return false;
  if (hoa_is_mark(reader, '&'))
    return hoa_wrong(reader,
                     "alternating automata (conjunctions of states) are "
                     "not supported");
  vec_each (const uint32_t, other, &reader->initial)
    if (*other == q)
      return true;
  vec_push(reader->m, &reader->initial, q);
  return true;
}

static bool read_atoms(hoa_reader *reader) {
  uint32_t count;
  if (reader->has_atoms)
    return hoa_wrong(reader, "'AP:' comes twice");
  if (!hoa_next(reader))
    return false;
  if (reader->in.token.kind == HOA_NUMBER && reader->number > OMEGA_MOST_ATOMS)
    return hoa_wrong(reader,
                     "more than 64 atomic propositions are not supported");
  if (!hoa_expect_number(
          reader, "the number of atomic propositions should be here", &count))
    return false;
  for (uint32_t i = 0; i < count; i++) {
    if (reader->in.token.kind != HOA_STRING)
      return hoa_wrong(reader,
                       "the next atomic proposition should be here, between "
                       "double quotes");
    if (names_insert(reader->m, &reader->out->atoms, reader->in.token.text,
                     reader->in.token.length) != i)
      return hoa_wrong_token(reader,
                             "the atomic proposition %s is listed twice");
    if (!hoa_next(reader))
      return false;
  }
  reader->has_atoms = true;
  return reader->in.token.kind != HOA_STRING ||
         hoa_wrong(reader,
                   "there are more atomic propositions than 'AP:' says");
}

static bool read_alias(hoa_reader *reader) {
  uint32_t part;
  if (!hoa_next(reader))
    return false;
  if (reader->in.token.kind != HOA_ALIAS)
    return hoa_wrong(reader, "the name of an alias should be here, like @a");
  if (names_find(&reader->aliases, reader->in.token.text,
                 reader->in.token.length) != NAMES_NONE)
    return hoa_wrong_token(reader, "the alias %s is defined twice");
  const char *name = reader->in.token.text;
  size_t length = reader->in.token.length;
  if (!hoa_next(reader) || !hoa_read_label(reader, &part))
    return false;
  names_insert(reader->m, &reader->aliases, name, length);
  vec_push(reader->m, &reader->alias_parts, part);
  return true;
}

static const char only[] =
    " acceptance is not supported: only Buchi, generalized-Buchi and all";

/* What 'acc-name:' calls it, or what it looks like. */
static bool refuse_acceptance(hoa_reader *reader, const char *looks) {
  const char *name = reader->acc_name.count ? reader->acc_name.at : looks;
  char message[200];
  size_t n = strlen(name) < 60 ? strlen(name) : 60;
  memcpy(message, name, n);
  memcpy(message + n, only, sizeof only);
  return hoa_wrong(reader, message);
}

/* Inf(n), its number among the marks found or made. */
static bool read_inf(hoa_reader *reader) {
  if (hoa_is_word(reader, "Fin"))
    return refuse_acceptance(reader, "co-Buchi (Fin)");
  if (!hoa_is_word(reader, "Inf"))
    return hoa_wrong(reader, "'Inf', t, f or '(' should be here");
  if (!hoa_next(reader) || !hoa_expect_mark(reader, '('))
    return false;
  if (hoa_is_mark(reader, '!'))
    return hoa_wrong(reader,
                     "complemented sets, as in Inf(!0), are not supported");
  if (reader->in.token.kind == HOA_NUMBER &&
      reader->number >= reader->declared_sets)
    return hoa_wrong_token(reader, "there is no acceptance set %s");
  uint32_t n;
  if (!hoa_expect_number(reader, "the number of a set should be here", &n))
    return false;
  if (reader->set_number.at[n] == UINT32_MAX) {
    if (reader->out->sets == OMEGA_MOST_SETS)
      return hoa_wrong(reader,
                       "more than 64 acceptance sets are not supported");
    reader->set_number.at[n] = reader->out->sets++;
  }
  return hoa_expect_mark(reader, ')');
}

/* Any parenthesisation of a conjunction. */
static bool read_condition(hoa_reader *reader) {
  size_t depth = 0;
  for (;;) {
    while (hoa_is_mark(reader, '(')) {
      depth++;
      if (!hoa_next(reader))
        return false;
    }
    if (hoa_is_word(reader, "t") || hoa_is_word(reader, "f")) {
      reader->empty_language |= *reader->in.token.text == 'f';
      if (!hoa_next(reader))
        return false;
    } else if (!read_inf(reader)) {
      return false;
    }
    while (depth && hoa_is_mark(reader, ')')) {
      depth--;
      if (!hoa_next(reader))
        return false;
    }
    if (hoa_is_mark(reader, '|'))
      return refuse_acceptance(reader, "disjunctive ('|')");
    if (!hoa_is_mark(reader, '&'))
      return !depth || hoa_wrong(reader, "')' is missing here");
    if (!hoa_next(reader))
      return false;
  }
}

static bool read_acceptance(hoa_reader *reader) {
  if (reader->has_acceptance)
    return hoa_wrong(reader, "'Acceptance:' comes twice");
  reader->has_acceptance = true;
  if (!hoa_next(reader) ||
      !hoa_expect_number(reader, "the number of acceptance sets should be here",
                         &reader->declared_sets))
    return false;
  if (reader->declared_sets > (size_t)(reader->in.end - reader->in.start))
    return hoa_wrong(reader, "there are too many acceptance sets");
  for (uint32_t i = 0; i < reader->declared_sets; i++)
    vec_push(reader->m, &reader->set_number, UINT32_MAX);
  return read_condition(reader);
}

static bool read_acc_name(hoa_reader *reader) {
  if (!hoa_next(reader))
    return false;
  if (reader->in.token.kind != HOA_WORD)
    return hoa_wrong(reader,
                     "a name of an acceptance condition should be here");
  reader->acc_name.count = 0;
  for (size_t i = 0; i < reader->in.token.length; i++)
    vec_push(reader->m, &reader->acc_name, reader->in.token.text[i]);
  vec_push(reader->m, &reader->acc_name, '\0');
  do {
    if (!hoa_next(reader))
      return false;
  } while (reader->in.token.kind == HOA_WORD ||
           reader->in.token.kind == HOA_NUMBER);
  return true;
}

static bool read_properties(hoa_reader *reader) {
  if (!hoa_next(reader))
    return false;
  while (reader->in.token.kind == HOA_WORD) {
    if (hoa_is_word(reader, "univ-branch"))
      return hoa_wrong(reader, "alternating automata (univ-branch) are not "
                               "supported");
    reader->is_state_acc |= hoa_is_word(reader, "state-acc");
    reader->is_trans_acc |= hoa_is_word(reader, "trans-acc");
    if (hoa_is_word(reader, "deterministic")) {
      reader->is_deterministic = true;
      reader->claim_line = reader->in.token.line;
      reader->claim_column = reader->in.token.column;
    }
    if (!hoa_next(reader))
      return false;
  }
  return true;
}

/* 'tool:', 'name:' and what others added. Capital letters say that the item
 * changes what the automaton means. */
static bool skip_item(hoa_reader *reader) {
  if (*reader->in.token.text >= 'A' && *reader->in.token.text <= 'Z')
    return hoa_wrong_token(reader,
                           "the header item %s is not supported, and may "
                           "not be ignored since it begins with a capital "
                           "letter");
  do {
    if (!hoa_next(reader))
      return false;
  } while (reader->in.token.kind == HOA_WORD ||
           reader->in.token.kind == HOA_NUMBER ||
           reader->in.token.kind == HOA_STRING);
  return true;
}

static bool header_read_item(hoa_reader *reader) {
  static const struct {
    const char *name;
    bool (*read)(hoa_reader *);
  } items[] = {{"States", read_states},
               {"Start", read_start},
               {"AP", read_atoms},
               {"Alias", read_alias},
               {"Acceptance", read_acceptance},
               {"acc-name", read_acc_name},
               {"properties", read_properties}};
  if (reader->in.token.kind != HOA_HEADER)
    return hoa_wrong(reader,
                     "a header item, like 'States:', or '--BODY--' should "
                     "be here");
  if (hoa_is_header(reader, "HOA"))
    return hoa_wrong(reader, "'HOA:' comes twice");
  for (size_t i = 0; i < sizeof items / sizeof *items; i++)
    if (hoa_is_header(reader, items[i].name))
      return items[i].read(reader);
  return skip_item(reader);
}

bool hoa_read_header(hoa_reader *reader) {
  if (!hoa_next(reader))
    return false;
  if (!hoa_is_header(reader, "HOA"))
    return hoa_wrong(reader, "the file should begin with 'HOA: v1'");
  if (!hoa_next(reader))
    return false;
  if (!hoa_is_word(reader, "v1"))
    return hoa_wrong(reader, "only version v1 of HOA is supported");
  if (!hoa_next(reader))
    return false;
  while (reader->in.token.kind != HOA_BODY)
    if (!header_read_item(reader))
      return false;
  if (!reader->has_acceptance)
    return hoa_wrong(reader, "the header has no 'Acceptance:'");
  return true;
}
