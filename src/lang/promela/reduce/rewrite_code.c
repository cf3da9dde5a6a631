/* Pieces of code: what belongs to them, copies, who runs them. */
#include "lang/promela/reduce/rewrite_parts.h"

#include <assert.h>

enum { IN_PIECE = 1, IS_TARGET = 2 };

static bool is_jump(uint32_t op) {
  return op == PML_OP_JUMP || op == PML_OP_JUMP_ZERO || op == PML_OP_JUMP_TRUE;
}

static void mark(pml_rewriting *rewriting, uint32_t pc, uint8_t how) {
  assert(pc < rewriting->marks.count);
  bool is_new = !(rewriting->marks.at[pc] & IN_PIECE);
  rewriting->marks.at[pc] |= (uint8_t)(IN_PIECE | how);
  if (is_new)
    vec_push(rewriting->m, &rewriting->todo, pc);
}

void pml_find_piece(pml_rewriting *rewriting, uint32_t start) {
  const uint32_t *code = rewriting->p->code.at;
  uint32_t last = start;
  vec_each (const uint32_t, pc, &rewriting->piece)
    rewriting->marks.at[*pc] = 0;
  rewriting->piece.count = 0;
  vec_resize(rewriting->m, &rewriting->marks, rewriting->p->code.count);
  mark(rewriting, start, 0);
  while (rewriting->todo.count) {
    uint32_t pc = vec_pop(&rewriting->todo), op = code[pc];
    assert(pc >= start);
    if (pc > last)
      last = pc;
    if (is_jump(op))
      mark(rewriting, code[pc + 1], IS_TARGET);
    if (op != PML_OP_JUMP && op != PML_OP_DONE && op != PML_OP_BLOCKED)
      mark(rewriting, pc + pml_length_of(op), 0);
  }
  for (uint32_t pc = start; pc <= last; pc += pml_length_of(code[pc]))
    if (rewriting->marks.at[pc])
      vec_push(rewriting->m, &rewriting->piece, pc);
}

bool pml_is_target(const pml_rewriting *rewriting, uint32_t pc) {
  return rewriting->marks.at[pc] & IS_TARGET;
}

void pml_emit_word(pml_rewriting *rewriting, uint32_t word) {
  vec_push(rewriting->m, &rewriting->p->code, word);
}

void pml_append_piece(pml_rewriting *rewriting, uint32_t start) {
  pml_find_piece(rewriting, start);
  size_t count = rewriting->piece.count;
  uint32_t end = (uint32_t)rewriting->p->code.count;
  vec_resize(rewriting->m, &rewriting->places, rewriting->p->code.count);
  for (size_t i = 0; i < count; i++) {
    uint32_t pc = rewriting->piece.at[i], op = rewriting->p->code.at[pc];
    rewriting->places.at[pc] = end;
    if (op != PML_OP_DONE)
      end += pml_length_of(op);
    else if (i + 1 < count)
      end += pml_length_of(PML_OP_JUMP);
  }
  for (size_t i = 0; i < count; i++) {
    uint32_t pc = rewriting->piece.at[i], op = rewriting->p->code.at[pc];
    if (op == PML_OP_DONE || is_jump(op)) {
      if (op == PML_OP_DONE && i + 1 == count)
        continue;
      pml_emit_word(rewriting, op == PML_OP_DONE ? PML_OP_JUMP : op);
      pml_emit_word(rewriting,
                    op == PML_OP_DONE
                        ? end
                        : rewriting->places.at[rewriting->p->code.at[pc + 1]]);
      continue;
    }
    for (uint32_t k = 0; k < pml_length_of(op); k++)
      pml_emit_word(rewriting, rewriting->p->code.at[pc + k]);
  }
  assert(rewriting->p->code.count == end);
}

uint32_t pml_end_of_variable(const pml_lowered *lowered, uint32_t variable) {
  assert(variable < lowered->lies.count);
  const pml_lies *lies = &lowered->lies.at[variable];
  return lies->offset + lies->stride * lowered->syntax->vars.at[variable].count;
}

uint32_t pml_variable_at(const pml_lowered *lowered, uint32_t process,
                         uint32_t offset) {
  const pml_syntax *syntax = lowered->syntax;
  for (uint32_t v = 0; v < lowered->lies.count; v++)
    if (syntax->vars.at[v].process == process &&
        syntax->vars.at[v].record == PML_NONE &&
        offset >= lowered->lies.at[v].offset &&
        offset < pml_end_of_variable(lowered, v))
      return v;
  return PML_NONE;
}

void pml_each_code_of_talk(pml_rewriting *rewriting, uint32_t talk, void *self,
                           pml_see_code *see) {
  assert(talk < rewriting->p->talks.count);
  pml_talk t = rewriting->p->talks.at[talk];
  see(rewriting, self, t.channel);
  for (uint32_t i = 0; i < t.count; i++)
    if (rewriting->p->words.at[t.first + i].code != PML_NONE)
      see(rewriting, self, rewriting->p->words.at[t.first + i].code);
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

static void note_code(pml_rewriting *rewriting, void *self, uint32_t start) {
  walkthrough *w = self;
  if (start == PML_NONE || w->seen.at[start])
    return;
  w->seen.at[start] = 1;
  vec_push(rewriting->m, &w->open, start);
}

static void drain(pml_rewriting *rewriting, walkthrough *w, void *self,
                  pml_see_code *see) {
  while (w->open.count) {
    uint32_t start = vec_pop(&w->open);
    pml_find_piece(rewriting, start);
    for (size_t i = 0; i < rewriting->piece.count; i++) {
      const uint32_t *at = rewriting->p->code.at + rewriting->piece.at[i];
      if (code_has_talk(at[0]))
        pml_each_code_of_talk(rewriting, at[1], w, note_code);
    }
    see(rewriting, self, start);
  }
}

void pml_each_code(pml_rewriting *rewriting, void *self, pml_see_code *see) {
  walkthrough w = {0};
  const pml_lowered *lowered = rewriting->p;
  vec_resize(rewriting->m, &w.seen, lowered->code.count);
  note_code(rewriting, &w, lowered->make);
  for (uint32_t i = 0; i < lowered->behaviours.count; i++) {
    const pml_behaviour *behaviour = &lowered->behaviours.at[i];
    if (lowered->syntax->processes.at[i].kind == PML_NEVER)
      continue;
    note_code(rewriting, &w, behaviour->make);
    note_code(rewriting, &w, behaviour->provided);
    for (uint32_t k = 0; k < behaviour->points; k++) {
      pml_point point = lowered->points.at[behaviour->first_point + k];
      for (uint32_t n = 0; n < point.count; n++) {
        pml_move move = lowered->moves.at[point.first + n];
        note_code(rewriting, &w, move.guard);
        note_code(rewriting, &w, move.effect);
        if (move.talk != PML_NONE)
          pml_each_code_of_talk(rewriting, move.talk, &w, note_code);
      }
    }
    drain(rewriting, &w, self, see);
  }
  drain(rewriting, &w, self, see);
  vec_free(rewriting->m, &w.open);
  vec_free(rewriting->m, &w.seen);
}

/* Stores to a channel's variable other than the one that makes the channel. */
static void note_stores(pml_rewriting *rewriting, void *self, uint32_t start) {
  uint32_t before = PML_OP_DONE;
  (void)self;
  (void)start;
  vec_each (const uint32_t, pc, &rewriting->piece) {
    const uint32_t *at = rewriting->p->code.at + *pc;
    if (at[0] >= PML_OP_STORE_GLOBAL && at[0] <= PML_OP_STORE_LOCAL_AT &&
        before != PML_OP_OWN_CHANNEL)
      rewriting->is_assigned[at[3]] = 1;
    before = at[0];
  }
}

void pml_look_at_channels(pml_rewriting *rewriting) {
  const pml_lowered *lowered = rewriting->p;
  rewriting->is_assigned = mem_alloc(rewriting->m, lowered->lies.count + 1);
  pml_each_code(rewriting, NULL, note_stores);
  vec_each (const pml_word, word, &lowered->words)
    if (word->kind == PML_WORD_TARGET)
      rewriting->is_assigned[word->variable] = 1;
  vec_each (const pml_own_channel, own_channel, &lowered->own_channels)
    rewriting->has_rendezvous |=
        lowered->queues.at[own_channel->queue].capacity == 0;
}

bool pml_is_buffered(pml_rewriting *rewriting, uint32_t process,
                     uint32_t talk) {
  const pml_lowered *lowered = rewriting->p;
  uint32_t variable = PML_NONE;
  if (!rewriting->has_rendezvous)
    return true;
  pml_find_piece(rewriting, lowered->talks.at[talk].channel);
  const pml_places *piece = &rewriting->piece;
  const uint32_t *code = lowered->code.at;
  if (piece->count == 2) {
    const uint32_t *load = code + piece->at[0];
    if (load[0] == PML_OP_GLOBAL || load[0] == PML_OP_LOCAL)
      variable = pml_variable_at(
          lowered, load[0] == PML_OP_LOCAL ? process : PML_NONE, load[1]);
  } else if (piece->count > 3) {
    /* An element of an array. */
    const uint32_t *index = code + piece->at[piece->count - 3];
    uint32_t load = code[piece->at[piece->count - 2]];
    if (index[0] == PML_OP_INDEX &&
        (load == PML_OP_GLOBAL_AT || load == PML_OP_LOCAL_AT))
      variable = index[3];
  }
  if (variable == PML_NONE || rewriting->is_assigned[variable])
    return false;
  const pml_var *var = &lowered->syntax->vars.at[variable];
  return var->type == PML_CHAN && var->initial == PML_INITIAL_CHANNEL &&
         lowered->queues.at[var->channel].capacity > 0;
}
