#include "automata/hoa_read.h"

bool hoa_read_state(hoa_reader *v, uint32_t *out) {
  if (v->in.token.kind == HOA_NUMBER) {
    if (v->has_states && v->number >= v->states)
      return hoa_wrong_token(v, "there is no state %s: see 'States:'");
    /* Each state takes some bytes, so this is not a real one. */
    if (v->number >= (size_t)(v->in.end - v->in.start))
      return hoa_wrong_token(v, "the number %s of a state is too large");
    if (v->number >= v->states)
      v->states = v->number + 1;
  }
  return hoa_expect_number(v, "the number of a state should be here", out);
}

static bool read_states(hoa_reader *v) {
  if (v->has_states)
    return hoa_wrong(v, "'States:' comes twice");
  uint32_t seen = v->states;
  if (!hoa_next(v))
    return false;
  if (v->in.token.kind == HOA_NUMBER &&
      v->number > (size_t)(v->in.end - v->in.start))
    return hoa_wrong(v, "this file is too short for so many states");
  if (v->in.token.kind == HOA_NUMBER && v->number < seen)
    return hoa_wrong(v, "'Start:' above names a state beyond these");
  v->has_states = true;
  return hoa_expect_number(v, "the number of states should be here",
                           &v->states);
}

static bool read_start(hoa_reader *v) {
  uint32_t q = 0;
  if (!hoa_next(v) || !hoa_read_state(v, &q))
    return false;
  if (hoa_is_mark(v, '&'))
    return hoa_wrong(v, "alternating automata (conjunctions of states) are "
                        "not supported");
  vec_each (const uint32_t, other, &v->initial)
    if (*other == q)
      return true;
  vec_push(v->m, &v->initial, q);
  return true;
}

static bool read_atoms(hoa_reader *v) {
  uint32_t count;
  if (v->has_atoms)
    return hoa_wrong(v, "'AP:' comes twice");
  if (!hoa_next(v))
    return false;
  if (v->in.token.kind == HOA_NUMBER && v->number > OMEGA_MOST_ATOMS)
    return hoa_wrong(v, "more than 64 atomic propositions are not supported");
  if (!hoa_expect_number(v, "the number of atomic propositions should be here",
                         &count))
    return false;
  for (uint32_t i = 0; i < count; i++) {
    if (v->in.token.kind != HOA_STRING)
      return hoa_wrong(v, "the next atomic proposition should be here, between "
                          "double quotes");
    if (names_insert(v->m, &v->out->atoms, v->in.token.text,
                     v->in.token.length) != i)
      return hoa_wrong_token(v, "the atomic proposition %s is listed twice");
    if (!hoa_next(v))
      return false;
  }
  v->has_atoms = true;
  return v->in.token.kind != HOA_STRING ||
         hoa_wrong(v, "there are more atomic propositions than 'AP:' says");
}

static bool read_alias(hoa_reader *v) {
  uint32_t part;
  if (!hoa_next(v))
    return false;
  if (v->in.token.kind != HOA_ALIAS)
    return hoa_wrong(v, "the name of an alias should be here, like @a");
  if (names_find(&v->aliases, v->in.token.text, v->in.token.length) !=
      NAMES_NONE)
    return hoa_wrong_token(v, "the alias %s is defined twice");
  const char *name = v->in.token.text;
  size_t length = v->in.token.length;
  if (!hoa_next(v) || !hoa_read_label(v, &part))
    return false;
  names_insert(v->m, &v->aliases, name, length);
  vec_push(v->m, &v->alias_parts, part);
  return true;
}

static const char only[] =
    " acceptance is not supported: only Buchi, generalized-Buchi and all";

/* What 'acc-name:' calls it, or what it looks like. */
static bool refuse_acceptance(hoa_reader *v, const char *looks) {
  const char *name = v->acc_name.count ? v->acc_name.at : looks;
  char message[200];
  size_t n = strlen(name) < 60 ? strlen(name) : 60;
  memcpy(message, name, n);
  memcpy(message + n, only, sizeof only);
  return hoa_wrong(v, message);
}

/* Inf(n), its number among the marks found or made. */
static bool read_inf(hoa_reader *v) {
  if (hoa_is_word(v, "Fin"))
    return refuse_acceptance(v, "co-Buchi (Fin)");
  if (!hoa_is_word(v, "Inf"))
    return hoa_wrong(v, "'Inf', t, f or '(' should be here");
  if (!hoa_next(v) || !hoa_expect_mark(v, '('))
    return false;
  if (hoa_is_mark(v, '!'))
    return hoa_wrong(v, "complemented sets, as in Inf(!0), are not supported");
  if (v->in.token.kind == HOA_NUMBER && v->number >= v->declared_sets)
    return hoa_wrong_token(v, "there is no acceptance set %s");
  uint32_t n;
  if (!hoa_expect_number(v, "the number of a set should be here", &n))
    return false;
  if (v->set_number.at[n] == UINT32_MAX) {
    if (v->out->sets == OMEGA_MOST_SETS)
      return hoa_wrong(v, "more than 64 acceptance sets are not supported");
    v->set_number.at[n] = v->out->sets++;
  }
  return hoa_expect_mark(v, ')');
}

/* Any parenthesisation of a conjunction. */
static bool read_condition(hoa_reader *v) {
  size_t depth = 0;
  for (;;) {
    while (hoa_is_mark(v, '(')) {
      depth++;
      if (!hoa_next(v))
        return false;
    }
    if (hoa_is_word(v, "t") || hoa_is_word(v, "f")) {
      v->empty_language |= *v->in.token.text == 'f';
      if (!hoa_next(v))
        return false;
    } else if (!read_inf(v)) {
      return false;
    }
    while (depth && hoa_is_mark(v, ')')) {
      depth--;
      if (!hoa_next(v))
        return false;
    }
    if (hoa_is_mark(v, '|'))
      return refuse_acceptance(v, "disjunctive ('|')");
    if (!hoa_is_mark(v, '&'))
      return !depth || hoa_wrong(v, "')' is missing here");
    if (!hoa_next(v))
      return false;
  }
}

static bool read_acceptance(hoa_reader *v) {
  if (v->has_acceptance)
    return hoa_wrong(v, "'Acceptance:' comes twice");
  v->has_acceptance = true;
  if (!hoa_next(v) ||
      !hoa_expect_number(v, "the number of acceptance sets should be here",
                         &v->declared_sets))
    return false;
  if (v->declared_sets > (size_t)(v->in.end - v->in.start))
    return hoa_wrong(v, "there are too many acceptance sets");
  for (uint32_t i = 0; i < v->declared_sets; i++)
    vec_push(v->m, &v->set_number, UINT32_MAX);
  return read_condition(v);
}

static bool read_acc_name(hoa_reader *v) {
  if (!hoa_next(v))
    return false;
  if (v->in.token.kind != HOA_WORD)
    return hoa_wrong(v, "a name of an acceptance condition should be here");
  v->acc_name.count = 0;
  for (size_t i = 0; i < v->in.token.length; i++)
    vec_push(v->m, &v->acc_name, v->in.token.text[i]);
  vec_push(v->m, &v->acc_name, '\0');
  do {
    if (!hoa_next(v))
      return false;
  } while (v->in.token.kind == HOA_WORD || v->in.token.kind == HOA_NUMBER);
  return true;
}

static bool read_properties(hoa_reader *v) {
  if (!hoa_next(v))
    return false;
  while (v->in.token.kind == HOA_WORD) {
    if (hoa_is_word(v, "univ-branch"))
      return hoa_wrong(v, "alternating automata (univ-branch) are not "
                          "supported");
    v->is_state_acc |= hoa_is_word(v, "state-acc");
    v->is_trans_acc |= hoa_is_word(v, "trans-acc");
    if (hoa_is_word(v, "deterministic")) {
      v->is_deterministic = true;
      v->claim_line = v->in.token.line;
      v->claim_column = v->in.token.column;
    }
    if (!hoa_next(v))
      return false;
  }
  return true;
}

/* 'tool:', 'name:' and what others added. Capital letters say that the item
 * changes what the automaton means. */
static bool skip_item(hoa_reader *v) {
  if (*v->in.token.text >= 'A' && *v->in.token.text <= 'Z')
    return hoa_wrong_token(v, "the header item %s is not supported, and may "
                              "not be ignored since it begins with a capital "
                              "letter");
  do {
    if (!hoa_next(v))
      return false;
  } while (v->in.token.kind == HOA_WORD || v->in.token.kind == HOA_NUMBER ||
           v->in.token.kind == HOA_STRING);
  return true;
}

static bool header_read_item(hoa_reader *v) {
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
  if (v->in.token.kind != HOA_HEADER)
    return hoa_wrong(v, "a header item, like 'States:', or '--BODY--' should "
                        "be here");
  if (hoa_is_header(v, "HOA"))
    return hoa_wrong(v, "'HOA:' comes twice");
  for (size_t i = 0; i < sizeof items / sizeof *items; i++)
    if (hoa_is_header(v, items[i].name))
      return items[i].read(v);
  return skip_item(v);
}

bool hoa_read_header(hoa_reader *v) {
  if (!hoa_next(v))
    return false;
  if (!hoa_is_header(v, "HOA"))
    return hoa_wrong(v, "the file should begin with 'HOA: v1'");
  if (!hoa_next(v))
    return false;
  if (!hoa_is_word(v, "v1"))
    return hoa_wrong(v, "only version v1 of HOA is supported");
  if (!hoa_next(v))
    return false;
  while (v->in.token.kind != HOA_BODY)
    if (!header_read_item(v))
      return false;
  if (!v->has_acceptance)
    return hoa_wrong(v, "the header has no 'Acceptance:'");
  return true;
}
