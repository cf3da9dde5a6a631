#include "problem/promela/steps.h"

#include "lang/promela/parse/parse.h"

#include <string.h>

bool context_unfold(custos *c, const model_fault *fault) {
  const model_run *run = &c->checked.run;
  pml_steps *steps = &c->checked.steps;
  bool ends = run->loop < run->count && context_run_ends(c, run);
  size_t moves = run->loop == run->count || ends ? run->count - 1 : run->count;
  const size_t *at = run->at.at;
  bool in_state = fault && fault->step == MODEL_NONE;
  steps->count = 0;
  c->checked.steps_loop = SIZE_MAX;
  for (size_t i = 0; i < moves; i++) {
    size_t next = i + 1 < run->count ? i + 1 : run->loop;
    if (i == run->loop)
      c->checked.steps_loop = steps->count;
    if (!pml_unfold(context_searched(c), &c->job, run->bytes.at + at[i],
                    (uint32_t)(at[i + 1] - at[i]), run->bytes.at + at[next],
                    (uint32_t)(at[next + 1] - at[next]),
                    i + 1 == moves && !in_state ? fault : NULL,
                    run->movers.count ? run->movers.at[i] : 0, steps))
      return false;
  }
  if (in_state &&
      !pml_unfold(context_searched(c), &c->job, run->bytes.at + at[moves],
                  (uint32_t)(at[moves + 1] - at[moves]), NULL, 0, fault, 0,
                  steps))
    return false;
  if (c->checked.steps_loop == SIZE_MAX)
    c->checked.steps_loop = steps->count;
  c->checked.steps_go_on = run->loop < run->count;
  return true;
}

static pml_walker *run_begin(custos *c) {
  pml_walker *walker = pml_walker_new(&c->job, &promela_of(&c->model)->syntax);
  pml_walker_start(walker);
  return walker;
}

static bool counts(const custos *c, model_severity s) {
  return s != MODEL_NOTE || c->options.strict;
}

/* Is one of these faults of the kind that is looked for? */
static bool are_bad(const custos *c, const pml_walker *walker, size_t first,
                    size_t count) {
  const char *words;
  for (size_t i = first; i < first + count; i++)
    if (counts(c, pml_walker_fault(walker, i, &words)->severity))
      return true;
  return false;
}

bool context_replay_fault(custos *c, const char **why) {
  const pml_steps *steps = &c->checked.steps;
  pml_walker *walker = run_begin(c);
  pml_event event = {0};
  bool bad = false;
  *why = "the run takes a step that the model does not have";
  for (size_t i = 0; i < steps->count; i++) {
    progress_tick(&c->clock);
    /* What happens in the middle of an atomic sequence counts up to its end. */
    if (pml_walker_rests(walker))
      bad = false;
    if (event.stopped || !pml_walker_take(walker, &steps->at[i], &event))
      return false;
    bad = bad || are_bad(c, walker, event.first_fault, event.faults);
  }
  if (bad)
    return true;
  *why = "nothing goes wrong at the end of the run";
  size_t first = 0, count = pml_walker_check(walker, &first);
  size_t from = steps->count ? first : 0;
  return are_bad(c, walker, from, first + count - from);
}

static bool find_meanings(custos *c, const names *atoms, pml_atoms *out) {
  promela *p = promela_of(&c->model);
  for (uint32_t i = 0; i < names_count(atoms); i++) {
    pml_token_list tokens = {0};
    uint32_t e = PML_NONE;
    if (strcmp(names_text(atoms, i), "accept_") != 0 &&
        (!pml_tokenise_more(&c->problem, &p->syntax.tokens, "atom", 1, 1,
                            names_text(atoms, i), names_length(atoms, i),
                            &c->report, &tokens) ||
         !pml_parse_formula(&c->problem, &p->syntax, &tokens, "atom",
                            &c->report, &e)))
      return false;
    vec_push(&c->job, out, e);
  }
  return true;
}

bool context_find_atoms(custos *c, const property *p, pml_atoms *out) {
  return find_meanings(
      c, p->kind == PROPERTY_LTL ? &p->table.atoms : &p->automaton.atoms, out);
}

static bool letter_of(pml_walker *walker, const pml_atoms *atoms,
                      uint64_t *out) {
  *out = 0;
  for (size_t i = 0; i < atoms->count; i++) {
    int32_t value = 0;
    if (atoms->at[i] == PML_NONE)
      value = pml_walker_at_accept(walker);
    else if (!pml_walker_value(walker, atoms->at[i], &value))
      return false;
    *out |= (uint64_t)(value != 0) << i;
  }
  return true;
}

/* The word that the walker reads along the steps; a letter for each state in
 * which it rests. */
typedef struct word {
  vec(uint64_t) letters;
  size_t loop;
} word;

static bool read_word(custos *c, const pml_atoms *atoms, word *out,
                      const char **why) {
  const pml_steps *steps = &c->checked.steps;
  size_t loop_at = c->checked.steps_loop;
  pml_walker *walker = run_begin(c);
  uint32_t loop_mark = PML_NONE;
  pml_event event = {0};
  pml_steps rest = {0};
  uint64_t letter;
  for (size_t i = 0; i <= steps->count; i++) {
    progress_tick(&c->clock);
    if (i == loop_at) {
      *why = "the loop begins where the model does not rest";
      if (!pml_walker_rests(walker))
        return false;
      loop_mark = pml_walker_mark(walker);
      out->loop = out->letters.count;
    }
    *why = "an atom has no value on the run";
    if ((i < steps->count || loop_at == steps->count) &&
        pml_walker_rests(walker)) {
      if (!letter_of(walker, atoms, &letter))
        return false;
      vec_push(&c->job, &out->letters, letter);
    }
    *why = "the run takes a step that the model does not have";
    if (i < steps->count && !pml_walker_take(walker, &steps->at[i], &event))
      return false;
  }
  *why = "the run does not end where its loop begins";
  if (loop_at < steps->count) {
    c->checked.is_open =
        !pml_walker_rests(walker) || pml_walker_mark(walker) != loop_mark;
    return !c->checked.is_open;
  }
  *why = "the run can go on where it is said to end";
  pml_walker_steps(walker, &rest);
  return rest.count == 0;
}

/* What a reduced run does not remember, as nobody reads it, may be different
 * when its loop begins for the second time and then the same for ever. */
static void unroll(custos *c) {
  pml_steps *steps = &c->checked.steps;
  size_t loop = c->checked.steps_loop, count = steps->count - loop;
  c->checked.steps_loop = steps->count;
  for (size_t i = 0; i < count; i++)
    vec_push(&c->job, steps, steps->at[loop + i]);
}

static bool read_words(custos *c, const pml_atoms *atoms, word *out,
                       const char **why) {
  if (read_word(c, atoms, out, why))
    return true;
  if (!c->checked.is_reduced || !c->checked.is_open)
    return false;
  unroll(c);
  *out = (word){0};
  return read_word(c, atoms, out, why);
}

bool context_replay_violates(custos *c, const property *p, const char **why) {
  const names *atoms =
      p->kind == PROPERTY_LTL ? &p->table.atoms : &c->checked.automaton.atoms;
  pml_atoms m = {0};
  word x = {0};
  *why = "an atom means nothing to the walker";
  if (!find_meanings(c, atoms, &m) || !read_words(c, &m, &x, why))
    return false;
  *why = "the run does not violate the property";
  return p->kind == PROPERTY_LTL
             ? !ltl_holds_on(&c->job, &p->table, p->root, x.letters.at,
                             x.letters.count, x.loop)
             : omega_accepts(&c->job, &c->checked.automaton, x.letters.at,
                             x.letters.count, x.loop);
}

static void write_part(const pml_steps *steps, const char *key, size_t first,
                       size_t end, text *out) {
  static const char kinds[] = "sje";
  text_format(out, "%s %zu\n", key, end - first);
  for (size_t i = first; i < end; i++) {
    const pml_step *step = &steps->at[i];
    text_format(out, "%u %c", step->pid, kinds[step->kind]);
    if (step->kind != PML_STEP_END)
      text_format(out, " %u", step->statement);
    if (step->partner != PML_NONE)
      text_format(out, " %u %u", step->partner, step->partner_statement);
    text_char(out, '\n');
  }
}

void context_write_steps(custos *c, text *out) {
  const checked *x = &c->checked;
  write_part(&x->steps, "stem", 0, x->steps_loop, out);
  if (x->run.loop < x->run.count)
    write_part(&x->steps, "loop", x->steps_loop, x->steps.count, out);
}

static bool read_step(lines *in, size_t statements, pml_steps *out) {
  pml_step step = {.statement = PML_NONE,
                   .partner = PML_NONE,
                   .partner_statement = PML_NONE};
  if (!lines_index(in, PML_MOST_PROCESSES, &step.pid) || !lines_blank(in))
    return lines_fail(in, "expected the number of a process");
  if (lines_byte(in, 'e'))
    step.kind = PML_STEP_END;
  else if (lines_byte(in, 'j'))
    step.kind = PML_STEP_JOIN;
  else if (!lines_byte(in, 's'))
    return lines_fail(in, "expected 's', 'j' or 'e'");
  if (step.kind != PML_STEP_END &&
      (!lines_blank(in) || !lines_index(in, statements, &step.statement)))
    return lines_fail(in, "expected the number of a statement");
  if (lines_blank(in) &&
      (!lines_index(in, PML_MOST_PROCESSES, &step.partner) ||
       !lines_blank(in) ||
       !lines_index(in, statements, &step.partner_statement)))
    return lines_fail(in, "expected a process and its statement");
  vec_push(in->m, out, step);
  return lines_next(in);
}

bool context_read_steps(custos *c, bool has_loop, lines *in) {
  static const char *const keys[] = {"stem", "loop"};
  size_t statements = promela_of(&c->model)->syntax.statements.count;
  pml_steps *steps = &c->checked.steps;
  uint64_t count = 0;
  bool good = true;
  steps->count = 0;
  for (int part = 0; good && part <= has_loop; part++) {
    c->checked.steps_loop = steps->count;
    good = lines_header(in, keys[part], &count) && lines_next(in);
    for (; good && count > 0; count--)
      good = read_step(in, statements, steps);
  }
  if (!has_loop)
    c->checked.steps_loop = steps->count;
  c->checked.steps_go_on = has_loop;
  return good;
}
