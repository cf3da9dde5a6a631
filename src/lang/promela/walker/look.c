/* A look at everything there is in a state. */
#include "lang/promela/walker/parts.h"

typedef struct looker {
  pml_walker *w;
  void *self;
  void (*see)(void *self, const pml_seen *x);
  walker_text process, name, value;
} looker;

const char *pml_walker_process(pml_walker *w, uint32_t pid) {
  if (pid >= w->processes.count)
    return "";
  return names_text(&w->s->tokens.names,
                    w->s->processes.at[w->processes.at[pid].type].name);
}

/* "[MSG,3] [MSG,4]" */
static void show_channel(looker *l, int32_t number) {
  pml_walker *w = l->w;
  const walker_queue *q = walker_channel(w, number);
  if (!q) {
    walker_say(w, &l->value, number == 0 ? "not initialised" : "ended");
    return;
  }
  uint32_t fields = w->s->channels.at[q->shape].count;
  for (size_t i = 0; i < q->content.count; i += fields) {
    walker_say(w, &l->value, i > 0 ? " [" : "[");
    walker_show_message(w, q->shape, q->content.at + i, &l->value);
    walker_say(w, &l->value, "]");
  }
}

static void tell(looker *l, uint32_t pid) {
  pml_seen x = {.process = walker_finish(l->w, &l->process),
                .pid = pid,
                .name = walker_finish(l->w, &l->name),
                .value = walker_finish(l->w, &l->value)};
  l->see(l->self, &x);
}

static void look_at_place(looker *l, uint32_t var, uint32_t base,
                          uint32_t pid) {
  pml_walker *w = l->w;
  if (w->s->vars.at[var].is_helper)
    return;
  for (uint32_t k = 0; k < w->span[var]; k++) {
    l->name.count = l->value.count = 0;
    const pml_var *leaf = walker_name_slot(w, var, k, &l->name);
    int32_t value = w->values.at[base + w->offset[var] + k];
    if (leaf->type == PML_CHAN)
      show_channel(l, value);
    else
      walker_show_value(w, leaf->type, leaf->sub, value, &l->value);
    tell(l, pid);
  }
}

pml_place walker_place(const pml_walker *w, const walker_process *p) {
  if (p->at == WALKER_END)
    return w->s->processes.at[p->type].until;
  const pml_statement *x = &w->s->statements.at[walker_statement(p->at)];
  return walker_is_join(p->at) ? x->until : x->at;
}

static void look_at_process(looker *l, uint32_t pid) {
  pml_walker *w = l->w;
  const walker_process *p = &w->processes.at[pid];
  pml_place at = walker_place(w, p);
  l->process.count = l->name.count = l->value.count = 0;
  walker_say(w, &l->process, "%s(%u)", pml_walker_process(w, pid),
             (unsigned)pid);
  walker_say(w, &l->value, "%s:%u", names_text(&w->s->tokens.files, at.file),
             (unsigned)at.line);
  tell(l, pid);
  for (uint32_t i = w->first_local[p->type]; i < w->first_local[p->type + 1];
       i++)
    look_at_place(l, w->locals[i], p->base, pid);
}

void pml_walker_look(pml_walker *w, void *self,
                     void (*see)(void *self, const pml_seen *x)) {
  looker l = {.w = w, .self = self, .see = see};
  for (uint32_t i = 0; i < w->s->vars.count; i++) {
    const pml_var *v = &w->s->vars.at[i];
    if (v->process == PML_NONE && v->record == PML_NONE)
      look_at_place(&l, i, 0, PML_NONE);
  }
  for (uint32_t pid = 0; pid < w->processes.count; pid++)
    look_at_process(&l, pid);
  vec_free(w->m, &l.process);
  vec_free(w->m, &l.name);
  vec_free(w->m, &l.value);
}
