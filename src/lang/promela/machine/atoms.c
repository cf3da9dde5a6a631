/* Formulas about a model: their atoms are expressions of its language. */
#include "lang/promela/machine/state.h"
#include "lang/promela/parse/parse.h"

typedef struct binding {
  uint32_t count;
  uint64_t accepts; /* atoms that ask for an accept label */
  bool uses_timeout;
  uint32_t *starts; /* code of the others */
} binding;

static pml_machine_model *atoms_own_of(const model *x) { return x->self; }

/* The model's own tree grows. */
static pml_syntax *atoms_syntax_of(const pml_machine_model *own) {
  return (pml_syntax *)(uintptr_t)own->p->syntax;
}

typedef struct source {
  const char *file;
  uint32_t line, column;
  const char *text;
  size_t length;
} source;

static bool parse(pml_machine_model *own, const source *at, report *r,
                  uint32_t *root) {
  pml_token_list tokens = {0};
  pml_syntax *syntax = atoms_syntax_of(own);
  bool good = pml_tokenise_more(own->tree, &syntax->tokens, at->file, at->line,
                                at->column, at->text, at->length, r, &tokens) &&
              pml_parse_formula(own->tree, syntax, &tokens, at->file, r, root);
  vec_free(own->tree, &tokens);
  return good;
}

bool pml_formula_text(const model *x, mem *m, const char *file, uint32_t line,
                      uint32_t column, const char *input, size_t length,
                      report *r, text *out) {
  source at = {file, line, column, input, length};
  uint32_t root;
  (void)m;
  if (!parse(atoms_own_of(x), &at, r, &root))
    return false;
  pml_print_formula(atoms_own_of(x)->p->syntax, root, out);
  return true;
}

static bool bind_one(pml_machine_model *own, const source *at, report *r,
                     binding *b, uint32_t atom) {
  static const char accept[] = "accept_";
  uint32_t root;
  if (at->length == sizeof accept - 1 &&
      memcmp(at->text, accept, at->length) == 0) {
    b->accepts |= UINT64_C(1) << atom;
    return true;
  }
  if (!parse(own, at, r, &root))
    return false;
  b->starts[atom] = pml_lower_expression(own->m, own->p, root);
  pml_copy_code(own->m, own);
  if (own->p->stack > own->most_values) {
    own->p->stack = own->most_values;
    return report_add(r, at->file, at->line, at->column,
                      "the atom nests too deeply");
  }
  const uint32_t *code = own->p->code.at;
  for (uint32_t i = b->starts[atom]; code[i] != PML_OP_DONE;
       i += pml_length_of(code[i]))
    b->uses_timeout |= code[i] == PML_OP_TIMEOUT;
  return true;
}

bool pml_bind_atoms(const model *x, mem *m, const names *atoms,
                    const char *file, uint32_t line, uint32_t column, report *r,
                    model_binding *out) {
  binding *b = mem_alloc(m, sizeof *b);
  bool good = true;
  *out = (model_binding){.self = b};
  if (names_count(atoms) > MODEL_MOST_ATOMS)
    return report_add(r, file, line, column,
                      "the formula has more than %d atoms", MODEL_MOST_ATOMS);
  out->label_letters = mem_array(m, 0, sizeof *out->label_letters);
  b->count = names_count(atoms);
  b->starts = mem_array(m, b->count, sizeof *b->starts);
  for (uint32_t i = 0; i < b->count; i++) {
    source at = {file, line, column, names_text(atoms, i),
                 names_length(atoms, i)};
    good &= bind_one(atoms_own_of(x), &at, r, b, i);
  }
  return good;
}

uint32_t pml_atom_code(const model_binding *of, uint32_t atom) {
  const binding *b = of->self;
  return b->accepts >> atom & 1 ? PML_NONE : b->starts[atom];
}

static bool is_accepting(const pml_machine *machine, const uint8_t *bytes) {
  for (uint32_t i = 0; i < machine->layout.processes; i++)
    if (pml_point_of(machine, bytes, i)->flags & PML_POINT_ACCEPT)
      return true;
  return false;
}

/* An atom has a value or none: whatever goes wrong in it is undefined. */
static void make_undefined(model_steps *out, size_t first) {
  for (size_t i = first; i < out->faults.count; i++)
    out->faults.at[i].severity = MODEL_UNDEFINED;
  out->worst = MODEL_UNDEFINED;
}

bool pml_letter(const model *m, const model_binding *of, void *scratch,
                const uint8_t *state, uint32_t size, uint64_t *letter,
                model_steps *out) {
  pml_machine *machine = pml_machine_in(m, scratch, out);
  const binding *b = of->self;
  size_t faults = out->faults.count;
  memcpy(machine->base, state, size);
  pml_decode(machine, machine->base, size);
  machine->state = machine->base;
  machine->size = size;
  machine->timeout =
      b->uses_timeout && pml_is_stuck(machine, machine->base, size);
  *letter = 0;
  for (uint32_t i = 0; i < b->count; i++) {
    bool holds;
    if (b->accepts >> i & 1)
      holds = is_accepting(machine, machine->base);
    else
      holds = pml_run(machine, b->starts[i]) != 0;
    if (out->faults.count != faults) {
      make_undefined(out, faults);
      return false;
    }
    *letter |= (uint64_t)holds << i;
  }
  return true;
}
