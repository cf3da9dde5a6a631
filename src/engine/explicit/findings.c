#include "engine/explicit/findings.h"

explicit_note findings_copy(mem *m, const model_steps *steps,
                            const model_fault *fault) {
  return (explicit_note){
      .fault = *fault,
      .text = mem_text(m, model_fault_text(steps, fault), fault->length)};
}

static bool is_known(const explicit_answer *answer, const model_fault *fault) {
  vec_each (const explicit_note, note, &answer->notes)
    if (note->fault.line == fault->line &&
        note->fault.column == fault->column && note->fault.file == fault->file)
      return true;
  return false;
}

static void take_note(findings *f, const model_steps *steps,
                      const model_fault *fault) {
  explicit_answer *answer = f->out;
  if (answer->notes.count == EXPLICIT_MOST_NOTES || is_known(answer, fault))
    return;
  explicit_note note = findings_copy(f->m, steps, fault);
  vec_push(f->m, &answer->notes, note);
}

void findings_add_notes(findings *f, const explicit_answer *from) {
  vec_each (const explicit_note, note, &from->notes) {
    explicit_answer *answer = f->out;
    if (answer->notes.count == EXPLICIT_MOST_NOTES ||
        is_known(answer, &note->fault))
      continue;
    explicit_note own = {.fault = note->fault,
                         .text =
                             mem_text(f->m, note->text, note->fault.length)};
    vec_push(f->m, &answer->notes, own);
  }
}

const model_fault *findings_take(findings *f, const model_steps *steps) {
  explicit_answer *answer = f->out;
  const model_fault *first = NULL;
  vec_each (const model_fault, fault, &steps->faults) {
    if (fault->severity == MODEL_NOTE)
      take_note(f, steps, fault);
    if (fault->severity < f->least)
      continue;
    if (answer->faults++ == 0)
      first = fault;
  }
  if (first) {
    explicit_note note = findings_copy(f->m, steps, first);
    answer->verdict = EXPLICIT_FAULT;
    answer->fault = note.fault;
    answer->fault_text = note.text;
  }
  return first;
}
