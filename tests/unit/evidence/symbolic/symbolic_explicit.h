/* Small programs (with an automaton, if one is given) as explicit systems of
 * heads, by the interpreter, and what proofs are about, computed naively: by
 * going through everything again until nothing is new. */
#ifndef UNIT_SYMBOLIC_EXPLICIT_H
#define UNIT_SYMBOLIC_EXPLICIT_H

#include "automata/omega.h"
#include "base/map.h"
#include "product/program_atoms.h"
#include "sympds/proof.h"

typedef struct small_move {
  prog_edge_kind kind;
  uint32_t to;    /* head; behind a return: globals */
  uint32_t below; /* location << 16 | locals, behind a call */
} small_move;

/* A head is location << (globals + locals) | globals << locals | locals. */
typedef struct small_system {
  mem *m;
  progress *clock;
  const prog *p;
  const prog_binding *binding;
  const omega *automaton;                    /* or NULL */
  uint32_t program_globals, globals, locals; /* bits */
  uint32_t *frame;                           /* bits by procedure */
  uint32_t heads;
  uint32_t start;
  uint32_t *first; /* by head, one more */
  vec(small_move) moves;
  bool *accepting; /* by head */
  bool is_too_much;
  uint32_t at; /* whose moves are being made */
  /* Rules that sets are not closed under, to make false proofs. */
  uint32_t blind, blind_location;
} small_system;

enum {
  BLIND_RETURN = 1,
  BLIND_THROUGH = 2, /* behind calls that return */
  BLIND_CALL = 4,
  BLIND_STEP = 8,  /* from one location */
  BLIND_POPS = 16, /* returns behind calls that return */
  BLIND_MARK = 32, /* accepting heads within a call */
  BLIND_STUTTER = 64,
  BLIND_END = 128
};

enum { SMALL_MOST_GLOBALS = 6, SMALL_MOST_BITS = 9, SMALL_MOST_MOVES = 60000 };

static inline uint32_t small_location(const small_system *s, uint32_t head) {
  return head >> (s->globals + s->locals);
}
static inline uint32_t small_globals(const small_system *s, uint32_t head) {
  return head >> s->locals & ((1U << s->globals) - 1);
}
static inline uint32_t small_locals(const small_system *s, uint32_t head) {
  return head & ((1U << s->locals) - 1);
}
static inline uint32_t small_head(const small_system *s, uint32_t location,
                                  uint32_t globals, uint32_t locals) {
  return (location << s->globals | globals) << s->locals | locals;
}
static inline uint32_t small_below(const small_system *s, const small_move *v,
                                   uint32_t globals) {
  return small_head(s, v->below >> 16, globals, v->below & 0xffff);
}

/* Cells and bits. */

static inline uint32_t small_pack(const prog *p, uint32_t procedure,
                                  const uint32_t *cells) {
  uint32_t packed = 0, at = 0;
  vec_each (const prog_variable, v, &p->variables)
    for (uint32_t k = 0; v->procedure == procedure && k < v->count; k++) {
      packed |= cells[v->cell + k] << at;
      at += v->width;
    }
  return packed;
}

static inline void small_unpack(const prog *p, uint32_t procedure,
                                uint32_t packed, uint32_t *cells) {
  vec_each (const prog_variable, v, &p->variables)
    for (uint32_t k = 0; v->procedure == procedure && k < v->count; k++) {
      cells[v->cell + k] = packed & ((1U << v->width) - 1);
      packed >>= v->width;
    }
}

static inline uint32_t small_bits(const prog *p, uint32_t procedure) {
  uint32_t bits = 0;
  vec_each (const prog_variable, v, &p->variables)
    if (v->procedure == procedure)
      bits += v->width * v->count;
  return bits;
}

/* Moves. */

static inline void small_add(small_system *s, small_move v, uint32_t globals,
                             uint64_t letter) {
  const omega *a = s->automaton;
  uint32_t q = small_globals(s, s->at) >> s->program_globals;
  if (s->moves.count > SMALL_MOST_MOVES) {
    s->is_too_much = true;
    return;
  }
  for (uint32_t i = a ? a->first.at[q] : 0; i < (a ? a->first.at[q + 1] : 1);
       i++) {
    uint32_t next = globals;
    if (a && !omega_allows(a, &a->edges.at[i], letter))
      continue;
    if (a)
      next |= a->edges.at[i].to << s->program_globals;
    small_move copy = v;
    copy.to = v.kind == PROG_RETURN
                  ? next
                  : v.to | next << s->locals; /* location and locals */
    vec_push(s->m, &s->moves, copy);
  }
}

static inline uint64_t small_letter(small_system *s, uint32_t edge) {
  prog_configuration c;
  if (!s->automaton)
    return 0;
  prog_configuration_start(&c, s->m, s->p);
  uint32_t location = small_location(s, s->at);
  small_unpack(s->p, PROG_NONE,
               small_globals(s, s->at) & ((1U << s->program_globals) - 1),
               c.globals);
  vec_resize(s->m, &c.cells, prog_cells_at(s->p, location) + 1);
  small_unpack(s->p, s->p->locations.at[location].procedure,
               small_locals(s, s->at), c.cells.at);
  c.frames.at[0].location = location;
  uint64_t letter = prog_letter(s->p, s->binding, &c, edge);
  prog_configuration_free(&c);
  return letter;
}

static inline bool small_each(void *self, uint32_t edge,
                              const uint32_t *globals, const uint32_t *top,
                              const uint32_t *below) {
  small_system *s = self;
  const prog *p = s->p;
  const prog_edge *e = &p->edges.at[edge];
  small_move v = {.kind = e->kind};
  if (e->kind != PROG_RETURN) {
    uint32_t to = e->kind == PROG_CALL ? e->entry : e->to;
    v.to =
        small_head(s, to, 0, small_pack(p, p->locations.at[to].procedure, top));
  }
  if (e->kind == PROG_CALL)
    v.below =
        e->to << 16 | small_pack(p, p->locations.at[e->to].procedure, below);
  small_add(s, v, small_pack(p, PROG_NONE, globals), small_letter(s, edge));
  return !s->is_too_much;
}

static inline void small_moves_from(small_system *s) {
  uint32_t globals[64] = {0}, locals[64] = {0};
  uint32_t location = small_location(s, s->at);
  uint32_t procedure = s->p->locations.at[location].procedure;
  uint32_t packed = small_globals(s, s->at) & ((1U << s->program_globals) - 1);
  uint32_t q = small_globals(s, s->at) >> s->program_globals;
  if (small_locals(s, s->at) >> s->frame[procedure] ||
      (s->automaton && q >= s->automaton->states))
    return; /* no head */
  s->accepting[s->at] = s->automaton && omega_is_accepting(s->automaton, q);
  small_unpack(s->p, PROG_NONE, packed, globals);
  small_unpack(s->p, procedure, small_locals(s, s->at), locals);
  /* What the automaton allows does not matter to what is possible. */
  size_t before = s->moves.count;
  const omega *automaton = s->automaton;
  s->automaton = NULL;
  prog_steps_from(s->m, s->clock, s->p, location, globals, locals, small_each,
                  s);
  bool is_stuck = s->moves.count == before;
  s->moves.count = before;
  s->automaton = automaton;
  if (!is_stuck)
    prog_steps_from(s->m, s->clock, s->p, location, globals, locals, small_each,
                    s);
  else if (automaton)
    small_add(
        s,
        (small_move){.kind = PROG_STEP,
                     .to = small_head(s, location, 0, small_locals(s, s->at))},
        packed, small_letter(s, PROG_STUTTER));
}

/* False: it is not small. */
static inline bool small_make(small_system *s, mem *m, progress *clock,
                              const prog *p, const prog_binding *b,
                              const omega *a, uint32_t automaton_bits) {
  *s = (small_system){.m = m, .clock = clock, .p = p};
  s->binding = b;
  s->automaton = a;
  s->program_globals = small_bits(p, PROG_NONE);
  s->globals = s->program_globals + automaton_bits;
  s->frame = mem_array(m, p->procedures.count, sizeof *s->frame);
  for (uint32_t i = 0; i < p->procedures.count; i++) {
    s->frame[i] = small_bits(p, i);
    if (s->frame[i] > s->locals)
      s->locals = s->frame[i];
  }
  if (s->globals > SMALL_MOST_GLOBALS ||
      s->globals + s->locals > SMALL_MOST_BITS)
    return false;
  s->heads = (uint32_t)p->locations.count << (s->globals + s->locals);
  s->first = mem_array(m, s->heads + 1, sizeof *s->first);
  s->accepting = mem_array(m, s->heads + 1, sizeof *s->accepting);
  for (s->at = 0; s->at < s->heads && !s->is_too_much; s->at++) {
    s->first[s->at] = (uint32_t)s->moves.count;
    small_moves_from(s);
  }
  s->first[s->heads] = (uint32_t)s->moves.count;
  s->start =
      small_head(s, p->start, a ? a->initial << s->program_globals : 0, 0);
  return !s->is_too_much;
}

static inline bool small_ignores(const small_system *s, const small_move *v,
                                 uint32_t head) {
  if (v->kind == PROG_RETURN)
    return s->blind & BLIND_RETURN;
  if (v->kind == PROG_STEP && v->below == UINT32_MAX)
    return s->blind & BLIND_STUTTER;
  return v->kind == PROG_STEP && s->blind & BLIND_STEP &&
         small_location(s, head) == s->blind_location;
}

/* Sets. */

/* Pairs of an entry and a head of its frame; by head, globals when it is
 * popped. */
typedef struct small_reach {
  map pairs;        /* entry << 32 | head */
  uint64_t *popped; /* by entry */
} small_reach;

typedef struct small_sets {
  bool *heads;
  uint64_t *pops, *pops_accepting; /* by head: sets of globals */
  uint32_t *rank;
  bool has_cycle; /* an accepting one: no ranks */
} small_sets;

static inline bool small_put(mem *m, map *pairs, uint32_t entry,
                             uint32_t head) {
  size_t before = pairs->keys.count;
  map_insert(m, pairs, map_pair(entry, head));
  return pairs->keys.count > before;
}

static inline bool small_join(uint64_t *to, uint64_t what) {
  bool is_new = what & ~*to;
  *to |= what;
  return is_new;
}

/* One pair's moves; true: something was new. */
static inline bool small_reach_from(const small_system *s, small_reach *r,
                                    uint64_t key) {
  uint32_t entry = (uint32_t)(key >> 32), h = (uint32_t)key;
  bool is_new = false;
  for (uint32_t i = s->first[h]; i < s->first[h + 1]; i++) {
    const small_move *v = &s->moves.at[i];
    if (small_ignores(s, v, h))
      continue;
    if (v->kind == PROG_STEP) {
      is_new |= small_put(s->m, &r->pairs, entry, v->to);
    } else if (v->kind == PROG_RETURN) {
      is_new |= small_join(&r->popped[entry], UINT64_C(1) << v->to);
    } else {
      if (!(s->blind & BLIND_CALL))
        is_new |= small_put(s->m, &r->pairs, v->to, v->to);
      for (uint32_t g = 0; !(s->blind & BLIND_THROUGH) && g < 64; g++)
        if (r->popped[v->to] >> g & 1)
          is_new |= small_put(s->m, &r->pairs, entry, small_below(s, v, g));
    }
  }
  return is_new;
}

static inline void small_find_reach(const small_system *s, small_reach *r) {
  *r = (small_reach){0};
  r->popped = mem_array(s->m, s->heads, sizeof *r->popped);
  small_put(s->m, &r->pairs, s->start, s->start);
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (size_t i = 0; i < r->pairs.keys.count; i++)
      is_new |= small_reach_from(s, r, r->pairs.keys.at[i]);
  }
}

/* Backward: 'heads' starts with the targets. */
static inline bool small_back_from(const small_system *s, small_sets *x,
                                   uint32_t h) {
  bool is_new = false;
  for (uint32_t i = s->first[h]; i < s->first[h + 1]; i++) {
    const small_move *v = &s->moves.at[i];
    if (small_ignores(s, v, h))
      continue;
    if (v->kind == PROG_RETURN) {
      is_new |= small_join(&x->pops[h], UINT64_C(1) << v->to);
      continue;
    }
    bool was = x->heads[h];
    if (v->kind == PROG_STEP || !(s->blind & BLIND_CALL))
      x->heads[h] |= x->heads[v->to];
    if (v->kind == PROG_STEP)
      is_new |= small_join(&x->pops[h], x->pops[v->to]);
    for (uint32_t g = 0; v->kind == PROG_CALL && g < 64; g++)
      if (x->pops[v->to] >> g & 1) {
        uint32_t b = small_below(s, v, g);
        if (!(s->blind & BLIND_THROUGH))
          x->heads[h] |= x->heads[b];
        if (!(s->blind & BLIND_POPS))
          is_new |= small_join(&x->pops[h], x->pops[b]);
      }
    is_new |= x->heads[h] != was;
  }
  return is_new;
}

static inline void small_sets_init(const small_system *s, small_sets *x) {
  *x = (small_sets){0};
  x->heads = mem_array(s->m, s->heads, sizeof *x->heads);
  x->pops = mem_array(s->m, s->heads, sizeof *x->pops);
  x->pops_accepting = mem_array(s->m, s->heads, sizeof *x->pops_accepting);
  x->rank = mem_array(s->m, s->heads, sizeof *x->rank);
}

static inline void small_find_back(const small_system *s,
                                   const prog_locations *targets,
                                   small_sets *x) {
  small_sets_init(s, x);
  for (uint32_t h = 0; h < s->heads; h++) {
    uint32_t location = small_location(s, h);
    bool is_head = !(small_locals(s, h) >>
                     s->frame[s->p->locations.at[location].procedure]);
    vec_each (const uint32_t, t, targets)
      x->heads[h] |= is_head && *t == location;
  }
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (uint32_t h = 0; h < s->heads; h++)
      is_new |= small_back_from(s, x, h);
  }
}

static inline bool small_mark(bool *head) {
  bool is_new = !*head;
  *head = true;
  return is_new;
}

static inline bool small_raise(uint32_t *rank, uint32_t to, bool falls) {
  to += falls;
  bool is_new = to > *rank;
  if (is_new)
    *rank = to;
  return is_new;
}

/* Forward from the heads there are, with pops and ranks. */
static inline bool small_rank_from(const small_system *s, small_sets *x,
                                   uint32_t h) {
  bool is_new = false, accepts = s->accepting[h];
  for (uint32_t i = s->first[h]; i < s->first[h + 1]; i++) {
    const small_move *v = &s->moves.at[i];
    if (small_ignores(s, v, h))
      continue;
    if (v->kind == PROG_RETURN) {
      uint64_t g = UINT64_C(1) << v->to;
      is_new |= small_join(&x->pops[h], g);
      is_new |= small_join(&x->pops_accepting[h], accepts ? g : 0);
      continue;
    }
    if (v->kind == PROG_STEP || !(s->blind & BLIND_CALL)) {
      is_new |= small_mark(&x->heads[v->to]);
      is_new |= small_raise(&x->rank[h], x->rank[v->to], accepts);
    }
    if (v->kind == PROG_STEP) {
      is_new |= small_join(&x->pops[h], x->pops[v->to]);
      is_new |= small_join(&x->pops_accepting[h],
                           accepts ? x->pops[v->to] : x->pops_accepting[v->to]);
    }
    for (uint32_t g = 0; v->kind == PROG_CALL && g < 64; g++)
      if (x->pops[v->to] >> g & 1) {
        uint32_t b = small_below(s, v, g);
        bool marked =
            !(s->blind & BLIND_MARK) && x->pops_accepting[v->to] >> g & 1;
        bool falls = accepts || marked;
        if (s->blind & BLIND_THROUGH)
          continue;
        is_new |= small_mark(&x->heads[b]);
        is_new |= small_raise(&x->rank[h], x->rank[b], falls);
        is_new |= small_join(&x->pops[h], x->pops[b]);
        is_new |= small_join(&x->pops_accepting[h],
                             falls ? x->pops[b] : x->pops_accepting[b]);
      }
  }
  return is_new;
}

static inline void small_find_ranks(const small_system *s, small_sets *x) {
  small_sets_init(s, x);
  x->heads[s->start] = true;
  for (bool is_new = true; is_new && !x->has_cycle;) {
    uint32_t count = 0;
    is_new = false;
    for (uint32_t h = 0; h < s->heads; h++)
      if (x->heads[h])
        is_new |= small_rank_from(s, x, h);
    for (uint32_t h = 0; h < s->heads; h++)
      count += x->heads[h];
    for (uint32_t h = 0; h < s->heads; h++)
      x->has_cycle |= x->rank[h] > count;
  }
}

#endif
