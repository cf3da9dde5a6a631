/* Systems of other languages as machines of a session: transition systems with
 * their propositions; pushdown systems, whose heads are labelled by the names
 * of their state and symbol. */
#include "problem/session/ectl.h"

#include "lang/lts/graph.h"
#include "lang/pds/pds_text.h"

#include <stdio.h>
#include <string.h>

struct session_maker {
  custos *c;
  mem *m;
  const char *file;
  machine *out;
  size_t renamed;
};

static bool is_letter(char x) {
  return (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z') || x == '_';
}

/* A name that the language of sessions can write, one for each name of the
 * file: "send!3" becomes "send_3", or "send_3_1" if that is taken. */
static uint32_t take_name(session_maker *maker, names *to, const char *name,
                          size_t length) {
  char *plain = mem_alloc(maker->m, length + 32);
  size_t n = 0;
  if (!length || !is_letter(name[0]))
    plain[n++] = 's';
  for (size_t i = 0; i < length; i++) {
    bool good = is_letter(name[i]) || (name[i] >= '0' && name[i] <= '9');
    plain[n++] = good ? name[i] : '_';
  }
  bool changed = n != length || memcmp(plain, name, n) != 0;
  maker->renamed += changed;
  size_t end = n;
  for (unsigned i = 1; names_find(to, plain, end) != NAMES_NONE; i++)
    end = n + (size_t)snprintf(plain + n, 16, "_%u", i);
  uint32_t number = names_insert(maker->m, to, plain, end);
  mem_free(maker->m, plain);
  return number;
}

static uint32_t *take_names(session_maker *maker, const names *from,
                            names *to) {
  uint32_t count = names_count(from);
  uint32_t *number = mem_array(maker->m, (size_t)count + 1, sizeof *number);
  for (uint32_t i = 0; i < count; i++)
    number[i] =
        take_name(maker, to, names_text(from, i), names_length(from, i));
  return number;
}

static void note_renamed(session_maker *maker) {
  if (!maker->renamed)
    return;
  char *note = mem_alloc(&maker->c->job, 300);
  snprintf(note, 300,
           "%.100s: %zu name%s changed, since a session writes names with "
           "letters, digits and '_'",
           maker->file, maker->renamed,
           maker->renamed == 1 ? " was" : "s were");
  vec_push(&maker->c->job, &maker->c->notes, note);
}

/* The first state is where the verdict is taken: initial ones come first. */
static uint32_t *order_states(session_maker *maker, const graph *g) {
  uint32_t *number =
      mem_array(maker->m, (size_t)g->state_count + 1, sizeof *number);
  uint32_t *order =
      mem_array(maker->m, (size_t)g->state_count + 1, sizeof *order);
  uint32_t n = 0;
  memset(number, 0xFF, g->state_count * sizeof *number);
  vec_each (const uint32_t, s, &g->initial)
    if (number[*s] == MACHINE_NONE) {
      order[n] = *s;
      number[*s] = n++;
    }
  for (uint32_t s = 0; s < g->state_count; s++)
    if (number[s] == MACHINE_NONE) {
      order[n] = s;
      number[s] = n++;
    }
  for (uint32_t i = 0; i < n; i++) {
    char digits[16];
    snprintf(digits, sizeof digits, "s%u", (unsigned)order[i]);
    if (g->has_names)
      take_name(maker, &maker->out->states, names_text(&g->states, order[i]),
                names_length(&g->states, order[i]));
    else
      names_insert(maker->m, &maker->out->states, digits, strlen(digits));
    progress_tick(&maker->c->clock);
  }
  return number;
}

static uint64_t rule_key(const machine_rule *rule) {
  return map_pair(rule->from, rule->action);
}

/* Each once: 'known' has the rules with the same source and action, chained. */
typedef struct rule_set {
  map index;
  vec(uint32_t) last, before;
} rule_set;

static void add_rule(session_maker *maker, rule_set *known, machine_rule r) {
  uint32_t at = map_insert(maker->m, &known->index, rule_key(&r));
  if (at == known->last.count)
    vec_push(maker->m, &known->last, MACHINE_NONE);
  for (uint32_t i = known->last.at[at]; i != MACHINE_NONE;
       i = known->before.at[i]) {
    const machine_rule *x = &maker->out->rules.at[i];
    if (x->to == r.to && x->top == r.top && x->operation == r.operation &&
        x->symbol == r.symbol)
      return;
  }
  vec_push(maker->m, &known->before, known->last.at[at]);
  known->last.at[at] = (uint32_t)maker->out->rules.count;
  vec_push(maker->m, &maker->out->rules, r);
}

static void take_edges(session_maker *maker, const graph *g,
                       const names *labels, const uint32_t *state) {
  uint32_t *action = take_names(maker, labels, &maker->out->actions);
  uint32_t silent = MACHINE_NONE;
  rule_set known = {0};
  for (uint32_t s = 0; s < g->with_edges; s++)
    for (uint32_t i = g->first[s]; i < g->first[s + 1]; i++) {
      uint32_t label = g->has_labels ? g->labels.at[i] : MODEL_NONE;
      if (label == MODEL_NONE && silent == MACHINE_NONE)
        silent = take_name(maker, &maker->out->actions, "tau", 3);
      progress_tick(&maker->c->clock);
      add_rule(
          maker, &known,
          (machine_rule){.action = label == MODEL_NONE ? silent : action[label],
                         .from = state[s],
                         .to = state[g->to.at[i]],
                         .operation = MACHINE_REWRITE,
                         .line = g->lines.at[i],
                         .column = g->columns.at[i]});
    }
}

static bool make_lts(session_maker *maker, const char *bytes, size_t length,
                     bool (*read)(mem *, model *, const char *, const char *,
                                  size_t, report *, progress *)) {
  model x = {0};
  if (!read(&maker->c->job, &x, maker->file, bytes, length, &maker->c->report,
            &maker->c->clock))
    return false;
  const graph *g = x.self;
  if (!g->state_count)
    return report_add(&maker->c->report, maker->file, 0, 0,
                      "the transition system has no states");
  machine_init(maker->m, maker->out, MACHINE_LTS);
  uint32_t *state = order_states(maker, g);
  uint32_t *prop = take_names(maker, &g->props, &maker->out->props);
  vec_each (const graph_fact, f, &g->facts) {
    machine_fact fact = {{state[f->state], MACHINE_NONE}, prop[f->prop]};
    vec_push(maker->m, &maker->out->facts, fact);
  }
  take_edges(maker, g, &x.labels, state);
  return true;
}

static const char *misfit(const pds_rule *rule) {
  if (rule->top == PDS_ANY)
    return "a rule for any symbol";
  if (rule->length == 2 && rule->push[1] != rule->top)
    return "a rule that pushes and changes the symbol below";
  return NULL;
}

static void label_heads(session_maker *maker, const pds *system,
                        const uint32_t *state, const uint32_t *symbol) {
  machine *x = maker->out;
  for (uint32_t s = 0; s < pds_state_count(system); s++)
    for (uint32_t g = 0; g < pds_symbol_count(system); g++) {
      machine_head head = {state[s], symbol[g]};
      const char *of_state = names_text(&x->states, state[s]);
      const char *of_symbol = names_text(&x->symbols, symbol[g]);
      uint32_t by_state =
          names_insert(maker->m, &x->props, of_state, strlen(of_state));
      uint32_t by_symbol =
          names_insert(maker->m, &x->props, of_symbol, strlen(of_symbol));
      vec_push(maker->m, &x->heads, head);
      vec_push(maker->m, &x->facts, ((machine_fact){head, by_state}));
      if (by_symbol != by_state)
        vec_push(maker->m, &x->facts, ((machine_fact){head, by_symbol}));
      progress_tick(&maker->c->clock);
    }
}

static void take_rules(session_maker *maker, const pds *system,
                       const uint32_t *state, const uint32_t *symbol) {
  uint32_t *action = take_names(maker, &system->actions, &maker->out->actions);
  uint32_t silent = MACHINE_NONE;
  rule_set known = {0};
  vec_each (const pds_rule, r, &system->rules) {
    if (r->action == PDS_NONE && silent == MACHINE_NONE)
      silent = take_name(maker, &maker->out->actions, "tau", 3);
    machine_rule x = {.action =
                          r->action == PDS_NONE ? silent : action[r->action],
                      .from = state[r->from],
                      .top = symbol[r->top],
                      .to = state[r->to],
                      .operation = (machine_operation)r->length,
                      .symbol = r->length ? symbol[r->push[0]] : MACHINE_NONE,
                      .line = r->line,
                      .column = r->column};
    add_rule(maker, &known, x);
  }
}

bool session_make_pds(session_maker *maker, const char *bytes, size_t length) {
  pds system = {0};
  if (!pds_text_read(&maker->c->job, &system, maker->file, bytes, length,
                     &maker->c->report, &maker->c->clock))
    return false;
  vec_each (const pds_rule, rule, &system.rules)
    if (misfit(rule))
      return report_add(&maker->c->report, maker->file, rule->line,
                        rule->column, "a PDS of a session has no place for %s",
                        misfit(rule));
  machine_init(maker->m, maker->out, MACHINE_PDS);
  uint32_t *state = take_names(maker, &system.states, &maker->out->states);
  /* '_' is there already, and is the symbol of that name. */
  uint32_t *symbol = mem_array(maker->m, (size_t)pds_symbol_count(&system) + 1,
                               sizeof *symbol);
  for (uint32_t g = 0; g < pds_symbol_count(&system); g++)
    symbol[g] = strcmp(names_text(&system.symbols, g), "_") == 0
                    ? 0
                    : take_name(maker, &maker->out->symbols,
                                names_text(&system.symbols, g),
                                names_length(&system.symbols, g));
  label_heads(maker, &system, state, symbol);
  take_rules(maker, &system, state, symbol);
  return true;
}

bool session_make_lts(session_maker *maker, const char *bytes, size_t length) {
  return make_lts(maker, bytes, length, lts_read);
}

bool session_make_aut(session_maker *maker, const char *bytes, size_t length) {
  return make_lts(maker, bytes, length, aut_read);
}

bool session_read_system(custos *c, mem *m, const char *name, const char *bytes,
                         size_t length, session_system_reader *read,
                         ectl_item *out) {
  session_maker maker = {.c = c, .m = m, .file = name, .out = &out->machine};
  if (!read(&maker, bytes, length))
    return false;
  note_renamed(&maker);
  return true;
}
