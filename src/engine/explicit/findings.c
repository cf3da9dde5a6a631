#include "engine/explicit/findings.h"

explicit_note findings_copy(mem *m, const model_steps *steps,
                            const model_fault *f) {
  return (explicit_note){
      .fault = *f, .text = mem_text(m, model_fault_text(steps, f), f->length)};
}

static bool is_known(const explicit_answer *a, const model_fault *f) {
  vec_each (const explicit_note, n, &a->notes)
    if (n->fault.line == f->line && n->fault.column == f->column &&
        n->fault.file == f->file)
      return true;
  return false;
}

static void take_note(findings *f, const model_steps *steps,
                      const model_fault *fault) {
  explicit_answer *a = f->out;
  if (a->notes.count == EXPLICIT_MOST_NOTES || is_known(a, fault))
    return;
  explicit_note n = findings_copy(f->m, steps, fault);
  vec_push(f->m, &a->notes, n);
}

void findings_add_notes(findings *f, const explicit_answer *from) {
  vec_each (const explicit_note, n, &from->notes) {
    explicit_answer *a = f->out;
    if (a->notes.count == EXPLICIT_MOST_NOTES || is_known(a, &n->fault))
      continue;
    explicit_note own = {.fault = n->fault,
                         .text = mem_text(f->m, n->text, n->fault.length)};
    vec_push(f->m, &a->notes, own);
  }
}

const model_fault *findings_take(findings *f, const model_steps *steps) {
  explicit_answer *a = f->out;
  const model_fault *first = NULL;
  vec_each (const model_fault, fault, &steps->faults) {
    if (fault->severity == MODEL_NOTE)
      take_note(f, steps, fault);
    if (fault->severity < f->least)
      continue;
    if (a->faults++ == 0)
      first = fault;
  }
  if (first) {
    explicit_note n = findings_copy(f->m, steps, first);
    a->verdict = EXPLICIT_FAULT;
    a->fault = n.fault;
    a->fault_text = n.text;
  }
  return first;
}
