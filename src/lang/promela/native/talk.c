/* Sends, receives and polls as C. A talk is written if its channel is known, or
 * if messages of one kind are what it nearly always means: then other channels
 * are left to the interpreter. */
#include "lang/promela/native/write.h"

#include <assert.h>
#include <stdio.h>

#define U(x) ((unsigned)(x))

static const pml_fixed *fixed_of(const pml_writer *w, uint32_t pc) {
  const uint32_t *c = w->p->code.at + pc;
  if ((c[0] != PML_OP_GLOBAL && c[0] != PML_OP_LOCAL) || c[3] != PML_OP_DONE)
    return NULL;
  bool is_local = c[0] == PML_OP_LOCAL;
  vec_each (const pml_fixed, f, &w->fixed)
    if (f->is_local == is_local && f->offset == c[1] &&
        (!is_local || f->type == w->type))
      return f;
  return NULL;
}

/* Of the queues with so many fields, those of the most frequent kind. */
static uint32_t usual_queue(const pml_writer *w, uint32_t fields) {
  const pml_lowered *p = w->p;
  uint32_t best = PML_NONE, most = 0;
  for (uint32_t i = 0; i < p->queues.count; i++) {
    uint32_t same = 0;
    if (p->queues.at[i].fields != fields || w->shape[i] != i)
      continue;
    for (uint32_t k = i; k < p->queues.count; k++)
      same += w->shape[k] == i;
    if (same > most) {
      most = same;
      best = i;
    }
  }
  return best;
}

pml_speaks pml_speaks_of(pml_writer *w, uint32_t talk) {
  const pml_lowered *p = w->p;
  const pml_talk *t = &p->talks.at[talk];
  const pml_fixed *f = fixed_of(w, t->channel);
  pml_speaks c = {.queue = PML_NONE, .id = w->serial++};
  if (f) {
    uint32_t q = p->own_channels.at[f->own].queue;
    c.is_fixed = true;
    c.queue = p->queues.at[q].fields == t->count ? q : PML_NONE;
    c.may_buffer = p->queues.at[q].capacity > 0;
    c.may_handshake = !c.may_buffer;
    return c;
  }
  c.queue = usual_queue(w, t->count);
  for (uint32_t i = 0; c.queue != PML_NONE && i < p->queues.count; i++)
    if (w->shape[i] == w->shape[c.queue]) {
      c.may_buffer |= p->queues.at[i].capacity > 0;
      c.may_handshake |= p->queues.at[i].capacity == 0;
    }
  return c;
}

bool pml_is_talk_writable(pml_writer *w, uint32_t talk) {
  assert(talk < w->p->talks.count);
  const pml_talk *t = &w->p->talks.at[talk];
  const pml_word *word = w->p->words.at + t->first;
  if (pml_speaks_of(w, talk).queue == PML_NONE ||
      !pml_is_writable(w, t->channel))
    return false;
  for (uint32_t i = 0; i < t->count; i++)
    if (word[i].kind != PML_WORD_ANY && !pml_is_writable(w, word[i].code))
      return false;
  return true;
}

/* n: the number, k: where its contents are in a state, a: its capacity. */
void pml_write_channel(pml_writer *w, const pml_scope *s, uint32_t talk,
                       const pml_speaks *c) {
  const pml_lowered *p = w->p;
  const pml_talk *t = &p->talks.at[talk];
  const pml_fixed *f = fixed_of(w, t->channel);
  if (f) {
    pml_write(w, "i32 n%u = %s%u; u32 k%u = %s%u, a%u = %u;\n", c->id,
              f->is_local ? "(i32)x_first_channel[pid] + " : "",
              U(f->is_local ? f->k : f->k + 1), c->id,
              f->is_local ? "fo + " : "", U(p->own_channels.at[f->own].offset),
              c->id, U(p->queues.at[c->queue].capacity));
    return;
  }
  char name[16];
  snprintf(name, sizeof name, "n%u", c->id);
  pml_write(w, "i32 %s;\n", name);
  pml_write_code(w, s, t->channel, name);
  pml_write(w,
            "if (RARE(no_channel(x, %s) || shape[x_queue[%s]] != %u)) %s;\n"
            "u32 k%u = x_contents[%s], a%u = capacity[x_queue[%s]];\n",
            name, name, U(w->shape[c->queue]), s->bail, c->id, name, c->id,
            name);
}

void pml_write_words(pml_writer *w, const pml_scope *s, uint32_t talk,
                     const pml_speaks *c) {
  assert(talk < w->p->talks.count);
  const pml_talk *t = &w->p->talks.at[talk];
  for (uint32_t i = 0; i < t->count; i++) {
    char name[32];
    snprintf(name, sizeof name, "w%u_%u", c->id, U(i));
    pml_write(w, "i32 %s;\n", name);
    pml_write_code(w, s, w->p->words.at[t->first + i].code, name);
  }
}

void pml_write_send(pml_writer *w, const pml_scope *s, const pml_speaks *c) {
  assert(c->queue < w->p->queues.count);
  const pml_queue *q = &w->p->queues.at[c->queue];
  const pml_scalar *field = w->p->fields.at + q->first_field;
  uint32_t offset = 0;
  pml_write(w, "{ u8 *q = %s + k%u; u32 n = q[0];\n", s->state, c->id);
  if (w->p->syntax->reading.loses_messages)
    pml_write(w, "if (n < a%u) {\n", c->id);
  else
    pml_write(w, "{\n");
  pml_write(w, "q[0] = (u8)(n + 1); u8 *e = q + 1 + n * %u;\n",
            U(q->message_bytes));
  for (uint32_t i = 0; i < q->fields; i++) {
    char at[32], name[32];
    snprintf(at, sizeof at, "e + %u", U(offset));
    snprintf(name, sizeof name, "w%u_%u", c->id, U(i));
    pml_write_store(w, s, pml_scalar_word(&field[i]), at, name, 0, PML_NONE);
    offset += field[i].bytes;
  }
  pml_write(w, "}}\n");
}

/* Does the message at "e" fit? If not, leaves the innermost loop. */
static void write_fits(pml_writer *w, const pml_scope *s, const pml_talk *t,
                       const pml_queue *q) {
  const pml_scalar *field = w->p->fields.at + q->first_field;
  uint32_t offset = 0;
  for (uint32_t i = 0; i < t->count; i++) {
    const pml_word *word = &w->p->words.at[t->first + i];
    if (word->kind == PML_WORD_VALUE) {
      pml_write(w, "{ i32 y;\n");
      pml_write_code(w, s, word->code, "y");
      pml_write(w, "if (y != ");
      pml_write_load(w, pml_scalar_word(&field[i]), "e + %u", U(offset));
      pml_write(w, ") break; }\n");
    }
    offset += field[i].bytes;
  }
}

void pml_write_find(pml_writer *w, const pml_scope *s, uint32_t talk,
                    const pml_speaks *c, const char *result) {
  assert(talk < w->p->talks.count);
  assert(c->queue < w->p->queues.count);
  const pml_talk *t = &w->p->talks.at[talk];
  const pml_queue *q = &w->p->queues.at[c->queue];
  pml_write(w, "%s = -1;\n", result);
  if (c->may_handshake && (t->is_poll || t->keeps))
    pml_write(w, "if (RARE(a%u == 0)) %s;\n", c->id, s->bail);
  if (!c->may_buffer)
    return;
  pml_write(w, "if (a%u) { u8 *q = %s + k%u; u32 n = q[0];\n", c->id, s->state,
            c->id);
  if (t->random)
    pml_write(w,
              "for (u32 i = 0; i < n && %s < 0; i++) do {\n"
              "u8 *e = q + 1 + i * %u;\n",
              result, U(q->message_bytes));
  else
    pml_write(w, "u32 i = 0; if (n) do { u8 *e = q + 1;\n");
  write_fits(w, s, t, q);
  pml_write(w, "%s = (i32)i; } while (0); }\n", result);
}

void pml_write_assign(pml_writer *w, const pml_scope *s, uint32_t talk) {
  assert(talk < w->p->talks.count);
  const pml_talk *t = &w->p->talks.at[talk];
  for (uint32_t i = 0; i < t->count; i++) {
    const pml_word *word = &w->p->words.at[t->first + i];
    char at[64], name[16];
    const char *base = word->is_local ? s->frame : s->state;
    if (word->kind != PML_WORD_TARGET)
      continue;
    snprintf(name, sizeof name, "m%u", U(i));
    pml_write(w, "{ ");
    if (word->code == PML_NONE)
      snprintf(at, sizeof at, "%s + %u", base, U(word->offset));
    else {
      pml_write(w, "i32 y;\n");
      pml_write_code(w, s, word->code, "y");
      snprintf(at, sizeof at, "%s + %u + y", base, U(word->offset));
    }
    pml_write_store(w, s, pml_scalar_word(&word->scalar), at, name,
                    w->x->code_words + t->first + i, word->variable);
    pml_write(w, "}\n");
  }
}

/* What is behind the last message is zero, so that a small buffer can be moved
 * as a whole. */
static void write_removal(pml_writer *w, const pml_talk *t,
                          const pml_speaks *c) {
  assert(c->queue < w->p->queues.count);
  enum { SMALL = 128 };
  const pml_queue *q = &w->p->queues.at[c->queue];
  unsigned bytes = U(q->message_bytes), whole = (U(q->capacity) - 1) * bytes;
  if (c->is_fixed && !t->random && whole <= SMALL)
    pml_write(w,
              "q[0]--; __builtin_memmove(q + 1, q + 1 + %u, %u); "
              "__builtin_memset(q + 1 + %u, 0, %u);\n",
              bytes, whole, whole, bytes);
  else
    pml_write(w,
              "u32 left = --q[0]; __builtin_memmove(e, e + %u, (left - slot) * "
              "%u); __builtin_memset(q + 1 + left * %u, 0, %u);\n",
              bytes, bytes, bytes, bytes);
}

void pml_write_take(pml_writer *w, const pml_scope *s, uint32_t talk,
                    const pml_speaks *c, const char *slot) {
  assert(talk < w->p->talks.count);
  assert(c->queue < w->p->queues.count);
  const pml_talk *t = &w->p->talks.at[talk];
  const pml_queue *q = &w->p->queues.at[c->queue];
  const pml_scalar *field = w->p->fields.at + q->first_field;
  uint32_t offset = 0;
  pml_write(w,
            "{ u8 *q = %s + k%u; u32 slot = (u32)%s; u8 *e = q + 1 + slot * "
            "%u;\n",
            s->state, c->id, t->random ? slot : "0", U(q->message_bytes));
  for (uint32_t i = 0; i < q->fields; i++) {
    pml_write(w, "i32 m%u = ", U(i));
    pml_write_load(w, pml_scalar_word(&field[i]), "e + %u", U(offset));
    pml_write(w, ";\n");
    offset += field[i].bytes;
  }
  if (!t->keeps)
    write_removal(w, t, c);
  pml_write_assign(w, s, talk);
  pml_write(w, "}\n");
}

void pml_write_talk(pml_writer *w, const pml_scope *s, uint32_t op,
                    uint32_t talk, uint32_t depth) {
  pml_speaks c = pml_speaks_of(w, talk);
  bool is_send = op == PML_OP_SEND || op == PML_OP_CAN_SEND;
  pml_write(w, "{ ");
  pml_write_channel(w, s, talk, &c);
  if (is_send && c.may_handshake)
    pml_write(w, "if (RARE(a%u == 0)) %s;\n", c.id, s->bail);
  bool is_lossy = w->p->syntax->reading.loses_messages;
  if (op == PML_OP_CAN_SEND)
    pml_write(w, "v%u = %s[k%u] < a%u%s;\n", U(depth), s->state, c.id, c.id,
              is_lossy ? " || 1" : "");
  else if (op == PML_OP_SEND) {
    if (!is_lossy)
      pml_write(w, "if (RARE(%s[k%u] >= a%u)) %s;\n", s->state, c.id, c.id,
                s->bail);
    pml_write_words(w, s, talk, &c);
    pml_write_send(w, s, &c);
  } else {
    pml_write(w, "i32 found;\n");
    pml_write_find(w, s, talk, &c, "found");
    if (op == PML_OP_RECEIVE) {
      pml_write(w, "if (RARE(found < 0)) %s;\n", s->bail);
      pml_write_take(w, s, talk, &c, "found");
    } else
      pml_write(w, "v%u = found >= 0;\n", U(depth));
  }
  pml_write(w, "}\n");
}

/* Variables that never change. */

static void find_in(pml_writer *w, const uint8_t *assigned, uint32_t make,
                    pml_fixed f, uint32_t first_own) {
  const uint32_t *code = w->p->code.at;
  uint32_t store = f.is_local ? PML_OP_STORE_LOCAL : PML_OP_STORE_GLOBAL;
  for (uint32_t i = make; i != PML_NONE && code[i] != PML_OP_DONE;
       i += pml_length_of(code[i])) {
    const uint32_t *c = code + i;
    if (c[0] != PML_OP_OWN_CHANNEL || c[2] != store || assigned[c[5]])
      continue;
    f.k = c[1];
    f.offset = c[3];
    f.own = first_own + c[1];
    vec_push(w->m, &w->fixed, f);
  }
}

/* An operation that is not known here might assign anything. */
void pml_find_fixed(pml_writer *w) {
  const pml_lowered *p = w->p;
  uint32_t before = PML_OP_DONE;
  uint8_t *assigned = mem_alloc(w->m, p->syntax->vars.count + 1);
  bool is_known = true;
  for (uint32_t i = 0; i < pml_finished(p); i += pml_length_of(p->code.at[i])) {
    const uint32_t *c = p->code.at + i;
    is_known &= c[0] <= PML_OP_GOES;
    if (c[0] >= PML_OP_STORE_GLOBAL && c[0] <= PML_OP_STORE_LOCAL_AT &&
        before != PML_OP_OWN_CHANNEL)
      assigned[c[3] < p->syntax->vars.count ? c[3] : p->syntax->vars.count] = 1;
    before = c[0];
  }
  vec_each (const pml_word, word, &p->words)
    if (word->kind == PML_WORD_TARGET && word->variable < p->syntax->vars.count)
      assigned[word->variable] = 1;
  /* A store that does not tell its variable. */
  is_known &= !assigned[p->syntax->vars.count];
  if (is_known) {
    find_in(w, assigned, p->make, (pml_fixed){.is_local = false}, p->first_own);
    for (uint32_t i = 0; i < p->behaviours.count; i++)
      find_in(w, assigned, p->behaviours.at[i].make,
              (pml_fixed){.is_local = true, .type = i},
              p->behaviours.at[i].first_own);
  }
  mem_free(w->m, assigned);
}

void pml_find_shapes(pml_writer *w) {
  const pml_lowered *p = w->p;
  w->shape = mem_array(w->m, p->queues.count + 1, sizeof *w->shape);
  for (uint32_t i = 0; i < p->queues.count; i++) {
    const pml_queue *q = &p->queues.at[i];
    uint32_t k = 0;
    for (; k < i; k++) {
      const pml_queue *other = &p->queues.at[k];
      uint32_t f = 0;
      while (other->fields == q->fields && f < q->fields &&
             pml_scalar_word(&p->fields.at[q->first_field + f]) ==
                 pml_scalar_word(&p->fields.at[other->first_field + f]))
        f++;
      if (other->fields == q->fields && f == q->fields)
        break;
    }
    w->shape[i] = k;
  }
}
