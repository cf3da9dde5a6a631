/* Looking at a run: where it is, what the last step changed, and how people
 * read a value. */
#include "cfa/print.h"
#include "cfa/run_inside.h"

#include <assert.h>
#include <stdio.h>

uint32_t cfa_run_location(const cfa_run *run) {
  return run->frames.count ? vec_last(&run->frames).location : CFA_NONE;
}

uint32_t cfa_run_edge(const cfa_run *run) { return run->edge; }

size_t cfa_run_depth(const cfa_run *run) { return run->frames.count; }

uint64_t cfa_run_steps(const cfa_run *run) { return run->steps; }

const cfa_inputs *cfa_run_inputs(const cfa_run *run) { return &run->inputs; }

cfa_end cfa_run_end(const cfa_run *run, cfa_fault *fault, const char **why) {
  if (fault)
    *fault = run->fault;
  if (why)
    *why = run->why ? run->why : "";
  return run->has_ended ? run->end : CFA_END_STEPS;
}

bool cfa_run_result(const cfa_run *run, uint64_t *value) {
  *value = run->result;
  return run->has_result;
}

bool cfa_run_value(cfa_run *run, uint32_t expression, uint64_t *value) {
  run_code code;
  run_code_make(run, &expression, 1, &code);
  run->is_quiet = true;
  bool is_known = run_evaluate(run, &code);
  run->is_quiet = false;
  if (is_known)
    *value = run_root(run, &code, 0).bits;
  run_code_free(run, &code);
  return is_known;
}

void run_changed(cfa_run *run, run_value at, uint64_t bits) {
  run_mark mark = {.variable = CFA_NONE, .at = at, .bits = bits};
  vec_push(run->m, &run->marks, mark);
}

void run_changed_scalar(cfa_run *run, uint32_t variable) {
  run_mark mark = {.variable = variable};
  vec_push(run->m, &run->marks, mark);
}

static cfa_change scalar_change(const cfa_run *run, uint32_t variable) {
  assert(variable < run->p->variables.count);
  const cfa_variable *v = &run->p->variables.at[variable];
  const run_scalar *scalar =
      v->function == CFA_NONE
          ? &run->globals[v->slot]
          : &run->scalars.at[vec_last(&run->frames).scalars + v->slot];
  return (cfa_change){.variable = variable,
                      .width = v->width,
                      .is_pointer = v->is_pointer,
                      .is_initialised = scalar->is_set,
                      .value = scalar->value.bits,
                      .object = scalar->value.object};
}

/* False: people do not know it, or it is gone. */
static bool memory_change(const cfa_run *run, const run_mark *mark,
                          cfa_change *out) {
  if (!run_object_lives(&run->memory, mark->at.object))
    return false;
  uint32_t variable = run_object_at(&run->memory, mark->at.object)->variable;
  if (variable != CFA_NONE &&
      run->p->variables.at[variable].kind == CFA_TEMPORARY)
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
      run_read(&run->memory, mark->at, count, &value) == RUN_FOUND;
  out->is_pointer = value.object != 0;
  out->value = value.bits;
  out->object = value.object;
  return true;
}

size_t cfa_run_changes(const cfa_run *run, cfa_change *out, size_t most) {
  size_t count = 0;
  for (size_t i = 0; i < run->marks.count && count < most; i++) {
    const run_mark *mark = &run->marks.at[i];
    if (mark->variable != CFA_NONE)
      out[count++] = scalar_change(run, mark->variable);
    else
      count += memory_change(run, mark, &out[count]);
  }
  return count;
}

/* A text of bounded length, cut where it is full. */
static int put(void *self, const char *bytes, size_t length) {
  run_window *w = self;
  size_t room = w->size - 1 - w->count, n = length < room ? length : room;
  memcpy(w->out + w->count, bytes, n);
  w->count += n;
  w->out[w->count] = 0;
  return 0;
}

void run_window_begin(run_window *w, char *out, size_t size) {
  assert(size > 0);
  *w = (run_window){.out = out, .size = size};
  out[0] = 0;
  text_init(&w->text, put, w);
}

static void show_object(const cfa_run *run, const cfa_change *change, text *t) {
  const run_object *object = run_object_at(&run->memory, change->object);
  unsigned bits = run->p->pointer_bits;
  int64_t offset = bits_signed(change->value, bits);
  bool is_heap = object->variable == CFA_NONE;
  if (!run_object_lives(&run->memory, change->object)) {
    text_put(t, "a pointer to what is gone");
    return;
  }
  if (object->kind == RUN_FUNCTION) {
    text_put(t, cfa_text(run->p, run->p->functions.at[object->variable].name));
  } else if (is_heap) {
    text_format(t, "block %u", (unsigned)(uint32_t)change->object);
  } else {
    const cfa_variable *variable = &run->p->variables.at[object->variable];
    text_put(t, object->kind == RUN_OPAQUE ? "" : "&");
    text_put(t, cfa_text(run->p, variable->name));
    if (offset >= 0 && (uint64_t)offset < object->size &&
        object->kind != RUN_OPAQUE) {
      cfa_print_part(run->p, variable->type, (uint64_t)offset, t);
      return;
    }
  }
  if (offset)
    text_format(t, " %c %llu", offset < 0 ? '-' : '+',
                (unsigned long long)(offset < 0 ? 0 - (uint64_t)offset
                                                : (uint64_t)offset));
}

static void show_word(const cfa_run *run, const cfa_change *change, text *t) {
  uint32_t type = CFA_NONE;
  bool is_signed = true;
  if (change->variable != CFA_NONE) {
    const cfa_variable *variable = &run->p->variables.at[change->variable];
    char unused[2];
    run_window nowhere;
    run_window_begin(&nowhere, unused, 1);
    type = variable->is_scalar || variable->type == CFA_NONE
               ? variable->type
               : cfa_print_part(run->p, variable->type, change->offset,
                                &nowhere.text);
    is_signed = variable->is_signed;
  }
  cfa_print_value(run->p, type, is_signed, change->width, change->value, t);
}

void cfa_run_show(cfa_run *run, const cfa_change *change, char *out,
                  size_t size) {
  run_window w;
  if (size == 0)
    return;
  run_window_begin(&w, out, size);
  text *t = &w.text;
  if (change->width > 64)
    text_format(t, "%u bytes", (change->width + 7) / 8);
  else if (!change->is_initialised)
    text_put(t, "uninitialised");
  else if (change->object)
    show_object(run, change, t);
  else if (change->is_pointer && change->value == 0)
    text_put(t, "NULL");
  else
    show_word(run, change, t);
  text_end(t);
}
