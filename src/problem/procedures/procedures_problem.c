/* Programs with procedures as problems. */
#include "problem/kinds.h"
#include "problem/language.h"
#include "problem/procedures/program_walk.h"
#include "problem/procedures/programs.h"

static bool take_properties(custos *c, const char *file) {
  context_take_program(c, file);
  return true;
}

static bool own_property(const custos *c, property *out) {
  context_own_property(out, PROPERTY_SAFETY);
  return !c->properties.count;
}

static void give_meaning(custos *c, const names *atoms, const char *file,
                         uint32_t line, uint32_t column) {
  prog_binding b = {0};
  prog_bind(&c->problem, &c->program, atoms, file, line, column, &c->report,
            &b);
}

static void close_diagrams(custos *c) { dds_close(&c->diagrams); }

static void drop_unfinished(custos *c) {
  if (c->found.is_working)
    context_drop_found(c);
}

const problem_ops problem_procedures = {
    .kind = PROBLEM_PROGRAM,
    .title = "a program",
    .read = context_read_plain,
    .already = "the problem has a program already",
    .take_properties = take_properties,
    .own_property = own_property,
    .give_meaning = give_meaning,
    .find_property = context_find_target,
    .walker = &program_walker,
    .drop_job = close_diagrams,
    .drop = context_drop_found,
    .drop_unfinished = drop_unfinished,
    .drop_unwritten = close_diagrams,
};
