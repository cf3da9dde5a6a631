/* What a run did wrong with memory, in words: which object, how much of it, and
 * where that came from. */
#include "cfa/run_inside.h"

#include "bits/bits.h"

#include <string.h>

/* "prog.c:12"; of what the models of the library do, nothing. */
static bool put_place(const cfa_run *run, uint32_t edge, const char *before,
                      text *out) {
  const cfa *automaton = run->p;
  if (edge == CFA_NONE)
    return false;
  cfa_place place = automaton->edges.at[edge].place;
  if (place.file >= automaton->files.count || cfa_is_model(automaton, place))
    return false;
  const char *file = cfa_text(automaton, automaton->files.at[place.file]);
  const char *slash = strrchr(file, '/');
  text_format(out, "%s%.180s:%u", before, slash ? slash + 1 : file,
              (unsigned)place.line);
  return true;
}

static void put_bytes(uint64_t count, text *out) {
  text_number(out, (int64_t)count);
  text_put(out, count == 1 ? " byte" : " bytes");
}

/* "b, which has 3 bytes", "the 10 bytes allocated at prog.c:7". */
static void put_object(const cfa_run *run, const run_object *object,
                       text *out) {
  const cfa *automaton = run->p;
  if (object->kind == RUN_FUNCTION) {
    text_put(out, "a function");
  } else if (object->kind == RUN_HEAP || object->variable == CFA_NONE) {
    text_put(out, "the ");
    put_bytes(object->size, out);
    text_put(out, " allocated");
    put_place(run, object->made, " at ", out);
  } else {
    const cfa_variable *v = &automaton->variables.at[object->variable];
    text_put(out, cfa_is_literal(automaton, object->variable)
                      ? "a string literal"
                      : cfa_text(automaton, v->name));
    text_put(out, object->is_alive ? ", which has " : ", which had ");
    put_bytes(object->size, out);
  }
}

static void put_end(const cfa_run *run, const run_object *object, text *out) {
  if (object->is_alive)
    return;
  if (object->kind != RUN_HEAP)
    text_put(out, object->variable == CFA_NONE
                      ? ", whose block or function has ended"
                      : " until its function returned");
  else if (!put_place(run, object->ended, ", and freed at ", out))
    text_put(out, ", and freed");
}

static void describe_wrong(const cfa_run *run, const run_wrong *wrong,
                           text *out) {
  text_put(out, wrong->is_free    ? "frees"
                : wrong->is_write ? "writes"
                                  : "reads");
  if (!wrong->is_free) {
    text_char(out, ' ');
    put_bytes(wrong->count, out);
  }
  int64_t offset = bits_signed(wrong->at.bits, run->p->pointer_bits);
  if (wrong->at.object == 0) {
    text_format(out, " at the address %lld, of no object", (long long)offset);
    return;
  }
  const run_object *object = run_object_at(&run->memory, wrong->at.object);
  uint32_t generation = (uint32_t)(wrong->at.object >> 32);
  bool is_known = object->generation == generation ||
                  (!object->is_alive && object->generation == generation + 1);
  if (!is_known) {
    text_put(out, wrong->is_free ? " an object" : " of an object");
    text_put(out, " that was freed before");
    return;
  }
  if (!wrong->is_free || offset != 0)
    text_format(out, "%s offset %lld of", wrong->is_free ? "" : " at",
                (long long)offset);
  text_char(out, ' ');
  put_object(run, object, out);
  put_end(run, object, out);
}

void cfa_run_describe_access(const cfa_run *run, char *out, size_t size) {
  run_window w;
  run_window_begin(&w, out, size);
  if (run->wrong.is_there)
    describe_wrong(run, &run->wrong, &w.text);
  text_end(&w.text);
}

uint32_t cfa_run_known_edge(const cfa_run *run, uint32_t *model) {
  const cfa *automaton = run->p;
  uint32_t edge = run->edge;
  *model = CFA_NONE;
  for (size_t i = run->frames.count; i > 0 && edge != CFA_NONE; i--) {
    if (!cfa_is_model(automaton, automaton->edges.at[edge].place))
      return edge;
    *model = run->frames.at[i - 1].function;
    edge = run->frames.at[i - 1].edge;
  }
  *model = CFA_NONE;
  return run->edge;
}
