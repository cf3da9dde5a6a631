/* Sends, receives and polls as C. A talk is written if its channel is known, or
 * if messages of one kind are what it nearly always means: then other channels
 * are left to the interpreter. */
#include "lang/promela/native/write.h"

#include <assert.h>
#include <stdio.h>

#define U(x) ((unsigned)(x))

static const pml_fixed *fixed_of(const pml_writer *writer, uint32_t pc) {
  const uint32_t *c = writer->p->code.at + pc;
  if ((c[0] != PML_OP_GLOBAL && c[0] != PML_OP_LOCAL) || c[3] != PML_OP_DONE)
    return NULL;
  bool is_local = c[0] == PML_OP_LOCAL;
  vec_each (const pml_fixed, fixed, &writer->fixed)
    if (fixed->is_local == is_local && fixed->offset == c[1] &&
        (!is_local || fixed->type == writer->type))
      return fixed;
  return NULL;
}

/* Of the queues with so many fields, those of the most frequent kind. */
static uint32_t usual_queue(const pml_writer *writer, uint32_t fields) {
  const pml_lowered *lowered = writer->p;
  uint32_t best = PML_NONE, most = 0;
  for (uint32_t i = 0; i < lowered->queues.count; i++) {
    uint32_t same = 0;
    if (lowered->queues.at[i].fields != fields || writer->shape[i] != i)
      continue;
    for (uint32_t k = i; k < lowered->queues.count; k++)
      same += writer->shape[k] == i;
    if (same > most) {
      most = same;
      best = i;
    }
  }
  return best;
}

pml_speaks pml_speaks_of(pml_writer *writer, uint32_t talk) {
  const pml_lowered *lowered = writer->p;
  const pml_talk *t = &lowered->talks.at[talk];
  const pml_fixed *fixed = fixed_of(writer, t->channel);
  pml_speaks speaks = {.queue = PML_NONE, .id = writer->serial++};
  if (fixed) {
    uint32_t q = lowered->own_channels.at[fixed->own].queue;
    speaks.is_fixed = true;
    speaks.queue = lowered->queues.at[q].fields == t->count ? q : PML_NONE;
    speaks.may_buffer = lowered->queues.at[q].capacity > 0;
    speaks.may_handshake = !speaks.may_buffer;
    return speaks;
  }
  speaks.queue = usual_queue(writer, t->count);
  for (uint32_t i = 0; speaks.queue != PML_NONE && i < lowered->queues.count;
       i++)
    if (writer->shape[i] == writer->shape[speaks.queue]) {
      speaks.may_buffer |= lowered->queues.at[i].capacity > 0;
      speaks.may_handshake |= lowered->queues.at[i].capacity == 0;
    }
  return speaks;
}

bool pml_is_talk_writable(pml_writer *writer, uint32_t talk) {
  assert(talk < writer->p->talks.count);
  const pml_talk *t = &writer->p->talks.at[talk];
  const pml_word *word = writer->p->words.at + t->first;
  if (pml_speaks_of(writer, talk).queue == PML_NONE ||
      !pml_is_writable(writer, t->channel))
    return false;
  for (uint32_t i = 0; i < t->count; i++)
    if (word[i].kind != PML_WORD_ANY && !pml_is_writable(writer, word[i].code))
      return false;
  return true;
}

/* n: the number, k: where its contents are in a state, a: its capacity. */
void pml_write_channel(pml_writer *writer, const pml_scope *scope,
                       uint32_t talk, const pml_speaks *speaks) {
  const pml_lowered *lowered = writer->p;
  const pml_talk *t = &lowered->talks.at[talk];
  const pml_fixed *fixed = fixed_of(writer, t->channel);
  if (fixed) {
    pml_write(writer, "i32 n%u = %s%u; u32 k%u = %s%u, a%u = %u;\n", speaks->id,
              fixed->is_local ? "(i32)x_first_channel[pid] + " : "",
              U(fixed->is_local ? fixed->k : fixed->k + 1), speaks->id,
              fixed->is_local ? "fo + " : "",
              U(lowered->own_channels.at[fixed->own].offset), speaks->id,
              U(lowered->queues.at[speaks->queue].capacity));
    return;
  }
  char name[16];
  snprintf(name, sizeof name, "n%u", speaks->id);
  pml_write(writer, "i32 %s;\n", name);
  pml_write_code(writer, scope, t->channel, name);
  pml_write(writer,
            "if (RARE(no_channel(x, %s) || shape[x_queue[%s]] != %u)) %s;\n"
            "u32 k%u = x_contents[%s], a%u = capacity[x_queue[%s]];\n",
            name, name, U(writer->shape[speaks->queue]), scope->bail,
            speaks->id, name, speaks->id, name);
}

void pml_write_words(pml_writer *writer, const pml_scope *scope, uint32_t talk,
                     const pml_speaks *speaks) {
  assert(talk < writer->p->talks.count);
  const pml_talk *t = &writer->p->talks.at[talk];
  for (uint32_t i = 0; i < t->count; i++) {
    char name[32];
    snprintf(name, sizeof name, "w%u_%u", speaks->id, U(i));
    pml_write(writer, "i32 %s;\n", name);
    pml_write_code(writer, scope, writer->p->words.at[t->first + i].code, name);
  }
}

void pml_write_send(pml_writer *writer, const pml_scope *scope,
                    const pml_speaks *speaks) {
  assert(speaks->queue < writer->p->queues.count);
  const pml_queue *queue = &writer->p->queues.at[speaks->queue];
  const pml_scalar *field = writer->p->fields.at + queue->first_field;
  uint32_t offset = 0;
  pml_write(writer, "{ u8 *q = %s + k%u; u32 n = q[0];\n", scope->state,
            speaks->id);
  if (writer->p->syntax->reading.loses_messages)
    pml_write(writer, "if (n < a%u) {\n", speaks->id);
  else
    pml_write(writer, "{\n");
  pml_write(writer, "q[0] = (u8)(n + 1); u8 *e = q + 1 + n * %u;\n",
            U(queue->message_bytes));
  for (uint32_t i = 0; i < queue->fields; i++) {
    char at[32], name[32];
    snprintf(at, sizeof at, "e + %u", U(offset));
    snprintf(name, sizeof name, "w%u_%u", speaks->id, U(i));
    pml_write_store(writer, scope, pml_scalar_word(&field[i]), at, name, 0,
                    PML_NONE);
    offset += field[i].bytes;
  }
  pml_write(writer, "}}\n");
}

/* Does the message at "e" fit? If not, leaves the innermost loop. */
static void write_fits(pml_writer *writer, const pml_scope *scope,
                       const pml_talk *talk, const pml_queue *queue) {
  const pml_scalar *field = writer->p->fields.at + queue->first_field;
  uint32_t offset = 0;
  for (uint32_t i = 0; i < talk->count; i++) {
    const pml_word *word = &writer->p->words.at[talk->first + i];
    if (word->kind == PML_WORD_VALUE) {
      pml_write(writer, "{ i32 y;\n");
      pml_write_code(writer, scope, word->code, "y");
      pml_write(writer, "if (y != ");
      pml_write_load(writer, pml_scalar_word(&field[i]), "e + %u", U(offset));
      pml_write(writer, ") break; }\n");
    }
    offset += field[i].bytes;
  }
}

void pml_write_find(pml_writer *writer, const pml_scope *scope, uint32_t talk,
                    const pml_speaks *speaks, const char *result) {
  assert(talk < writer->p->talks.count);
  assert(speaks->queue < writer->p->queues.count);
  const pml_talk *t = &writer->p->talks.at[talk];
  const pml_queue *queue = &writer->p->queues.at[speaks->queue];
  pml_write(writer, "%s = -1;\n", result);
  if (speaks->may_handshake && (t->is_poll || t->keeps))
    pml_write(writer, "if (RARE(a%u == 0)) %s;\n", speaks->id, scope->bail);
  if (!speaks->may_buffer)
    return;
  pml_write(writer, "if (a%u) { u8 *q = %s + k%u; u32 n = q[0];\n", speaks->id,
            scope->state, speaks->id);
  if (t->random)
    pml_write(writer,
              "for (u32 i = 0; i < n && %s < 0; i++) do {\n"
              "u8 *e = q + 1 + i * %u;\n",
              result, U(queue->message_bytes));
  else
    pml_write(writer, "u32 i = 0; if (n) do { u8 *e = q + 1;\n");
  write_fits(writer, scope, t, queue);
  pml_write(writer, "%s = (i32)i; } while (0); }\n", result);
}

void pml_write_assign(pml_writer *writer, const pml_scope *scope,
                      uint32_t talk) {
  assert(talk < writer->p->talks.count);
  const pml_talk *t = &writer->p->talks.at[talk];
  for (uint32_t i = 0; i < t->count; i++) {
    const pml_word *word = &writer->p->words.at[t->first + i];
    char at[64], name[16];
    const char *base = word->is_local ? scope->frame : scope->state;
    if (word->kind != PML_WORD_TARGET)
      continue;
    snprintf(name, sizeof name, "m%u", U(i));
    pml_write(writer, "{ ");
    if (word->code == PML_NONE)
      snprintf(at, sizeof at, "%s + %u", base, U(word->offset));
    else {
      pml_write(writer, "i32 y;\n");
      pml_write_code(writer, scope, word->code, "y");
      snprintf(at, sizeof at, "%s + %u + y", base, U(word->offset));
    }
    pml_write_store(writer, scope, pml_scalar_word(&word->scalar), at, name,
                    writer->x->code_words + t->first + i, word->variable);
    pml_write(writer, "}\n");
  }
}

/* What is behind the last message is zero, so that a small buffer can be moved
 * as a whole. */
static void write_removal(pml_writer *writer, const pml_talk *talk,
                          const pml_speaks *speaks) {
  assert(speaks->queue < writer->p->queues.count);
  enum { SMALL = 128 };
  const pml_queue *queue = &writer->p->queues.at[speaks->queue];
  unsigned bytes = U(queue->message_bytes),
           whole = (U(queue->capacity) - 1) * bytes;
  if (speaks->is_fixed && !talk->random && whole <= SMALL)
    pml_write(writer,
              "q[0]--; __builtin_memmove(q + 1, q + 1 + %u, %u); "
              "__builtin_memset(q + 1 + %u, 0, %u);\n",
              bytes, whole, whole, bytes);
  else
    pml_write(writer,
              "u32 left = --q[0]; __builtin_memmove(e, e + %u, (left - slot) * "
              "%u); __builtin_memset(q + 1 + left * %u, 0, %u);\n",
              bytes, bytes, bytes, bytes);
}

void pml_write_take(pml_writer *writer, const pml_scope *scope, uint32_t talk,
                    const pml_speaks *speaks, const char *slot) {
  assert(talk < writer->p->talks.count);
  assert(speaks->queue < writer->p->queues.count);
  const pml_talk *t = &writer->p->talks.at[talk];
  const pml_queue *queue = &writer->p->queues.at[speaks->queue];
  const pml_scalar *field = writer->p->fields.at + queue->first_field;
  uint32_t offset = 0;
  pml_write(writer,
            "{ u8 *q = %s + k%u; u32 slot = (u32)%s; u8 *e = q + 1 + slot * "
            "%u;\n",
            scope->state, speaks->id, t->random ? slot : "0",
            U(queue->message_bytes));
  for (uint32_t i = 0; i < queue->fields; i++) {
    pml_write(writer, "i32 m%u = ", U(i));
    pml_write_load(writer, pml_scalar_word(&field[i]), "e + %u", U(offset));
    pml_write(writer, ";\n");
    offset += field[i].bytes;
  }
  if (!t->keeps)
    write_removal(writer, t, speaks);
  pml_write_assign(writer, scope, talk);
  pml_write(writer, "}\n");
}

void pml_write_talk(pml_writer *writer, const pml_scope *scope, uint32_t op,
                    uint32_t talk, uint32_t depth) {
  pml_speaks speaks = pml_speaks_of(writer, talk);
  bool is_send = op == PML_OP_SEND || op == PML_OP_CAN_SEND;
  pml_write(writer, "{ ");
  pml_write_channel(writer, scope, talk, &speaks);
  if (is_send && speaks.may_handshake)
    pml_write(writer, "if (RARE(a%u == 0)) %s;\n", speaks.id, scope->bail);
  bool is_lossy = writer->p->syntax->reading.loses_messages;
  if (op == PML_OP_CAN_SEND)
    pml_write(writer, "v%u = %s[k%u] < a%u%s;\n", U(depth), scope->state,
              speaks.id, speaks.id, is_lossy ? " || 1" : "");
  else if (op == PML_OP_SEND) {
    if (!is_lossy)
      pml_write(writer, "if (RARE(%s[k%u] >= a%u)) %s;\n", scope->state,
                speaks.id, speaks.id, scope->bail);
    pml_write_words(writer, scope, talk, &speaks);
    pml_write_send(writer, scope, &speaks);
  } else {
    pml_write(writer, "i32 found;\n");
    pml_write_find(writer, scope, talk, &speaks, "found");
    if (op == PML_OP_RECEIVE) {
      pml_write(writer, "if (RARE(found < 0)) %s;\n", scope->bail);
      pml_write_take(writer, scope, talk, &speaks, "found");
    } else
      pml_write(writer, "v%u = found >= 0;\n", U(depth));
  }
  pml_write(writer, "}\n");
}

/* Variables that never change. */

static void find_in(pml_writer *writer, const uint8_t *assigned, uint32_t make,
                    pml_fixed fixed, uint32_t first_own) {
  const uint32_t *code = writer->p->code.at;
  uint32_t store = fixed.is_local ? PML_OP_STORE_LOCAL : PML_OP_STORE_GLOBAL;
  for (uint32_t i = make; i != PML_NONE && code[i] != PML_OP_DONE;
       i += pml_length_of(code[i])) {
    const uint32_t *c = code + i;
    if (c[0] != PML_OP_OWN_CHANNEL || c[2] != store || assigned[c[5]])
      continue;
    fixed.k = c[1];
    fixed.offset = c[3];
    fixed.own = first_own + c[1];
    vec_push(writer->m, &writer->fixed, fixed);
  }
}

/* An operation that is not known here might assign anything. */
void pml_find_fixed(pml_writer *writer) {
  const pml_lowered *lowered = writer->p;
  uint32_t before = PML_OP_DONE;
  uint8_t *assigned = mem_alloc(writer->m, lowered->syntax->vars.count + 1);
  bool is_known = true;
  for (uint32_t i = 0; i < pml_finished(lowered);
       i += pml_length_of(lowered->code.at[i])) {
    const uint32_t *c = lowered->code.at + i;
    is_known &= c[0] <= PML_OP_GOES;
    if (c[0] >= PML_OP_STORE_GLOBAL && c[0] <= PML_OP_STORE_LOCAL_AT &&
        before != PML_OP_OWN_CHANNEL)
      assigned[c[3] < lowered->syntax->vars.count
                   ? c[3]
                   : lowered->syntax->vars.count] = 1;
    before = c[0];
  }
  vec_each (const pml_word, word, &lowered->words)
    if (word->kind == PML_WORD_TARGET &&
        word->variable < lowered->syntax->vars.count)
      assigned[word->variable] = 1;
  /* A store that does not tell its variable. */
  is_known &= !assigned[lowered->syntax->vars.count];
  if (is_known) {
    find_in(writer, assigned, lowered->make, (pml_fixed){.is_local = false},
            lowered->first_own);
    for (uint32_t i = 0; i < lowered->behaviours.count; i++)
      find_in(writer, assigned, lowered->behaviours.at[i].make,
              (pml_fixed){.is_local = true, .type = i},
              lowered->behaviours.at[i].first_own);
  }
  mem_free(writer->m, assigned);
}

void pml_find_shapes(pml_writer *writer) {
  const pml_lowered *lowered = writer->p;
  writer->shape =
      mem_array(writer->m, lowered->queues.count + 1, sizeof *writer->shape);
  for (uint32_t i = 0; i < lowered->queues.count; i++) {
    const pml_queue *queue = &lowered->queues.at[i];
    uint32_t k = 0;
    for (; k < i; k++) {
      const pml_queue *other = &lowered->queues.at[k];
      uint32_t f = 0;
      while (other->fields == queue->fields && f < queue->fields &&
             pml_scalar_word(&lowered->fields.at[queue->first_field + f]) ==
                 pml_scalar_word(&lowered->fields.at[other->first_field + f]))
        f++;
      if (other->fields == queue->fields && f == queue->fields)
        break;
    }
    writer->shape[i] = k;
  }
}
