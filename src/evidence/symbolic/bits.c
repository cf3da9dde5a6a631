/* Where the bits of a program are, in which order diagrams have them, and how
 * many helpers are needed. */
#include "evidence/symbolic/checker.h"

#include <assert.h>

bool checker_count_bits(checker *c) {
  const prog *program = c->p;
  uint64_t globals = 0, locals = 0;
  size_t procedures = program->procedures.count;
  uint64_t *used = mem_array(c->m, procedures + 1, sizeof *used);
  c->first_bit =
      mem_array(c->m, program->variables.count + 1, sizeof *c->first_bit);
  c->frame_bits = mem_array(c->m, procedures + 1, sizeof *c->frame_bits);
  for (size_t v = 0; v < program->variables.count; v++) {
    const prog_variable *variable = &program->variables.at[v];
    bool is_global = variable->procedure == PROG_NONE;
    uint64_t *bits = is_global ? &globals : &used[variable->procedure];
    c->first_bit[v] = (uint32_t)*bits;
    *bits += (uint64_t)variable->width * variable->count;
    if (*bits >= DD_MOST_VARIABLES)
      mem_raise(c->m->budget, MEM_LIMIT);
    if (!is_global && *bits > locals)
      locals = *bits;
  }
  for (size_t i = 0; i < procedures; i++)
    c->frame_bits[i] = (uint32_t)used[i];
  mem_free(c->m, used);
  const sym_proof *proof = c->proof;
  c->program_globals = (uint32_t)globals;
  c->globals = (uint32_t)globals + proof->automaton_bits;
  c->locals = (uint32_t)locals;
  return proof->automaton_bits <= 32 && proof->globals == c->globals &&
         proof->locals == c->locals &&
         proof->symbols == program->locations.count;
}

typedef struct ordering {
  checker *c;
  uint32_t bits;
  uint32_t *wish; /* by bit: its place in the program's order */
  uint32_t wished;
  variable_list mentioned;
  bool *is_mentioned; /* by variable */
} ordering;

static void mention(ordering *o, uint32_t variable) {
  if (!o->is_mentioned[variable])
    vec_push(o->c->m, &o->mentioned, variable);
  o->is_mentioned[variable] = true;
}

static void wish_bits(ordering *o, uint32_t variable, uint32_t significance) {
  assert(variable < o->c->p->variables.count);
  const prog_variable *v = &o->c->p->variables.at[variable];
  uint32_t first = o->c->first_bit[variable] + significance;
  if (v->procedure != PROG_NONE)
    first += o->c->globals;
  for (uint32_t k = 0; significance < v->width && k < v->count; k++)
    if (o->wish[first + k * v->width] == UINT32_MAX)
      o->wish[first + k * v->width] = o->wished++;
}

/* The automaton's bits first, then the lowest ones of all numbers as the
 * program speaks of them, the second lowest, ...: sums and comparisons need
 * bits of the same significance together. */
static void wish(ordering *o) {
  const prog *program = o->c->p;
  for (uint32_t i = 0; i < o->bits; i++)
    o->wish[i] = UINT32_MAX;
  for (uint32_t i = o->c->program_globals; i < o->c->globals; i++)
    o->wish[i] = o->wished++;
  vec_each (const prog_edge, edge, &program->edges)
    for (uint32_t i = 0; i < edge->assignments; i++)
      mention(o, program->assignments.at[edge->first_assignment + i].variable);
  for (uint32_t v = 0; v < program->variables.count; v++)
    mention(o, v);
  for (uint32_t k = 0; k < PROG_MOST_BITS && o->wished < o->bits; k++)
    vec_each (const uint32_t, v, &o->mentioned)
      wish_bits(o, *v, k);
}

/* Bits that come before others in the table: a graph, and how many come before
 * each bit that have not been placed yet. */
typedef struct precedence {
  map edges;
  uint32_t *first, *behind; /* by bit, one more; the bits behind it */
  uint32_t *before;
} precedence;

static void collect(ordering *o, precedence *g) {
  const sym_proof *proof = o->c->proof;
  mem *m = o->c->m;
  vec_each (const sym_node, node, &proof->nodes) {
    uint32_t child[2] = {node->low, node->high};
    uint32_t bit = node->variable / SYM_COPIES;
    for (int i = 0; i < 2; i++) {
      if (child[i] < 2)
        continue;
      uint32_t to = proof->nodes.at[child[i] - 2].variable / SYM_COPIES;
      if (to != bit)
        map_insert(m, &g->edges, map_pair(bit, to));
    }
  }
  g->first = mem_array(m, (size_t)o->bits + 2, sizeof *g->first);
  g->before = mem_array(m, (size_t)o->bits + 1, sizeof *g->before);
  g->behind = mem_array(m, g->edges.keys.count + 1, sizeof *g->behind);
  vec_each (const uint64_t, key, &g->edges.keys) {
    g->first[(*key >> 32) + 2]++;
    g->before[(uint32_t)*key]++;
  }
  for (uint32_t i = 2; i <= o->bits + 1; i++)
    g->first[i] += g->first[i - 1];
  vec_each (const uint64_t, key, &g->edges.keys)
    g->behind[g->first[(*key >> 32) + 1]++] = (uint32_t)*key;
}

/* The bit that the program wishes first, of those with nothing before them; or
 * of all, if the table contradicts itself. Quadratic, in a few bits. */
static uint32_t next_bit(const ordering *o, const precedence *g,
                         const bool *placed) {
  uint32_t best = UINT32_MAX, any = UINT32_MAX;
  for (uint32_t i = 0; i < o->bits; i++) {
    if (placed[i])
      continue;
    if (any == UINT32_MAX || o->wish[i] < o->wish[any])
      any = i;
    if (g->before[i] == 0 && (best == UINT32_MAX || o->wish[i] < o->wish[best]))
      best = i;
  }
  return best == UINT32_MAX ? any : best;
}

static void place_all(ordering *o, precedence *g) {
  checker *c = o->c;
  bool *placed = mem_array(c->m, (size_t)o->bits + 1, sizeof *placed);
  for (uint32_t position = 0; position < o->bits; position++) {
    uint32_t bit = next_bit(o, g, placed);
    progress_tick(c->clock);
    placed[bit] = true;
    c->position[bit] = position;
    c->at_position[position] = bit;
    for (uint32_t k = g->first[bit]; k < g->first[bit + 1]; k++)
      g->before[g->behind[k]]--;
  }
  mem_free(c->m, placed);
}

static bool is_sound(const checker *c) {
  const sym_proof *proof = c->proof;
  uint32_t number = 2, variables = (c->globals + c->locals) * SYM_COPIES;
  vec_each (const sym_node, node, &proof->nodes) {
    if (node->variable >= variables || node->low >= number ||
        node->high >= number)
      return false;
    number++;
  }
  return proof->nodes.count < UINT32_MAX - 2;
}

/* Has a way some variable twice? Not if all ways follow the order; else by the
 * sets of variables below each node. */
static bool repeats(const checker *c) {
  const sym_proof *proof = c->proof;
  size_t words = ((size_t)c->globals + c->locals) * SYM_COPIES / 64 + 1;
  bool follows = true, twice = false;
  vec_each (const sym_node, node, &proof->nodes) {
    for (int i = 0; i < 2; i++) {
      uint32_t child = i ? node->high : node->low;
      if (child < 2)
        continue;
      uint32_t below = proof->nodes.at[child - 2].variable;
      uint32_t a = c->position[node->variable / SYM_COPIES];
      uint32_t b = c->position[below / SYM_COPIES];
      follows = follows && (a < b || (a == b && node->variable < below));
    }
  }
  if (follows)
    return false;
  uint64_t *sets = mem_array(c->m, proof->nodes.count * words, sizeof *sets);
  for (size_t k = 0; k < proof->nodes.count && !twice; k++) {
    const sym_node *node = &proof->nodes.at[k];
    uint64_t *own = sets + k * words;
    for (size_t w = 0; w < words; w++)
      own[w] = (node->low < 2 ? 0 : sets[(node->low - 2) * words + w]) |
               (node->high < 2 ? 0 : sets[(node->high - 2) * words + w]);
    uint64_t bit = UINT64_C(1) << (node->variable & 63);
    twice = own[node->variable / 64] & bit;
    own[node->variable / 64] |= bit;
  }
  mem_free(c->m, sets);
  return twice;
}

bool checker_choose_order(checker *c) {
  uint32_t bits = c->globals + c->locals;
  ordering o = {.c = c, .bits = bits};
  precedence g = {0};
  if (!is_sound(c))
    return false;
  o.wish = mem_array(c->m, (size_t)bits + 1, sizeof *o.wish);
  o.is_mentioned =
      mem_array(c->m, c->p->variables.count + 1, sizeof *o.is_mentioned);
  c->position = mem_array(c->m, (size_t)bits + 1, sizeof *c->position);
  c->at_position = mem_array(c->m, (size_t)bits + 1, sizeof *c->at_position);
  wish(&o);
  collect(&o, &g);
  place_all(&o, &g);
  map_free(c->m, &g.edges);
  mem_free(c->m, g.first);
  mem_free(c->m, g.behind);
  mem_free(c->m, g.before);
  mem_free(c->m, o.wish);
  mem_free(c->m, o.is_mentioned);
  vec_free(c->m, &o.mentioned);
  return !repeats(c);
}

static uint64_t needed(const uint64_t *of, uint32_t expression) {
  return expression == PROG_NONE ? 0 : of[expression];
}

/* How many each expression needs: operands have lower numbers. */
static bool count_choices(const prog *program, uint64_t *of) {
  const uint64_t most = DD_MOST_VARIABLES;
  for (uint32_t i = 0; i < program->expressions.count; i++) {
    const prog_expression *expression = &program->expressions.at[i];
    uint32_t operand[3] = {expression->a, expression->b, expression->c};
    int first = 0, end = 3;
    if (expression->op == PROG_CONSTANT || expression->op == PROG_ANY)
      end = 0;
    else if (expression->op == PROG_NOW || expression->op == PROG_NEXT ||
             expression->op == PROG_BELOW)
      first = 1, end = 2;
    else if (expression->op == PROG_NOT || expression->op == PROG_BIT_NOT ||
             expression->op == PROG_WIDEN)
      end = 1;
    else if (expression->op != PROG_IF)
      end = 2;
    of[i] = expression->op == PROG_ANY ? expression->width
                                       : expression->op == PROG_CHOOSE;
    for (int k = first; k < end; k++) {
      if (operand[k] != PROG_NONE && operand[k] >= i)
        return false;
      of[i] += needed(of, operand[k]);
    }
    if (of[i] > most)
      of[i] = most;
  }
  return true;
}

bool checker_count_helpers(checker *c) {
  const prog *program = c->p;
  uint64_t *of = mem_array(c->m, program->expressions.count + 1, sizeof *of);
  uint64_t most = 0;
  bool sound = count_choices(program, of);
  vec_each (const prog_edge, edge, &program->edges) {
    uint64_t n = needed(of, edge->guard) + needed(of, edge->where);
    for (uint32_t i = 0; i < edge->assignments; i++) {
      const prog_assignment *a =
          &program->assignments.at[edge->first_assignment + i];
      n += needed(of, a->index) + needed(of, a->value);
    }
    most = n > most ? n : most;
  }
  for (size_t i = 0; c->binding && i < c->binding->atoms.count; i++) {
    const prog_atom *a = &c->binding->atoms.at[i];
    if (a->kind == PROG_ATOM_CONDITION && needed(of, a->condition) > most)
      most = needed(of, a->condition);
  }
  mem_free(c->m, of);
  if (most >= DD_MOST_VARIABLES)
    mem_raise(c->m->budget, MEM_LIMIT);
  c->helpers = (uint32_t)most;
  return sound;
}
