#include "view/dot_model.h"

#include "view/dot.h"

#include <string.h>

typedef struct drawing {
  mem *m;
  const model *x;
  text *out;
  names states; /* their bytes */
  bool complete;
} drawing;

static int escape(void *self, const char *s, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char one[2] = {s[i], 0};
    dot_escaped(self, one);
  }
  return 0;
}

static void draw_state(drawing *d, uint32_t n, bool initial, bool wrong) {
  text label;
  text_format(d->out, "  s%u [label=\"", (unsigned)n);
  text_init(&label, escape, d->out);
  d->x->ops->show(d->x, (const uint8_t *)names_text(&d->states, n),
                  (uint32_t)names_length(&d->states, n), &label);
  text_end(&label);
  text_put(d->out, wrong ? "\", color=red];\n" : "\"];\n");
  if (initial)
    text_format(d->out, "  i%u [shape=point, label=\"\"];\n  i%u -> s%u;\n",
                (unsigned)n, (unsigned)n, (unsigned)n);
}

/* The number of a state; new ones wait for their turn. */
static uint32_t number(drawing *d, const model_steps *steps,
                       const model_step *step) {
  const char *bytes = (const char *)steps->bytes.at + step->at;
  uint32_t n = names_find(&d->states, bytes, step->size);
  if (n != NAMES_NONE || names_count(&d->states) < DOT_MODEL_MOST)
    return names_insert(d->m, &d->states, bytes, step->size);
  d->complete = false;
  return NAMES_NONE;
}

static void draw_steps(drawing *d, uint32_t from, const model_steps *steps) {
  vec_each (const model_step, step, &steps->steps) {
    uint32_t to = number(d, steps, step);
    if (to == NAMES_NONE)
      continue;
    text_format(d->out, "  s%u -> s%u", (unsigned)from, (unsigned)to);
    if (step->label != MODEL_NONE) {
      text_put(d->out, " [label=\"");
      dot_escaped(d->out, names_text(&d->x->labels, step->label));
      text_put(d->out, "\"]");
    }
    text_put(d->out, ";\n");
  }
}

bool dot_model(mem *m, progress *clock, const model *x, text *out) {
  drawing d = {.m = m, .x = x, .out = out, .complete = true};
  model_steps steps = {.m = m};
  void *scratch = mem_alloc(m, (size_t)x->scratch_bytes + 1);
  uint8_t *state = mem_alloc(m, (size_t)x->most_bytes + 1);
  text_put(out, "digraph model {\n  rankdir=LR;\n"
                "  node [shape=box, style=rounded, fontname=\"Helvetica\", "
                "fontsize=12];\n"
                "  edge [fontname=\"Helvetica\", fontsize=10];\n");
  x->ops->initial(x, scratch, &steps);
  vec_each (const model_step, step, &steps.steps)
    number(&d, &steps, step);
  uint32_t initial = names_count(&d.states);
  for (uint32_t n = 0; n < names_count(&d.states); n++) {
    uint32_t size = (uint32_t)names_length(&d.states, n);
    memcpy(state, names_text(&d.states, n), size);
    model_steps_reset(&steps);
    x->ops->next(x, scratch, state, size, &steps);
    draw_state(&d, n, n<initial, steps.worst> MODEL_NOTE);
    draw_steps(&d, n, &steps);
    progress_tick(clock);
  }
  if (!d.complete)
    text_put(out, "  more [shape=plaintext, label=\"... and more states\"];\n");
  text_put(out, "}\n");
  return d.complete;
}
