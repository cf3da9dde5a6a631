/* Extended CTL once more, slowly, by alternating saturation.
 *
 * U asks for the configurations from which some run gets to a target, R for
 * those from which every run does (its targets are what is bad; R is then
 * false). For a location and a symbol on top the twin finds the least sets of
 * locations such that: if all of a set win with the stack below, this one wins
 * with the symbol on it. On pushdown systems each table knows of the stack
 * below what the tables before it say: for every location whether it wins. */
#ifndef UNIT_ECTL_TWIN_H
#define UNIT_ECTL_TWIN_H

#include "product/ectl_answer.h"

#include <stdlib.h>
#include <string.h>

enum {
  TWIN_LOCATIONS = 12,
  TWIN_SYMBOLS = 3,
  TWIN_MEMORIES = 30,
  TWIN_SETS = 150,
  TWIN_TABLES = 8
};

typedef struct twin_family {
  unsigned count;
  uint16_t sets[TWIN_SETS];
} twin_family;

/* What is known of a stack: 'was' is what the tables before know. */
typedef struct twin_memory {
  unsigned was, wins; /* locations, as bits */
  unsigned step[TWIN_SYMBOLS];
} twin_memory;

typedef struct twin_table {
  const machine *automaton;
  bool is_release;
  uint32_t left, right; /* nodes; left NONE: true */
  unsigned at_end;      /* locations that win with an empty stack */
  twin_family family[TWIN_LOCATIONS][TWIN_SYMBOLS][TWIN_MEMORIES];
  /* After this table: */
  unsigned memories;
  twin_memory memory[TWIN_MEMORIES];
} twin_table;

typedef struct twin {
  const ectl_question *q;
  const machine *s;
  bool failed; /* too much for it */
  unsigned tables, symbols;
  twin_table *table[TWIN_TABLES];
  uint32_t *table_of; /* by node */
  machine every_word, one_action;
} twin;

/* Families. */

static bool twin_add(twin *w, twin_family *f, unsigned set) {
  unsigned kept = 0;
  for (unsigned i = 0; i < f->count; i++)
    if ((f->sets[i] & ~set) == 0)
      return false;
  for (unsigned i = 0; i < f->count; i++)
    if (set & ~(unsigned)f->sets[i])
      f->sets[kept++] = f->sets[i];
  f->count = kept;
  if (f->count == TWIN_SETS) {
    w->failed = true;
    return false;
  }
  f->sets[f->count++] = (uint16_t)set;
  return true;
}

/* One set of each. */
static void twin_join(twin *w, const twin_family *a, const twin_family *b,
                      twin_family *out) {
  twin_family both;
  both.count = 0;
  for (unsigned i = 0; i < a->count; i++)
    for (unsigned k = 0; k < b->count; k++)
      twin_add(w, &both, a->sets[i] | (unsigned)b->sets[k]);
  *out = both;
}

static bool twin_wins(const twin_family *f, unsigned below) {
  for (unsigned i = 0; i < f->count; i++)
    if ((f->sets[i] & ~below) == 0)
      return true;
  return false;
}

/* Truth. */

static const char *twin_action(const machine *x, uint32_t rule) {
  return names_text(&x->actions, x->rules.at[rule].action);
}

static bool twin_labelled(const twin *w, uint32_t name, uint32_t state,
                          uint32_t top) {
  vec_each (const machine_fact, f, &w->s->facts)
    if (f->at.state == state &&
        (w->s->kind == MACHINE_LTS || f->at.symbol == top) &&
        strcmp(names_text(&w->s->props, f->prop),
               names_text(&w->q->formulas->props, name)) == 0)
      return true;
  return false;
}

/* 'tables' have been made, 'memory' is that of the last of them. Top NONE: the
 * stack is empty (PDS). */
static bool twin_truth(const twin *w, uint32_t node, uint32_t state,
                       uint32_t top, unsigned tables, unsigned memory) {
  const ectl_node *n = &w->q->formulas->nodes.at[node];
  bool has_left = n->op >= ECTL_NOT && n->op <= ECTL_OR;
  bool a = has_left && twin_truth(w, n->left, state, top, tables, memory);
  bool b = has_left && n->op != ECTL_NOT &&
           twin_truth(w, n->right, state, top, tables, memory);
  switch (n->op) {
  case ECTL_FALSE:
    return false;
  case ECTL_TRUE:
    return true;
  case ECTL_PROP:
    return (top != ECTL_NO || w->s->kind == MACHINE_LTS) &&
           twin_labelled(w, n->name, state, top);
  case ECTL_NOT:
    return !a;
  case ECTL_AND:
    return a && b;
  case ECTL_OR:
    return a || b;
  default:
    break;
  }
  if (n->op == ECTL_EX && w->s->kind == MACHINE_LTS) {
    vec_each (const machine_rule, r, &w->s->rules)
      if (r->from == state && twin_truth(w, n->left, r->to, top, tables, 0))
        return true;
    return false;
  }
  const twin_table *t = w->table[w->table_of[node]];
  bool wins;
  if (w->s->kind == MACHINE_LTS) {
    wins = twin_wins(&t->family[state][0][0], t->at_end);
  } else if (top == ECTL_NO) {
    wins = t->at_end >> state & 1;
  } else {
    for (; tables > w->table_of[node] + 1; tables--)
      memory = w->table[tables - 1]->memory[memory].was;
    const twin_memory *y = &t->memory[memory];
    wins = twin_wins(&t->family[state][top][y->was], y->wins);
  }
  return wins != t->is_release;
}

/* A table. */

/* A head of the product: location q * states + s. */
typedef struct twin_head {
  uint32_t q, s, g;
  unsigned memory; /* before this table */
} twin_head;

static bool twin_is_target(const twin *w, unsigned table, const twin_head *h) {
  const twin_table *t = w->table[table];
  return t->automaton->accepting.at[h->q] &&
         twin_truth(w, t->right, h->s, h->g, table, h->memory) != t->is_release;
}

/* Sets by which one of the product's rules wins. */
static void twin_rule(twin *w, unsigned table, const twin_head *h,
                      const machine_rule *e, const machine_rule *r,
                      twin_family *out) {
  twin_table *t = w->table[table];
  const machine_rule *k = w->s->kind == MACHINE_PDS ? e : r;
  unsigned to = r->to * machine_states(w->s) + e->to;
  bool has_stack =
      w->s->kind == MACHINE_PDS || t->automaton->kind == MACHINE_PDA;
  out->count = 0;
  if (has_stack && k->operation == MACHINE_POP) {
    twin_add(w, out, 1U << to);
  } else if (!has_stack || k->operation == MACHINE_REWRITE) {
    *out = t->family[to][has_stack ? k->symbol : 0][h->memory];
  } else {
    unsigned above = w->s->kind == MACHINE_PDS && table > 0
                         ? w->table[table - 1]->memory[h->memory].step[h->g]
                         : 0;
    twin_family f = t->family[to][k->symbol][above];
    for (unsigned i = 0; i < f.count; i++) {
      twin_family all = {1, {0}};
      for (unsigned l = 0; l < TWIN_LOCATIONS; l++)
        if (f.sets[i] >> l & 1)
          twin_join(w, &all, &t->family[l][h->g][h->memory], &all);
      for (unsigned x = 0; x < all.count; x++)
        twin_add(w, out, all.sets[x]);
    }
  }
}

/* Adds what follows for the head; true: something new did. */
static bool twin_head_step(twin *w, unsigned table, const twin_head *h) {
  twin_table *t = w->table[table];
  twin_family every, some, one;
  twin_family *own =
      &t->family[h->q * machine_states(w->s) + h->s][h->g][h->memory];
  unsigned moves = 0;
  bool changed = false;
  every.count = 1;
  every.sets[0] = 0;
  some.count = 0;
  if (twin_is_target(w, table, h))
    return twin_add(w, own, 0);
  if (t->left != ECTL_NONE &&
      twin_truth(w, t->left, h->s, h->g, table, h->memory) == t->is_release)
    return false;
  for (uint32_t i = 0; i < w->s->rules.count; i++) {
    const machine_rule *e = &w->s->rules.at[i];
    bool follows = false;
    if (e->from != h->s || (w->s->kind == MACHINE_PDS && e->top != h->g))
      continue;
    moves++;
    for (uint32_t k = 0; k < t->automaton->rules.count; k++) {
      const machine_rule *r = &t->automaton->rules.at[k];
      if (r->from != h->q ||
          (t->automaton->kind == MACHINE_PDA && r->top != h->g) ||
          strcmp(twin_action(w->s, i), twin_action(t->automaton, k)) != 0)
        continue;
      follows = true;
      twin_rule(w, table, h, e, r, &one);
      for (unsigned x = 0; x < one.count; x++)
        twin_add(w, &some, one.sets[x]);
      twin_join(w, &every, &one, &every);
    }
    if (!follows && t->is_release)
      return false;
  }
  const twin_family *found = t->is_release ? &every : &some;
  if (moves > 0)
    for (unsigned x = 0; x < found->count; x++)
      changed |= twin_add(w, own, found->sets[x]);
  return changed;
}

static void twin_saturate(twin *w, unsigned table) {
  twin_table *t = w->table[table];
  unsigned memories = w->s->kind == MACHINE_PDS && table > 0
                          ? w->table[table - 1]->memories
                          : 1;
  bool changed = true;
  twin_head h;
  while (changed && !w->failed) {
    changed = false;
    for (h.q = 0; h.q < machine_states(t->automaton); h.q++)
      for (h.s = 0; h.s < machine_states(w->s); h.s++)
        for (h.g = 0; h.g < w->symbols; h.g++)
          for (h.memory = 0; h.memory < memories; h.memory++)
            changed |= twin_head_step(w, table, &h);
  }
  for (h.q = 0; h.q < machine_states(t->automaton); h.q++)
    for (h.s = 0; h.s < machine_states(w->s); h.s++) {
      h.g = ECTL_NO;
      h.memory = 0;
      if (twin_is_target(w, table, &h))
        t->at_end |= 1U << (h.q * machine_states(w->s) + h.s);
    }
}

static unsigned twin_memory_of(twin *w, twin_table *t, unsigned was,
                               unsigned wins) {
  for (unsigned i = 0; i < t->memories; i++)
    if (t->memory[i].was == was && t->memory[i].wins == wins)
      return i;
  if (t->memories == TWIN_MEMORIES) {
    w->failed = true;
    return 0;
  }
  t->memory[t->memories] = (twin_memory){.was = was, .wins = wins};
  return t->memories++;
}

static void twin_remember(twin *w, unsigned table) {
  twin_table *t = w->table[table];
  twin_memory_of(w, t, 0, t->at_end);
  for (unsigned i = 0; i < t->memories; i++)
    for (unsigned g = 0; g < w->symbols; g++) {
      unsigned was = t->memory[i].was, wins = 0;
      for (unsigned l = 0; l < TWIN_LOCATIONS; l++)
        if (twin_wins(&t->family[l][g][was], t->memory[i].wins))
          wins |= 1U << l;
      unsigned next = table > 0 ? w->table[table - 1]->memory[was].step[g] : 0;
      unsigned to = twin_memory_of(w, t, next, wins);
      t->memory[i].step[g] = to;
    }
}

/* Tables are large, and few of their families are ever used: they are kept
 * from one twin to the next. */
static twin_table *twin_new_table(unsigned table) {
  static twin_table *kept[TWIN_TABLES];
  twin_table *t = kept[table];
  if (!t)
    t = kept[table] = calloc(1, sizeof *t);
  if (!t)
    abort();
  for (unsigned l = 0; l < TWIN_LOCATIONS; l++)
    for (unsigned g = 0; g < TWIN_SYMBOLS; g++)
      for (unsigned i = 0; i < TWIN_MEMORIES; i++)
        t->family[l][g][i].count = 0;
  t->at_end = t->memories = 0;
  return t;
}

static void twin_make_table(twin *w, uint32_t node) {
  const ectl_node *n = &w->q->formulas->nodes.at[node];
  unsigned table = w->tables;
  if (table == TWIN_TABLES) {
    w->failed = true;
    return;
  }
  twin_table *t = w->table[table] = twin_new_table(table);
  t->is_release = n->op == ECTL_ER;
  t->left = n->op == ECTL_EX ? ECTL_NONE : n->left;
  t->right = n->op == ECTL_EX ? n->left : n->right;
  t->automaton = n->op == ECTL_EX             ? &w->one_action
                 : n->name == ECTL_EVERY_WORD ? &w->every_word
                 : t->is_release              ? w->q->release[n->name]
                                              : w->q->until[n->name];
  w->symbols = machine_symbols(w->s->kind == MACHINE_PDS ? w->s : t->automaton);
  if (w->symbols > TWIN_SYMBOLS ||
      machine_states(w->s) * machine_states(t->automaton) > TWIN_LOCATIONS)
    w->failed = true;
  w->tables++;
  w->table_of[node] = table;
  if (!w->failed)
    twin_saturate(w, table);
  if (w->s->kind == MACHINE_PDS && !w->failed)
    twin_remember(w, table);
}

/* All of it. */

/* False: it is too much. */
static bool twin_begin(mem *m, twin *w, const ectl_question *q) {
  ectl_list parts = {0};
  *w = (twin){.q = q, .s = q->system};
  w->table_of = calloc(q->formulas->nodes.count, sizeof *w->table_of);
  machine_every_word(m, &q->system->actions, &w->every_word);
  machine_one_action(m, &q->system->actions, &w->one_action);
  ectl_parts(m, q->formulas, q->root, &parts);
  vec_each (const uint32_t, n, &parts) {
    ectl_operator op = q->formulas->nodes.at[*n].op;
    if (!w->failed && (op == ECTL_EU || op == ECTL_ER ||
                       (op == ECTL_EX && q->system->kind == MACHINE_PDS)))
      twin_make_table(w, *n);
  }
  return !w->failed;
}

static bool twin_holds(const twin *w, uint32_t node, uint32_t state,
                       const uint32_t *stack, size_t depth) {
  unsigned memory = 0;
  for (size_t i = depth; i-- > 1 && w->tables > 0;)
    memory = w->table[w->tables - 1]->memory[memory].step[stack[i]];
  return twin_truth(w, node, state, depth ? stack[0] : ECTL_NO, w->tables,
                    memory);
}

static void twin_end(twin *w) { free(w->table_of); }

#endif
