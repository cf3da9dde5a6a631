/* Stores to globals that nobody reads are dropped. What is computed for them
 * goes, too, unless it could go wrong.
 *
 * A lasso of the new model must be one of the old model, once round more.
 * So where there are infinite runs, only variables are hidden that are set to
 * nothing but constants. */
#include "lang/promela/reduce/rewrite_parts.h"

typedef struct hiding {
  pml_rewriting *c;
  uint8_t *is_read;  /* by byte of the globals */
  bool found;        /* a byte that is written and not read */
  pml_places starts; /* of the instructions written since a jump led there */
  pml_places jumps;  /* places whose targets are still old */
  pml_places new_of; /* by start of an effect: the new one, plus one */
} hiding;

static void read_bytes(hiding *h, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end && i < h->c->p->global_bytes; i++)
    h->is_read[i] = 1;
}

/* Everything that an access at an unknown address may touch. */
static void read_around(hiding *h, uint32_t offset) {
  const pml_lowered *lowered = h->c->p;
  uint32_t v = pml_variable_at(lowered, PML_NONE, offset);
  if (v == PML_NONE)
    read_bytes(h, 0, UINT32_MAX);
  else
    read_bytes(h, lowered->lies.at[v].offset, pml_end_of_variable(lowered, v));
}

/* Is the value that instruction i of the piece loads only used to give the same
 * variable a new one: x++, x = x - 2 ? */
static bool is_own_update(const pml_rewriting *rewriting, size_t i,
                          bool is_element) {
  const uint32_t *code = rewriting->p->code.at;
  if (i + 3 >= rewriting->piece.count)
    return false;
  const uint32_t *load = code + rewriting->piece.at[i];
  const uint32_t *store = code + rewriting->piece.at[i + 3];
  uint32_t op = code[rewriting->piece.at[i + 2]];
  return code[rewriting->piece.at[i + 1]] == PML_OP_PUSH &&
         (op == PML_OP_ADD || op == PML_OP_SUBTRACT) &&
         store[0] ==
             (is_element ? PML_OP_STORE_GLOBAL_AT : PML_OP_STORE_GLOBAL) &&
         store[1] == load[1] && store[2] == load[2];
}

/* Stores the constant that was pushed last, and only that. */
static bool is_constant_store(const pml_rewriting *rewriting, size_t i) {
  return i > 0 &&
         rewriting->p->code.at[rewriting->piece.at[i - 1]] == PML_OP_PUSH &&
         !pml_is_target(rewriting, rewriting->piece.at[i]);
}

/* Stores a constant that does not fit: that is to be told. */
static bool is_cut(const pml_rewriting *rewriting, size_t i) {
  const uint32_t *code = rewriting->p->code.at;
  if (!is_constant_store(rewriting, i))
    return false;
  int32_t value = (int32_t)code[rewriting->piece.at[i - 1] + 1];
  return pml_cut(value, code[rewriting->piece.at[i] + 2]) != value;
}

static void see_reads(pml_rewriting *rewriting, void *self, uint32_t start) {
  hiding *h = self;
  (void)start;
  for (size_t i = 0; i < rewriting->piece.count; i++) {
    const uint32_t *at = rewriting->p->code.at + rewriting->piece.at[i];
    bool is_element =
        at[0] == PML_OP_GLOBAL_AT || at[0] == PML_OP_STORE_GLOBAL_AT;
    bool is_store =
        at[0] == PML_OP_STORE_GLOBAL || at[0] == PML_OP_STORE_GLOBAL_AT;
    if (is_store) {
      if ((rewriting->v->is_safety || is_constant_store(rewriting, i)) &&
          !is_cut(rewriting, i))
        continue;
    } else if (at[0] != PML_OP_GLOBAL && at[0] != PML_OP_GLOBAL_AT)
      continue;
    else if (rewriting->v->is_safety && is_own_update(rewriting, i, is_element))
      continue;
    else if (i + 1 < rewriting->piece.count &&
             rewriting->p->code.at[rewriting->piece.at[i + 1]] == PML_OP_POP)
      continue; /* it was only to be printed */
    if (is_element)
      read_around(h, at[1]);
    else
      read_bytes(h, at[1], at[1] + pml_bytes_of(at[2]));
  }
}

/* The bytes that a store to a global may touch. False: it is none. */
static bool bounds_of_store(const hiding *h, const uint32_t *at,
                            uint32_t *first, uint32_t *end) {
  const pml_lowered *lowered = h->c->p;
  if (at[0] == PML_OP_STORE_GLOBAL) {
    *first = at[1];
    *end = at[1] + pml_bytes_of(at[2]);
    return true;
  }
  if (at[0] != PML_OP_STORE_GLOBAL_AT)
    return false;
  uint32_t v = pml_variable_at(lowered, PML_NONE, at[1]);
  *first = v == PML_NONE ? 0 : lowered->lies.at[v].offset;
  *end =
      v == PML_NONE ? lowered->global_bytes : pml_end_of_variable(lowered, v);
  return true;
}

static bool is_dropped(const hiding *h, const uint32_t *at) {
  uint32_t first, end;
  if (!bounds_of_store(h, at, &first, &end))
    return false;
  for (; first < end; first++)
    if (h->is_read[first])
      return false;
  return true;
}

/* If a store to some element has to stay, all stores to the others must. */
static void see_elements(pml_rewriting *rewriting, void *self, uint32_t start) {
  hiding *h = self;
  (void)start;
  vec_each (const uint32_t, pc, &rewriting->piece) {
    const uint32_t *at = rewriting->p->code.at + *pc;
    if (at[0] == PML_OP_STORE_GLOBAL_AT && !is_dropped(h, at))
      read_around(h, at[1]);
  }
}

/* Bytes outside of variables, what the question sees, what is received. */
static void find_reads(hiding *h) {
  pml_rewriting *rewriting = h->c;
  const pml_lowered *lowered = rewriting->p;
  uint32_t last = 0;
  for (uint32_t v = 0; v < lowered->lies.count; v++) {
    const pml_var *var = &lowered->syntax->vars.at[v];
    if (var->process != PML_NONE || var->record != PML_NONE)
      continue;
    read_bytes(h, last, lowered->lies.at[v].offset);
    last = pml_end_of_variable(lowered, v);
  }
  read_bytes(h, last, UINT32_MAX);
  for (uint32_t i = 0; rewriting->v->globals && i < lowered->global_bytes; i++)
    h->is_read[i] |= rewriting->v->globals[i] != 0;
  vec_each (const pml_word, word, &lowered->words) {
    if (word->kind != PML_WORD_TARGET || word->is_local)
      continue;
    if (word->code != PML_NONE)
      read_around(h, word->offset);
    else
      read_bytes(h, word->offset, word->offset + word->scalar.bytes);
  }
  pml_each_code(rewriting, h, see_reads);
  pml_each_code(rewriting, h, see_elements);
}

static void drop_last(hiding *h) {
  h->c->p->code.count = vec_last(&h->starts);
  h->starts.count--;
}

/* Takes the value that was pushed last away; what made it is not done at all if
 * nothing can go wrong in it. */
static void pop_value(hiding *h, uint32_t values) {
  pml_rewriting *rewriting = h->c;
  while (values > 0) {
    uint32_t op = h->starts.count ? rewriting->p->code.at[vec_last(&h->starts)]
                                  : PML_OP_DONE;
    switch (op) {
    case PML_OP_PUSH:
    case PML_OP_GLOBAL:
    case PML_OP_LOCAL:
    case PML_OP_SELF:
    case PML_OP_COUNT:
      drop_last(h);
      values--;
      break;
    case PML_OP_NOT:
    case PML_OP_NEGATE:
    case PML_OP_COMPLEMENT:
    case PML_OP_BOOLEAN:
    case PML_OP_GLOBAL_AT:
    case PML_OP_LOCAL_AT:
      drop_last(h);
      break;
    case PML_OP_DIVIDE:
    case PML_OP_MODULO:
      goto keep;
    default:
      if (op != PML_OP_OFFSET && (op < PML_OP_ADD || op > PML_OP_AT_LEAST))
        goto keep;
      drop_last(h);
      values++;
      break;
    }
  }
  return;
keep:
  for (; values > 0; values--) {
    vec_push(rewriting->m, &h->starts, (uint32_t)rewriting->p->code.count);
    pml_emit_word(rewriting, PML_OP_POP);
  }
}

static void write_instruction(hiding *h, uint32_t pc) {
  pml_rewriting *rewriting = h->c;
  uint32_t op = rewriting->p->code.at[pc];
  if (pml_is_target(rewriting, pc))
    h->starts.count = 0;
  rewriting->places.at[pc] = (uint32_t)rewriting->p->code.count;
  if (is_dropped(h, rewriting->p->code.at + pc)) {
    pop_value(h, op == PML_OP_STORE_GLOBAL ? 1 : 2);
    return;
  }
  vec_push(rewriting->m, &h->starts, (uint32_t)rewriting->p->code.count);
  for (uint32_t k = 0; k < pml_length_of(op); k++)
    pml_emit_word(rewriting, rewriting->p->code.at[pc + k]);
  if (op == PML_OP_JUMP || op == PML_OP_JUMP_ZERO || op == PML_OP_JUMP_TRUE) {
    vec_push(rewriting->m, &h->jumps, (uint32_t)rewriting->p->code.count - 1);
    h->starts.count = 0;
  }
}

/* The same code without the stores; PML_NONE: nothing is left of it. */
static uint32_t without_stores(hiding *h, uint32_t start) {
  pml_rewriting *rewriting = h->c;
  uint32_t now = (uint32_t)rewriting->p->code.count;
  bool found = false;
  pml_find_piece(rewriting, start);
  vec_each (const uint32_t, pc, &rewriting->piece)
    found |= is_dropped(h, rewriting->p->code.at + *pc);
  if (!found)
    return start;
  vec_resize(rewriting->m, &rewriting->places, rewriting->p->code.count);
  h->starts.count = h->jumps.count = 0;
  for (size_t i = 0; i < rewriting->piece.count; i++)
    write_instruction(h, rewriting->piece.at[i]);
  vec_each (const uint32_t, at, &h->jumps)
    rewriting->p->code.at[*at] =
        rewriting->places.at[rewriting->p->code.at[*at]];
  h->found = true;
  return rewriting->p->code.at[now] == PML_OP_DONE ? PML_NONE : now;
}

static void rewrite_moves(hiding *h) {
  pml_rewriting *rewriting = h->c;
  size_t known = rewriting->p->code.count;
  h->new_of.count = 0;
  vec_resize(rewriting->m, &h->new_of, known);
  memset(h->new_of.at, 0xff, known * sizeof *h->new_of.at);
  const uint32_t dropped = UINT32_MAX - 1;
  vec_each (pml_move, move, &rewriting->p->moves) {
    if (move->effect == PML_NONE || move->effect >= known)
      continue;
    uint32_t *new_of = &h->new_of.at[move->effect];
    if (*new_of == UINT32_MAX) {
      uint32_t start = without_stores(h, move->effect);
      *new_of = start == PML_NONE ? dropped : start;
    }
    move->effect = *new_of == dropped ? PML_NONE : *new_of;
  }
}

/* What was only read to be stored in such a variable may be one itself. */
void pml_hide(pml_rewriting *rewriting) {
  enum { MOST_ROUNDS = 4 };
  hiding h = {.c = rewriting};
  if (rewriting->v->keeps_notes)
    return;
  h.is_read = mem_alloc(rewriting->m, (size_t)rewriting->p->global_bytes + 1);
  for (int i = 0; i < MOST_ROUNDS; i++) {
    memset(h.is_read, 0, (size_t)rewriting->p->global_bytes + 1);
    find_reads(&h);
    h.found = false;
    rewrite_moves(&h);
    if (!h.found)
      break;
  }
  mem_free(rewriting->m, h.is_read);
  vec_free(rewriting->m, &h.starts);
  vec_free(rewriting->m, &h.jumps);
  vec_free(rewriting->m, &h.new_of);
}
