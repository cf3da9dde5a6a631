/* Looking at a run: where it is, what the last step changed, and how people
 * read a value. */
#include "cfa/print.h"
#include "cfa/run_inside.h"

#include <assert.h>
#include <stdio.h>

uint32_t cfa_run_location(const cfa_run *r) {
  return r->frames.count ? vec_last(&r->frames).location : CFA_NONE;
}

uint32_t cfa_run_edge(const cfa_run *r) { return r->edge; }

size_t cfa_run_depth(const cfa_run *r) { return r->frames.count; }

uint64_t cfa_run_steps(const cfa_run *r) { return r->steps; }

const cfa_inputs *cfa_run_inputs(const cfa_run *r) { return &r->inputs; }

cfa_end cfa_run_end(const cfa_run *r, cfa_fault *fault, const char **why) {
  if (fault)
    *fault = r->fault;
  if (why)
    *why = r->why ? r->why : "";
  return r->has_ended ? r->end : CFA_END_STEPS;
}

bool cfa_run_result(const cfa_run *r, uint64_t *value) {
  *value = r->result;
  return r->has_result;
}

bool cfa_run_value(cfa_run *r, uint32_t expression, uint64_t *value) {
  run_code c;
  run_code_make(r, &expression, 1, &c);
  r->is_quiet = true;
  bool is_known = run_evaluate(r, &c);
  r->is_quiet = false;
  if (is_known)
    *value = run_root(r, &c, 0).bits;
  run_code_free(r, &c);
  return is_known;
}

void run_changed(cfa_run *r, run_value at, uint64_t bits) {
  run_mark mark = {.variable = CFA_NONE, .at = at, .bits = bits};
  vec_push(r->m, &r->marks, mark);
}

void run_changed_scalar(cfa_run *r, uint32_t variable) {
  run_mark mark = {.variable = variable};
  vec_push(r->m, &r->marks, mark);
}

static cfa_change scalar_change(const cfa_run *r, uint32_t variable) {
  assert(variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[variable];
  const run_scalar *s =
      v->function == CFA_NONE
          ? &r->globals[v->slot]
          : &r->scalars.at[vec_last(&r->frames).scalars + v->slot];
  return (cfa_change){.variable = variable,
                      .width = v->width,
                      .is_pointer = v->is_pointer,
                      .is_initialised = s->is_set,
                      .value = s->value.bits,
                      .object = s->value.object};
}

/* False: people do not know it, or it is gone. */
static bool memory_change(const cfa_run *r, const run_mark *mark,
                          cfa_change *out) {
  if (!run_object_lives(&r->memory, mark->at.object))
    return false;
  uint32_t variable = run_object_at(&r->memory, mark->at.object)->variable;
  if (variable != CFA_NONE &&
      r->p->variables.at[variable].kind == CFA_TEMPORARY)
    return false;
  uint64_t most = UINT32_MAX - 7;
  *out =
      (cfa_change){.variable = variable,
                   .offset = mark->at.bits,
                   .width = (unsigned)(mark->bits < most ? mark->bits : most)};
  run_value value = {0};
  unsigned count = (out->width + 7) / 8;
  if (count > 8)
    return true;
  out->is_initialised =
      run_read(&r->memory, mark->at, count, &value) == RUN_FOUND;
  out->is_pointer = value.object != 0;
  out->value = value.bits;
  out->object = value.object;
  return true;
}

size_t cfa_run_changes(const cfa_run *r, cfa_change *out, size_t most) {
  size_t count = 0;
  for (size_t i = 0; i < r->marks.count && count < most; i++) {
    const run_mark *mark = &r->marks.at[i];
    if (mark->variable != CFA_NONE)
      out[count++] = scalar_change(r, mark->variable);
    else
      count += memory_change(r, mark, &out[count]);
  }
  return count;
}

/* A text of bounded length, cut where it is full. */
typedef struct window {
  char *out;
  size_t size, count;
} window;

static int put(void *self, const char *bytes, size_t length) {
  window *w = self;
  size_t room = w->size - 1 - w->count, n = length < room ? length : room;
  memcpy(w->out + w->count, bytes, n);
  w->count += n;
  w->out[w->count] = 0;
  return 0;
}

static void show_object(const cfa_run *r, const cfa_change *c, text *t) {
  const run_object *o = run_object_at(&r->memory, c->object);
  unsigned bits = r->p->pointer_bits;
  int64_t offset = bits_signed(c->value, bits);
  bool is_heap = o->variable == CFA_NONE;
  if (!run_object_lives(&r->memory, c->object)) {
    text_put(t, "a pointer to what is gone");
    return;
  }
  if (o->kind == RUN_FUNCTION) {
    text_put(t, cfa_text(r->p, r->p->functions.at[o->variable].name));
  } else if (is_heap) {
    text_format(t, "block %u", (unsigned)(uint32_t)c->object);
  } else {
    const cfa_variable *v = &r->p->variables.at[o->variable];
    text_put(t, o->kind == RUN_OPAQUE ? "" : "&");
    text_put(t, cfa_text(r->p, v->name));
    if (offset >= 0 && (uint64_t)offset < o->size && o->kind != RUN_OPAQUE) {
      cfa_print_part(r->p, v->type, (uint64_t)offset, t);
      return;
    }
  }
  if (offset)
    text_format(t, " %c %llu", offset < 0 ? '-' : '+',
                (unsigned long long)(offset < 0 ? 0 - (uint64_t)offset
                                                : (uint64_t)offset));
}

static void show_word(const cfa_run *r, const cfa_change *c, text *t) {
  uint32_t type = CFA_NONE;
  bool is_signed = true;
  if (c->variable != CFA_NONE) {
    const cfa_variable *v = &r->p->variables.at[c->variable];
    char unused[2];
    window nowhere = {.out = unused, .size = 1};
    text path;
    text_init(&path, put, &nowhere);
    type = v->is_scalar || v->type == CFA_NONE
               ? v->type
               : cfa_print_part(r->p, v->type, c->offset, &path);
    is_signed = v->is_signed;
  }
  cfa_print_value(r->p, type, is_signed, c->width, c->value, t);
}

void cfa_run_show(cfa_run *r, const cfa_change *c, char *out, size_t size) {
  window w = {.out = out, .size = size};
  if (size == 0)
    return;
  out[0] = 0;
  text t;
  text_init(&t, put, &w);
  if (c->width > 64)
    text_format(&t, "%u bytes", (c->width + 7) / 8);
  else if (!c->is_initialised)
    text_put(&t, "uninitialised");
  else if (c->object)
    show_object(r, c, &t);
  else if (c->is_pointer && c->value == 0)
    text_put(&t, "NULL");
  else
    show_word(r, c, &t);
  text_end(&t);
}
