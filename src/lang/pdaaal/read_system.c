/* {"states": ...}: an array of states, or an object of named ones. */
#include "base/mutant.h"
#include "lang/pdaaal/reader.h"

#include <stdio.h>
#include <string.h>

static bool read_weight_number(reader *d) {
  json *j = &d->json;
  uint32_t i = d->weight_count;
  int64_t n;
  if (j->kind != JSON_NUMBER)
    return reader_misfit(d, "an integer");
  json_fit fit = json_int64(j, &n);
  if (fit == JSON_FRACTION)
    return reader_wrong(d, "the weight %.*s is not written as an integer",
                        READER_TEXT(d));
  if (fit == JSON_TOO_BIG || n < -PDS_MOST_WEIGHT)
    return reader_wrong(d, "the weight %.*s does not fit 64 bits",
                        READER_TEXT(d));
  if (i == PDS_MOST_DIMENSIONS)
    return reader_wrong(d, "a weight has at most %d dimensions",
                        PDS_MOST_DIMENSIONS);
  if (n < 0 && i < d->pds->dimension && !d->pds->is_signed[i] &&
      !d->weights_inferred)
    return reader_wrong(d,
                        "the weight %.*s is negative, but its type is "
                        "\"uint\"",
                        READER_TEXT(d));
  if (n < 0 && d->weights_inferred)
    d->pds->is_signed[i] = true;
  d->weight[d->weight_count++] = n;
  return true;
}

/* The form of the current weight must be that of the weight type. */
static bool check_weight_form(reader *d, json_kind kind) {
  const pds *system = d->pds;
  if (kind != JSON_NUMBER && kind != JSON_ARRAY)
    return reader_misfit(d, "an integer or an array of integers");
  if (!d->weights_fixed)
    return true;
  if (system->dimension == 0)
    return reader_wrong(d, d->weights_inferred
                               ? "a weight, but earlier rules have none"
                               : "a weight, but the weight type is \"none\"");
  if (system->weight_is_vector != (kind == JSON_ARRAY))
    return reader_misfit(d, system->weight_is_vector
                                ? "a weight that is an array"
                                : "a weight that is a single integer");
  return true;
}

static bool read_weight(reader *d) {
  pds *system = d->pds;
  json_kind kind = json_next(&d->json);
  uint32_t line = d->json.line, column = d->json.column;
  if (!check_weight_form(d, kind))
    return false;
  if (kind == JSON_NUMBER) {
    if (!read_weight_number(d))
      return false;
  } else {
    while (json_next(&d->json) != JSON_ARRAY_END)
      if (!read_weight_number(d))
        return false;
  }
  if (d->weight_count == 0)
    return reader_wrong_at(d, line, column, "an empty weight");
  if (!d->weights_fixed) {
    system->dimension = d->weight_count;
    system->weight_is_vector = kind == JSON_ARRAY;
    d->weights_fixed = true;
  }
  if (d->weight_count != system->dimension)
    return reader_wrong_at(
        d, line, column, "a weight of %u dimensions where %u should be",
        (unsigned)d->weight_count, (unsigned)system->dimension);
  return true;
}

enum { KEY_TO, KEY_POP, KEY_SWAP, KEY_PUSH, KEY_WEIGHT };
static const char *const rule_keys[] = {"to", "pop", "swap", "push", "weight"};

static void mention_state(reader *d, uint32_t state) {
  reader_mention mention = {state, d->json.line, d->json.column};
  vec_push(d->mem, &d->pending, mention);
}

static bool read_named_target(reader *d, uint32_t *out) {
  pds *system = d->pds;
  uint32_t before = pds_state_count(system);
  if (d->json.kind != JSON_STRING)
    return reader_misfit(d, "the name of a state (\"states\" is an object)");
  *out = names_insert(d->mem, &system->states, d->json.text, d->json.length);
  if (*out == before) {
    vec_push(d->mem, &d->defined, false);
    mention_state(d, *out);
  }
  return true;
}

/* How many states there are shows only at their end. Of the targets only new
 * maxima are remembered: the first one that is too large is among them. */
static bool read_numbered_target(reader *d, uint32_t *out) {
  uint64_t n;
  if (d->json.kind != JSON_NUMBER)
    return reader_misfit(d, "the number of a state (\"states\" is an array)");
  json_fit fit = json_uint64(&d->json, &n);
  if (fit == JSON_FRACTION || d->json.text[0] == '-')
    return reader_wrong(d, "a state is a number 0, 1, 2, ..., not %.*s",
                        READER_TEXT(d));
  if (fit == JSON_TOO_BIG || n >= PAUT_EXTRA)
    return reader_wrong(d, "there is no state %.*s", READER_TEXT(d));
  *out = (uint32_t)n;
  if (n >= pds_state_count(d->pds) &&
      (d->pending.count == 0 || n > vec_last(&d->pending).state))
    mention_state(d, *out);
  return true;
}

static bool read_target(reader *d, uint32_t *out) {
  json_next(&d->json);
  return d->is_named ? read_named_target(d, out) : read_numbered_target(d, out);
}

static bool read_pop(reader *d, pds_rule *rule) {
  rule->length = 0;
  if (!reader_expect(d, JSON_STRING, "\"\" behind \"pop\""))
    return false;
  return d->json.length == 0 ||
         reader_wrong(d, "\"pop\" has the value \"\": it removes the label of "
                         "its head");
}

static bool read_swap(reader *d, pds_rule *rule) {
  rule->length = 1;
  if (!reader_expect(d, JSON_STRING, "a label behind \"swap\""))
    return false;
  if (d->json.length == 0)
    return reader_wrong(d, "an empty label (to remove the top: \"pop\":\"\")");
  if (!reader_text_is(d, "*"))
    rule->push[0] =
        names_insert(d->mem, &d->pds->symbols, d->json.text, d->json.length);
  else if (rule->top == PDS_ANY)
    rule->push[0] = PDS_ANY;
  else
    return reader_wrong(d,
                        "\"swap\":\"*\" keeps the symbol that a \"*\" head "
                        "matched; this head is '%.*s'",
                        report_clip(names_length(&d->pds->symbols, rule->top)),
                        names_text(&d->pds->symbols, rule->top));
  return true;
}

static bool read_push(reader *d, pds_rule *rule) {
  rule->length = 2;
  if (!reader_expect(d, JSON_STRING, "a label behind \"push\""))
    return false;
  if (d->json.length == 0)
    return reader_wrong(d, "an empty label (to keep the stack: swap the top "
                           "for itself)");
  if (reader_text_is(d, "*"))
    return reader_wrong(d, "\"push\":\"*\" does not say which label to push");
  rule->push[0] =
      names_insert(d->mem, &d->pds->symbols, d->json.text, d->json.length);
  rule->push[1] = MUTANT("json-push-twice") ? rule->push[0] : rule->top;
  return true;
}

static bool read_rule_value(reader *d, int key, pds_rule *rule) {
  switch (key) {
  case KEY_TO:
    return read_target(d, &rule->to);
  case KEY_POP:
    return read_pop(d, rule);
  case KEY_SWAP:
    return read_swap(d, rule);
  case KEY_PUSH:
    return read_push(d, rule);
  default:
    return read_weight(d);
  }
}

static bool check_rule(reader *d, const pds_rule *rule, unsigned seen) {
  if (!(seen & 1u << KEY_TO))
    return reader_wrong_at(d, rule->line, rule->column, "the rule has no 'to'");
  if (!(seen & (1u << KEY_POP | 1u << KEY_SWAP | 1u << KEY_PUSH)))
    return reader_wrong_at(d, rule->line, rule->column,
                           "the rule has none of 'pop', 'swap' and 'push'");
  if (seen & 1u << KEY_WEIGHT)
    return true;
  if (d->weights_fixed && d->pds->dimension)
    return reader_wrong_at(d, rule->line, rule->column,
                           d->weights_inferred
                               ? "the rule has no 'weight', but others have"
                               : "the rule has no 'weight'");
  d->weights_fixed = true;
  d->pds->dimension = 0;
  return true;
}

static void system_add_rule(reader *d, const pds_rule *rule) {
  const int64_t *weight = d->pds->dimension ? d->weight : NULL;
#ifdef CUSTOS_MUTANTS
  if (MUTANT("early-wildcard") && rule->top == PDS_ANY) {
    for (uint32_t g = 0; g < pds_symbol_count(d->pds); g++) {
      pds_rule one = *rule;
      one.top = g;
      for (uint32_t i = 0; i < one.length; i++)
        one.push[i] = pds_pushed(rule, i, g);
      pds_add_rule(d->mem, d->pds, &one, weight);
    }
    return;
  }
#endif
  pds_add_rule(d->mem, d->pds, rule, weight);
}

/* The current token is the rule's '{'. */
static bool read_rule(reader *d, uint32_t from, uint32_t top) {
  const unsigned actions = 1u << KEY_POP | 1u << KEY_SWAP | 1u << KEY_PUSH;
  pds_rule rule = {.from = from, .top = top, .action = PDS_NONE};
  unsigned seen = 0, before;
  if (d->json.kind != JSON_OBJECT)
    return reader_misfit(d, "a rule");
  rule.line = d->json.line;
  rule.column = d->json.column;
  d->weight_count = 0;
  while (json_next(&d->json) == JSON_KEY) {
    before = seen;
    int key = reader_key(d, rule_keys, 5, &seen, "a rule");
    if (key < 0)
      return false;
    if ((before & actions) && (1u << key & actions))
      return reader_wrong(d, "the rule has two of 'pop', 'swap' and 'push'");
    if (!read_rule_value(d, key, &rule))
      return false;
  }
  if (d->json.kind != JSON_OBJECT_END || !check_rule(d, &rule, seen))
    return false;
  system_add_rule(d, &rule);
  d->clock->done++;
  progress_tick(d->clock);
  return true;
}

/* The current token is the key of a head. */
static bool read_head_label(reader *d, uint32_t state, uint32_t *top) {
  json *j = &d->json;
  if (j->length == 0)
    return reader_wrong(d, "an empty label: every head reads one symbol");
  uint32_t *stamp = &d->any_stamp;
  *top = PDS_ANY;
  if (!reader_text_is(d, "*")) {
    *top = names_insert(d->mem, &d->pds->symbols, j->text, j->length);
    if (*top >= d->label_stamps.count)
      vec_resize(d->mem, &d->label_stamps, *top + (size_t)1);
    stamp = &d->label_stamps.at[*top];
  }
  if (*stamp == state + 1)
    return reader_wrong(d,
                        "the label '%.*s' appears twice in this state: put "
                        "its rules into one array",
                        READER_TEXT(d));
  *stamp = state + 1;
  return true;
}

/* The current token is the state's '{'. */
static bool system_read_state(reader *d, uint32_t state) {
  if (d->json.kind != JSON_OBJECT)
    return reader_misfit(d, "a state, an object of labels");
  while (json_next(&d->json) == JSON_KEY) {
    uint32_t top = PDS_ANY;
    if (!read_head_label(d, state, &top))
      return false;
    if (json_next(&d->json) == JSON_ARRAY) {
      while (json_next(&d->json) != JSON_ARRAY_END)
        if (!read_rule(d, state, top))
          return false;
    } else if (!read_rule(d, state, top)) {
      return false;
    }
  }
  return d->json.kind == JSON_OBJECT_END;
}

static bool read_numbered_states(reader *d) {
  pds *system = d->pds;
  system->states_are_numbers = true;
  if (pds_state_count(system))
    return reader_wrong(d, "numbered states cannot join the states that the "
                           "problem has already");
  while (json_next(&d->json) != JSON_ARRAY_END) {
    char name[16];
    int n =
        snprintf(name, sizeof name, "%u", (unsigned)pds_state_count(system));
    uint32_t state = names_insert(d->mem, &system->states, name, (size_t)n);
    if (!system_read_state(d, state))
      return false;
  }
  uint32_t count = pds_state_count(system);
  vec_each (const reader_mention, mention, &d->pending)
    if (mention->state >= count)
      return reader_wrong_at(d, mention->line, mention->column,
                             "there is no state %u: the last is %u",
                             (unsigned)mention->state, (unsigned)count - 1);
  return true;
}

/* Every state that was mentioned must be a key by now. */
static bool check_mentions(reader *d) {
  names known = {0};
  const names *states = &d->pds->states;
  bool good = true;
  vec_each (const reader_mention, mention, &d->pending) {
    if (d->defined.at[mention->state])
      continue;
    if (good)
      for (uint32_t s = 0; s < names_count(states); s++)
        if (d->defined.at[s])
          names_insert(d->mem, &known, names_text(states, s),
                       names_length(states, s));
    const char *name = names_text(states, mention->state);
    size_t length = names_length(states, mention->state);
    uint32_t near = names_nearest(&known, name, length);
    good = near == NAMES_NONE
               ? reader_wrong_at(d, mention->line, mention->column,
                                 "'%.*s' is not a key of \"states\"",
                                 report_clip(length), name)
               : reader_wrong_at(
                     d, mention->line, mention->column,
                     "'%.*s' is not a key of \"states\" (did you mean "
                     "'%s'?)",
                     report_clip(length), name, names_text(&known, near));
  }
  return good;
}

static bool read_named_states(reader *d) {
  pds *system = d->pds;
  system->states_are_numbers = false;
  for (uint32_t s = 0; s < pds_state_count(system); s++)
    vec_push(d->mem, &d->defined, false);
  /* States that the problem has already need no key, but may have one. */
  uint32_t given = pds_state_count(system);
  while (json_next(&d->json) == JSON_KEY) {
    uint32_t state =
        names_insert(d->mem, &system->states, d->json.text, d->json.length);
    if (state == d->defined.count)
      vec_push(d->mem, &d->defined, false);
    if (d->defined.at[state])
      return reader_wrong(d, "the state '%.*s' appears twice", READER_TEXT(d));
    d->defined.at[state] = true;
    json_next(&d->json);
    if (!system_read_state(d, state))
      return false;
  }
  if (d->json.kind != JSON_OBJECT_END)
    return false;
  for (uint32_t s = 0; s < given; s++)
    d->defined.at[s] = true;
  return check_mentions(d);
}

static bool read_states(reader *d, bool form_known) {
  json_kind kind = json_next(&d->json);
  if (kind != JSON_ARRAY && kind != JSON_OBJECT)
    return reader_misfit(d, "the array or object of states");
  if (!form_known)
    d->is_named = kind == JSON_OBJECT;
  else if (d->is_named != (kind == JSON_OBJECT))
    return reader_wrong(
        d, d->is_named
               ? "\"states\" is an array, but \"state-names\" is true: named "
                 "states are the keys of an object"
               : "\"states\" is an object, but \"state-names\" is false: "
                 "numbered states are the elements of an array");
  return d->is_named ? read_named_states(d) : read_numbered_states(d);
}

bool reader_system(reader *d, bool form_known) {
  static const char *const words[] = {"states"};
  unsigned seen = 0;
  if (d->weights_inferred && d->pds->rules.count)
    d->weights_fixed = true;
  if (!reader_expect(d, JSON_OBJECT, "the object with \"states\""))
    return false;
  while (json_next(&d->json) == JSON_KEY)
    if (reader_key(d, words, 1, &seen, "a system") < 0 ||
        !read_states(d, form_known))
      return false;
  if (d->json.kind != JSON_OBJECT_END)
    return false;
  if (!seen)
    return reader_wrong(d, "the system has no 'states'");
  d->pds->has_system = true;
  return true;
}
