/* A look at everything there is in a state. */
#include "lang/promela/walker/parts.h"

typedef struct looker {
  pml_walker *w;
  void *self;
  void (*see)(void *self, const pml_seen *x);
  walker_text process, name, value;
} looker;

const char *pml_walker_process(pml_walker *walker, uint32_t pid) {
  if (pid >= walker->processes.count)
    return "";
  return names_text(
      &walker->s->tokens.names,
      walker->s->processes.at[walker->processes.at[pid].type].name);
}

/* "[MSG,3] [MSG,4]" */
static void show_channel(looker *l, int32_t number) {
  pml_walker *walker = l->w;
  const walker_queue *queue = walker_channel(walker, number);
  if (!queue) {
    walker_say(walker, &l->value, number == 0 ? "not initialised" : "ended");
    return;
  }
  uint32_t fields = walker->s->channels.at[queue->shape].count;
  for (size_t i = 0; i < queue->content.count; i += fields) {
    walker_say(walker, &l->value, i > 0 ? " [" : "[");
    walker_show_message(walker, queue->shape, queue->content.at + i, &l->value);
    walker_say(walker, &l->value, "]");
  }
}

static void tell(looker *l, uint32_t pid) {
  pml_seen seen = {.process = walker_finish(l->w, &l->process),
                   .pid = pid,
                   .name = walker_finish(l->w, &l->name),
                   .value = walker_finish(l->w, &l->value)};
  l->see(l->self, &seen);
}

static void look_at_place(looker *l, uint32_t var, uint32_t base,
                          uint32_t pid) {
  pml_walker *walker = l->w;
  if (walker->s->vars.at[var].is_helper)
    return;
  for (uint32_t k = 0; k < walker->span[var]; k++) {
    l->name.count = l->value.count = 0;
    const pml_var *leaf = walker_name_slot(walker, var, k, &l->name);
    int32_t value = walker->values.at[base + walker->offset[var] + k];
    if (leaf->type == PML_CHAN)
      show_channel(l, value);
    else
      walker_show_value(walker, leaf->type, leaf->sub, value, &l->value);
    tell(l, pid);
  }
}

pml_place walker_place(const pml_walker *walker,
                       const walker_process *process) {
  if (process->at == WALKER_END)
    return walker->s->processes.at[process->type].until;
  const pml_statement *statement =
      &walker->s->statements.at[walker_statement(process->at)];
  return walker_is_join(process->at) ? statement->until : statement->at;
}

static void look_at_process(looker *l, uint32_t pid) {
  pml_walker *walker = l->w;
  const walker_process *process = &walker->processes.at[pid];
  pml_place at = walker_place(walker, process);
  l->process.count = l->name.count = l->value.count = 0;
  walker_say(walker, &l->process, "%s(%u)", pml_walker_process(walker, pid),
             (unsigned)pid);
  walker_say(walker, &l->value, "%s:%u",
             names_text(&walker->s->tokens.files, at.file), (unsigned)at.line);
  tell(l, pid);
  for (uint32_t i = walker->first_local[process->type];
       i < walker->first_local[process->type + 1]; i++)
    look_at_place(l, walker->locals[i], process->base, pid);
}

void pml_walker_look(pml_walker *walker, void *self,
                     void (*see)(void *self, const pml_seen *x)) {
  looker l = {.w = walker, .self = self, .see = see};
  for (uint32_t i = 0; i < walker->s->vars.count; i++) {
    const pml_var *var = &walker->s->vars.at[i];
    if (var->process == PML_NONE && var->record == PML_NONE)
      look_at_place(&l, i, 0, PML_NONE);
  }
  for (uint32_t pid = 0; pid < walker->processes.count; pid++)
    look_at_process(&l, pid);
  vec_free(walker->m, &l.process);
  vec_free(walker->m, &l.name);
  vec_free(walker->m, &l.value);
}
