#include "evidence/symbolic/names.h"

void symbolic_names_init(mem *m, const prog *program, symbolic_names *out) {
  size_t procedures = program->procedures.count,
         locations = program->locations.count;
  *out = (symbolic_names){0};
  uint32_t *bits = mem_array(m, procedures + 1, sizeof *bits);
  for (uint32_t v = 0; v < program->variables.count; v++) {
    const prog_variable *variable = &program->variables.at[v];
    if (variable->procedure == PROG_NONE) {
      vec_push(m, &out->global, v);
      vec_push(m, &out->first_bit, out->globals);
      out->globals += variable->width * variable->count;
    } else {
      bits[variable->procedure] += variable->width * variable->count;
      if (bits[variable->procedure] > out->locals)
        out->locals = bits[variable->procedure];
    }
  }
  mem_free(m, bits);
  out->by_procedure = mem_array(m, locations + 1, sizeof *out->by_procedure);
  out->number = mem_array(m, locations + 1, sizeof *out->number);
  out->first_location =
      mem_array(m, procedures + 2, sizeof *out->first_location);
  for (size_t i = 0; i < locations; i++)
    out->number[i] =
        out->first_location[program->locations.at[i].procedure + 1]++;
  for (size_t i = 0; i < procedures; i++)
    out->first_location[i + 1] += out->first_location[i];
  for (uint32_t i = 0; i < locations; i++) {
    uint32_t first = out->first_location[program->locations.at[i].procedure];
    out->by_procedure[first + out->number[i]] = i;
  }
}

void symbolic_names_free(mem *m, symbolic_names *n) {
  vec_free(m, &n->global);
  vec_free(m, &n->first_bit);
  mem_free(m, n->by_procedure);
  mem_free(m, n->first_location);
  mem_free(m, n->number);
}

const symbolic_section *symbolic_sections(sym_proof_kind kind) {
  static const symbolic_section forward[] = {
      {"reach", WITH_ENTRY}, {"summaries", WITH_NOTHING}, {0}};
  static const symbolic_section backward[] = {
      {"heads", WITH_NOTHING}, {"pops", WITH_NOTHING}, {0}};
  static const symbolic_section ranks[] = {{"heads", WITH_NOTHING},
                                           {"pops", WITH_NOTHING},
                                           {"pops-accepting", WITH_NOTHING},
                                           {"ranks", WITH_RANK},
                                           {0}};
  return kind == SYM_PROOF_FORWARD    ? forward
         : kind == SYM_PROOF_BACKWARD ? backward
                                      : ranks;
}

sym_rows *symbolic_rows(sym_proof *proof, const char *section) {
  if (strcmp(section, "reach") == 0)
    return &proof->reach;
  if (strcmp(section, "summaries") == 0)
    return &proof->summaries;
  if (strcmp(section, "heads") == 0)
    return &proof->heads;
  if (strcmp(section, "pops") == 0)
    return &proof->pops;
  return strcmp(section, "ranks") == 0 ? &proof->ranks : &proof->pops_accepting;
}
