/* Pieces of code: what belongs to them, copies, who runs them. */
#include "lang/promela/reduce/rewrite_parts.h"

#include <assert.h>

enum { IN_PIECE = 1, IS_TARGET = 2 };

static bool is_jump(uint32_t op) {
  return op == PML_OP_JUMP || op == PML_OP_JUMP_ZERO || op == PML_OP_JUMP_TRUE;
}

static void mark(pml_rewriting *c, uint32_t pc, uint8_t how) {
  assert(pc < c->marks.count);
  bool is_new = !(c->marks.at[pc] & IN_PIECE);
  c->marks.at[pc] |= (uint8_t)(IN_PIECE | how);
  if (is_new)
    vec_push(c->m, &c->todo, pc);
}

void pml_find_piece(pml_rewriting *c, uint32_t start) {
  const uint32_t *code = c->p->code.at;
  uint32_t last = start;
  vec_each (const uint32_t, pc, &c->piece)
    c->marks.at[*pc] = 0;
  c->piece.count = 0;
  vec_resize(c->m, &c->marks, c->p->code.count);
  mark(c, start, 0);
  while (c->todo.count) {
    uint32_t pc = vec_pop(&c->todo), op = code[pc];
    assert(pc >= start);
    if (pc > last)
      last = pc;
    if (is_jump(op))
      mark(c, code[pc + 1], IS_TARGET);
    if (op != PML_OP_JUMP && op != PML_OP_DONE && op != PML_OP_BLOCKED)
      mark(c, pc + pml_length_of(op), 0);
  }
  for (uint32_t pc = start; pc <= last; pc += pml_length_of(code[pc]))
    if (c->marks.at[pc])
      vec_push(c->m, &c->piece, pc);
}

bool pml_is_target(const pml_rewriting *c, uint32_t pc) {
  return c->marks.at[pc] & IS_TARGET;
}

void pml_emit_word(pml_rewriting *c, uint32_t word) {
  vec_push(c->m, &c->p->code, word);
}

void pml_append_piece(pml_rewriting *c, uint32_t start) {
  pml_find_piece(c, start);
  size_t count = c->piece.count;
  uint32_t end = (uint32_t)c->p->code.count;
  vec_resize(c->m, &c->places, c->p->code.count);
  for (size_t i = 0; i < count; i++) {
    uint32_t pc = c->piece.at[i], op = c->p->code.at[pc];
    c->places.at[pc] = end;
    if (op != PML_OP_DONE)
      end += pml_length_of(op);
    else if (i + 1 < count)
      end += pml_length_of(PML_OP_JUMP);
  }
  for (size_t i = 0; i < count; i++) {
    uint32_t pc = c->piece.at[i], op = c->p->code.at[pc];
    if (op == PML_OP_DONE || is_jump(op)) {
      if (op == PML_OP_DONE && i + 1 == count)
        continue;
      pml_emit_word(c, op == PML_OP_DONE ? PML_OP_JUMP : op);
      pml_emit_word(c, op == PML_OP_DONE ? end
                                         : c->places.at[c->p->code.at[pc + 1]]);
      continue;
    }
    for (uint32_t k = 0; k < pml_length_of(op); k++)
      pml_emit_word(c, c->p->code.at[pc + k]);
  }
  assert(c->p->code.count == end);
}

uint32_t pml_end_of_variable(const pml_lowered *p, uint32_t variable) {
  assert(variable < p->lies.count);
  const pml_lies *l = &p->lies.at[variable];
  return l->offset + l->stride * p->syntax->vars.at[variable].count;
}

uint32_t pml_variable_at(const pml_lowered *p, uint32_t process,
                         uint32_t offset) {
  const pml_syntax *s = p->syntax;
  for (uint32_t v = 0; v < p->lies.count; v++)
    if (s->vars.at[v].process == process && s->vars.at[v].record == PML_NONE &&
        offset >= p->lies.at[v].offset && offset < pml_end_of_variable(p, v))
      return v;
  return PML_NONE;
}

void pml_each_code_of_talk(pml_rewriting *c, uint32_t talk, void *self,
                           pml_see_code *see) {
  assert(talk < c->p->talks.count);
  pml_talk t = c->p->talks.at[talk];
  see(c, self, t.channel);
  for (uint32_t i = 0; i < t.count; i++)
    if (c->p->words.at[t.first + i].code != PML_NONE)
      see(c, self, c->p->words.at[t.first + i].code);
}

static bool code_has_talk(uint32_t op) {
  return op == PML_OP_POLL || op == PML_OP_SEND || op == PML_OP_RECEIVE ||
         op == PML_OP_CAN_SEND || op == PML_OP_CAN_RECEIVE;
}

/* Talks inside code lead to other code, and so on: each piece once. */
typedef struct walkthrough {
  pml_places open;
  vec(uint8_t) seen;
} walkthrough;

static void note_code(pml_rewriting *c, void *self, uint32_t start) {
  walkthrough *w = self;
  if (start == PML_NONE || w->seen.at[start])
    return;
  w->seen.at[start] = 1;
  vec_push(c->m, &w->open, start);
}

static void drain(pml_rewriting *c, walkthrough *w, void *self,
                  pml_see_code *see) {
  while (w->open.count) {
    uint32_t start = vec_pop(&w->open);
    pml_find_piece(c, start);
    for (size_t i = 0; i < c->piece.count; i++) {
      const uint32_t *at = c->p->code.at + c->piece.at[i];
      if (code_has_talk(at[0]))
        pml_each_code_of_talk(c, at[1], w, note_code);
    }
    see(c, self, start);
  }
}

void pml_each_code(pml_rewriting *c, void *self, pml_see_code *see) {
  walkthrough w = {0};
  const pml_lowered *p = c->p;
  vec_resize(c->m, &w.seen, p->code.count);
  note_code(c, &w, p->make);
  for (uint32_t i = 0; i < p->behaviours.count; i++) {
    const pml_behaviour *b = &p->behaviours.at[i];
    if (p->syntax->processes.at[i].kind == PML_NEVER)
      continue;
    note_code(c, &w, b->make);
    note_code(c, &w, b->provided);
    for (uint32_t k = 0; k < b->points; k++) {
      pml_point point = p->points.at[b->first_point + k];
      for (uint32_t n = 0; n < point.count; n++) {
        pml_move move = p->moves.at[point.first + n];
        note_code(c, &w, move.guard);
        note_code(c, &w, move.effect);
        if (move.talk != PML_NONE)
          pml_each_code_of_talk(c, move.talk, &w, note_code);
      }
    }
    drain(c, &w, self, see);
  }
  drain(c, &w, self, see);
  vec_free(c->m, &w.open);
  vec_free(c->m, &w.seen);
}

/* Stores to a channel's variable other than the one that makes the channel. */
static void note_stores(pml_rewriting *c, void *self, uint32_t start) {
  uint32_t before = PML_OP_DONE;
  (void)self;
  (void)start;
  vec_each (const uint32_t, pc, &c->piece) {
    const uint32_t *at = c->p->code.at + *pc;
    if (at[0] >= PML_OP_STORE_GLOBAL && at[0] <= PML_OP_STORE_LOCAL_AT &&
        before != PML_OP_OWN_CHANNEL)
      c->is_assigned[at[3]] = 1;
    before = at[0];
  }
}

void pml_look_at_channels(pml_rewriting *c) {
  const pml_lowered *p = c->p;
  c->is_assigned = mem_alloc(c->m, p->lies.count + 1);
  pml_each_code(c, NULL, note_stores);
  vec_each (const pml_word, w, &p->words)
    if (w->kind == PML_WORD_TARGET)
      c->is_assigned[w->variable] = 1;
  vec_each (const pml_own_channel, o, &p->own_channels)
    c->has_rendezvous |= p->queues.at[o->queue].capacity == 0;
}

bool pml_is_buffered(pml_rewriting *c, uint32_t process, uint32_t talk) {
  const pml_lowered *p = c->p;
  uint32_t variable = PML_NONE;
  if (!c->has_rendezvous)
    return true;
  pml_find_piece(c, p->talks.at[talk].channel);
  const pml_places *piece = &c->piece;
  const uint32_t *code = p->code.at;
  if (piece->count == 2) {
    const uint32_t *load = code + piece->at[0];
    if (load[0] == PML_OP_GLOBAL || load[0] == PML_OP_LOCAL)
      variable = pml_variable_at(
          p, load[0] == PML_OP_LOCAL ? process : PML_NONE, load[1]);
  } else if (piece->count > 3) {
    /* An element of an array. */
    const uint32_t *index = code + piece->at[piece->count - 3];
    uint32_t load = code[piece->at[piece->count - 2]];
    if (index[0] == PML_OP_INDEX &&
        (load == PML_OP_GLOBAL_AT || load == PML_OP_LOCAL_AT))
      variable = index[3];
  }
  if (variable == PML_NONE || c->is_assigned[variable])
    return false;
  const pml_var *v = &p->syntax->vars.at[variable];
  return v->type == PML_CHAN && v->initial == PML_INITIAL_CHANNEL &&
         p->queues.at[v->channel].capacity > 0;
}
