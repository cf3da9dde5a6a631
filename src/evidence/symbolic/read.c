#include "base/map.h"
#include "evidence/symbolic/names.h"

typedef struct reader {
  mem *m;
  lines *in;
  const prog *p;
  sym_proof *proof;
  symbolic_names names;
  map procedure_names, global_names;     /* of the program's names */
  vec(uint32_t) procedure_of, global_of; /* by number there */
  lines_numbers procedures, variables;   /* the file's to the program's */
} reader;

static bool blank(reader *v) {
  return lines_blank(v->in) || lines_fail(v->in, "expected a blank");
}

/* A blank and a number below 'below'. */
static bool number(reader *v, uint64_t below, uint32_t *out) {
  return blank(v) && lines_index(v->in, below, out);
}

/* A number of one of the program's names; PROG_NONE: it has none such. */
static bool name(reader *v, uint32_t *out) {
  if (!lines_quoted(v->in))
    return false;
  *out = names_find(&v->p->names, v->in->name.text, v->in->name.length);
  return true;
}

static uint32_t found(const map *known, const uint32_t *of, uint32_t n) {
  uint32_t k = n == NAMES_NONE ? MAP_NONE : map_find(known, n);
  return k == MAP_NONE ? PROG_NONE : of[k];
}

static void index_program(reader *v) {
  const prog *program = v->p;
  symbolic_names_init(v->m, program, &v->names);
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    uint32_t n =
        map_insert(v->m, &v->procedure_names, program->procedures.at[i].name);
    if (n == v->procedure_of.count)
      vec_push(v->m, &v->procedure_of, i);
  }
  for (uint32_t i = 0; i < v->names.global.count; i++) {
    uint32_t variable = v->names.global.at[i];
    uint32_t n = map_insert(v->m, &v->global_names,
                            program->variables.at[variable].name);
    if (n == v->global_of.count)
      vec_push(v->m, &v->global_of, i);
  }
}

static bool read_local(reader *v, const prog_variable *variable) {
  uint32_t n, width, count;
  if (!name(v, &n))
    return false;
  if (n == NAMES_NONE || n != variable->name)
    return lines_fail(v->in, "the procedure has another variable here");
  if (!number(v, UINT32_MAX, &width) || !number(v, UINT32_MAX, &count))
    return false;
  if (width != variable->width || count != variable->count)
    return lines_fail(v->in, "the program's variable has another size");
  return lines_next(v->in);
}

static bool read_procedure(reader *v) {
  uint32_t n, count;
  if (!name(v, &n))
    return false;
  uint32_t procedure = v->in->name.length == 0
                           ? 0
                           : found(&v->procedure_names, v->procedure_of.at, n);
  if (procedure == PROG_NONE)
    return lines_fail(v->in, "the program has no such procedure");
  const prog_procedure *x = &v->p->procedures.at[procedure];
  if (!number(v, UINT32_MAX, &count))
    return false;
  if (count != x->variables)
    return lines_fail(v->in, "the procedure has another number of variables");
  vec_push(v->m, &v->procedures, procedure);
  if (!lines_next(v->in))
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (!read_local(v, &v->p->variables.at[x->first_variable + i]))
      return false;
  return true;
}

static bool read_global(reader *v, uint32_t *bit) {
  uint32_t n, element, place;
  if (!blank(v) || !name(v, &n))
    return false;
  uint32_t i = found(&v->global_names, v->global_of.at, n);
  if (i == PROG_NONE)
    return lines_fail(v->in, "the program has no such global variable");
  const prog_variable *variable = &v->p->variables.at[v->names.global.at[i]];
  if (!number(v, variable->count, &element) ||
      !number(v, variable->width, &place))
    return false;
  *bit = v->names.first_bit.at[i] + element * variable->width + place;
  return true;
}

static bool read_variable(reader *v) {
  lines *in = v->in;
  sym_proof *proof = v->proof;
  uint32_t bit = 0;
  if (lines_word(in, "global")) {
    if (!read_global(v, &bit))
      return false;
  } else if (lines_word(in, "automaton")) {
    if (!number(v, proof->automaton_bits, &bit))
      return false;
    bit += v->names.globals;
  } else if (lines_word(in, "local")) {
    if (!number(v, proof->locals, &bit))
      return false;
    bit += proof->globals;
  } else {
    return lines_fail(in, "expected 'global', 'automaton' or 'local'");
  }
  if (!blank(v))
    return false;
  for (uint32_t copy = 0; copy < SYM_COPIES; copy++)
    if (lines_word(in, symbolic_copies[copy])) {
      vec_push(v->m, &v->variables, bit * SYM_COPIES + copy);
      return lines_next(in);
    }
  return lines_fail(in, "expected 'now', 'next', 'below' or 'other'");
}

static bool read_node(reader *v) {
  sym_proof *proof = v->proof;
  uint32_t numbers = (uint32_t)proof->nodes.count + 2, variable;
  sym_node node;
  if (!lines_index(v->in, v->variables.count, &variable) ||
      !number(v, numbers, &node.low) || !number(v, numbers, &node.high))
    return false;
  node.variable = v->variables.at[variable];
  vec_push(v->m, &proof->nodes, node);
  return lines_next(v->in);
}

static bool read_table(reader *v, const char *key, bool each(reader *)) {
  uint64_t count;
  if (!lines_header(v->in, key, &count) || !lines_next(v->in))
    return false;
  for (; count > 0; count--)
    if (!each(v))
      return false;
  return true;
}

/* A location of a procedure, by its number there. */
static bool read_location(reader *v, uint32_t procedure, uint32_t *out) {
  uint32_t first = v->names.first_location[procedure], k;
  if (!number(v, v->names.first_location[procedure + 1] - first, &k))
    return false;
  *out = v->names.by_procedure[first + k];
  return true;
}

static bool read_rows(reader *v, const symbolic_section *section) {
  sym_proof *proof = v->proof;
  sym_rows *rows = symbolic_rows(proof, section->name);
  uint32_t numbers = (uint32_t)proof->nodes.count + 2, k;
  uint64_t count;
  if (!lines_header(v->in, section->name, &count) || !lines_next(v->in))
    return false;
  for (; count > 0; count--) {
    sym_row row = {0};
    if (!lines_index(v->in, v->procedures.count, &k) ||
        !read_location(v, v->procedures.at[k], &row.symbol) ||
        (section->with == WITH_ENTRY &&
         !read_location(v, v->procedures.at[k], &row.with)) ||
        (section->with == WITH_RANK && !number(v, UINT32_MAX, &row.with)) ||
        !number(v, numbers, &row.node) || !lines_next(v->in))
      return false;
    vec_push(v->m, rows, row);
  }
  return true;
}

static bool read_kind(reader *v) {
  lines *in = v->in;
  if (!lines_expect(in, "proof") || !blank(v))
    return false;
  for (int k = 0; k < 3; k++)
    if (lines_word(in, symbolic_kinds[k])) {
      v->proof->kind = (sym_proof_kind)k;
      return lines_next(in) &&
             (v->proof->kind != SYM_PROOF_RANKS ||
              (lines_expect(in, "automaton-bits") &&
               number(v, 33, &v->proof->automaton_bits) && lines_next(in)));
    }
  return lines_fail(in, "expected 'forward', 'backward' or 'ranks'");
}

static bool read_all(reader *v) {
  sym_proof *proof = v->proof;
  if (!read_kind(v))
    return false;
  proof->globals = v->names.globals + proof->automaton_bits;
  proof->locals = v->names.locals;
  proof->symbols = (uint32_t)v->p->locations.count;
  if (!read_table(v, "procedures", read_procedure) ||
      !read_table(v, "variables", read_variable) ||
      !read_table(v, "nodes", read_node))
    return false;
  for (const symbolic_section *section = symbolic_sections(proof->kind);
       section->name; section++)
    if (!read_rows(v, section))
      return false;
  return true;
}

bool symbolic_read(mem *m, lines *in, const prog *program, sym_proof *out) {
  reader v = {.m = m, .in = in, .p = program, .proof = out};
  *out = (sym_proof){0};
  index_program(&v);
  bool is_read = read_all(&v);
  symbolic_names_free(m, &v.names);
  map_free(m, &v.procedure_names);
  map_free(m, &v.global_names);
  vec_free(m, &v.procedure_of);
  vec_free(m, &v.global_of);
  vec_free(m, &v.procedures);
  vec_free(m, &v.variables);
  return is_read;
}
