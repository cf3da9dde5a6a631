/* A finite model whose language the kernel does not read, as a graph that it
 * does: all states, all steps, and for each atom of the formula the states in
 * which it is true. The evidence then speaks of that graph. */
#include "problem/model/model_problem.h"

#include "engine/explicit/store.h"
#include "evidence/finite/finite.h"
#include "evidence/translation/translation.h"

#include <string.h>

/* Everything is written twice: once to know the states, once as text. */
typedef struct graph_writer {
  custos *c;
  const property *p;
  store states;
  model_binding binding;
  model_steps steps;
  void *scratch;
  uint64_t *letters; /* by state */
  text *out;
} graph_writer;

static bool add_states(graph_writer *writer) {
  custos *c = writer->c;
  product_states all;
  if (explicit_states(&c->aside, &c->clock, &c->model,
                      4 * c->options.certify_states, true,
                      &all) != EXPLICIT_EVIDENT)
    return false;
  size_t count = all.at.count - 1;
  writer->letters = mem_array(&c->aside, count + 1, sizeof *writer->letters);
  store_init(&writer->states, &c->aside, c->model.most_bytes);
  for (size_t i = 0; i < count; i++) {
    const uint8_t *bytes = all.bytes.at + all.at.at[i];
    uint32_t size = (uint32_t)(all.at.at[i + 1] - all.at.at[i]);
    store_insert(&writer->states, bytes, size, store_hash(bytes, size));
    model_steps_reset(&writer->steps);
    if (!c->model.ops->letter(&c->model, &writer->binding, writer->scratch,
                              bytes, size, &writer->letters[i], &writer->steps))
      return false;
  }
  product_states_free(&c->aside, &all);
  return true;
}

static uint32_t number_of(const store *states, const uint8_t *bytes,
                          uint32_t size) {
  return store_find(states, bytes, size, store_hash(bytes, size));
}

static void write_targets(graph_writer *writer) {
  vec_each (const model_step, step, &writer->steps.steps) {
    text_char(writer->out, ' ');
    text_number(writer->out,
                number_of(&writer->states, writer->steps.bytes.at + step->at,
                          step->size));
  }
}

static void write_graph(graph_writer *writer) {
  const model *x = &writer->c->model;
  uint32_t count = store_count(&writer->states), size;
  for (uint32_t i = 0; i < count; i++) {
    text_put(writer->out, "states ");
    text_number(writer->out, i);
    text_char(writer->out, '\n');
  }
  model_steps_reset(&writer->steps);
  x->ops->initial(x, writer->scratch, &writer->steps);
  text_put(writer->out, "init");
  write_targets(writer);
  text_char(writer->out, '\n');
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t *bytes = store_at(&writer->states, i, &size);
    progress_tick(&writer->c->clock);
    model_steps_reset(&writer->steps);
    x->ops->next(x, writer->scratch, bytes, size, &writer->steps);
    vec_each (const model_step, step, &writer->steps.steps) {
      text_number(writer->out, i);
      text_put(writer->out, " -> ");
      text_number(writer->out,
                  number_of(&writer->states, writer->steps.bytes.at + step->at,
                            step->size));
      text_char(writer->out, '\n');
    }
  }
  const names *atoms = &writer->p->table.atoms;
  for (uint32_t a = 0; a < names_count(atoms); a++) {
    text_put(writer->out, "prop ");
    text_quoted(writer->out, names_text(atoms, a), names_length(atoms, a));
    text_put(writer->out, " :");
    for (uint32_t i = 0; i < count; i++)
      if (writer->letters[i] >> a & 1) {
        text_char(writer->out, ' ');
        text_number(writer->out, i);
      }
    text_char(writer->out, '\n');
  }
}

/* A model in which a state is its number in the graph. */
static void graph_number(const model *x, const uint8_t *state, uint32_t size,
                         int64_t *out) {
  *out = number_of(x->self, state, size);
}

static void write_evidence(graph_writer *writer, text *out) {
  static const model_ops ops = {.numbers = graph_number};
  const checked *x = &writer->c->checked;
  evidence_source none = {0};
  model numbered = {.ops = &ops, .self = &writer->states, .number_count = 1};
  source_write(&none, NULL, writer->p->formula, EVIDENCE_HOLDS, out);
  translation_write(&writer->p->table.atoms, &x->automaton, &x->certificate,
                    out);
  finite_write_ranks(&writer->c->aside, &numbered, &x->ranks, out);
  text_put(out, "end\n");
}

custos_status model_write_graph(custos *c, custos_write_fn *graph,
                                void *graph_self, custos_write_fn *proof,
                                void *proof_self) {
  const property *p = c->checked.property;
  if (!p || p->kind != PROPERTY_LTL || !c->checked.holds ||
      !c->checked.is_ranked || !c->solved)
    return context_refuse_graph(c);
  ENTER_WRITING(c, "writing");
  graph_writer writer = {.c = c, .p = p, .steps = {.m = &c->aside}};
  text *out = mem_alloc(&c->aside, sizeof *out);
  writer.scratch = mem_alloc(&c->aside, (size_t)c->model.scratch_bytes + 1);
  if (!c->model.ops->bind(&c->model, &c->aside, &p->table.atoms, p->file,
                          p->line, p->column, &c->report, &writer.binding))
    return context_reject_keeping(c);
  if (!add_states(&writer))
    return context_fail(c, CUSTOS_ERR_LIMIT,
                        "the model has too many states for a graph");
  text_init(out, graph, graph_self);
  writer.out = out;
  write_graph(&writer);
  bool good = text_end(out);
  text_init(out, proof, proof_self);
  write_evidence(&writer, out);
  good = text_end(out) && good;
  c->checked.graph_formula = p->formula;
  store_free(&writer.states);
  model_steps_free(&writer.steps);
  if (!good)
    return context_fail(c, CUSTOS_ERR_SYSTEM, "the graph could not be written");
  return context_leave(c, CUSTOS_OK);
}
