/* A function of ours stands for one of the program's by its symbol alone
 * (__asm__): so it cannot contradict the program's declaration of it, whatever
 * that says. Results are returned in registers by their width, and arguments
 * that are not looked at do no harm. */
#include "evidence/c/stubs.h"

#include "base/plain.h"
#include "cfa/externals.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool has(const names *set, const char *name) {
  return set && names_count(set) &&
         names_find(set, name, strlen(name)) != NAMES_NONE;
}

/* Inside of a comment, on one line. */
static void put_remark(text *out, const char *s) {
  for (; *s; s++) {
    text_char(out, *s == '\n' || *s == '\r' ? ' ' : *s);
    if (*s == '*' && s[1] == '/')
      text_char(out, ' ');
  }
}

static void put_string(text *out, const char *s) {
  text_char(out, '"');
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c < ' ' || c == 0x7f)
      text_format(out, "\\%03o", c);
    else
      text_format(out, c == '"' || c == '\\' ? "\\%c" : "%c", c);
  }
  text_char(out, '"');
}

void c_stubs_write_source(const c_source *source, text *out) {
  text_put(out, "#line 1 ");
  put_string(out, source->name);
  text_char(out, '\n');
  const char *bytes = source->bytes;
  size_t length = source->length;
  plain_skip_mark(&bytes, &length); /* compilers want it in the first line */
  text_add(out, bytes, length);
  if (length && bytes[length - 1] != '\n')
    text_char(out, '\n');
}

/* A function that gives inputs. Those of our own models of libc's functions
 * (there is one, rand) are given by what it stands for. */
typedef struct giver {
  const char *name; /* in the program */
  bool is_model;
  unsigned width;
  bool is_signed, is_pointer;
  size_t values;
} giver;
typedef vec(giver) givers;

/* What a model leaves open is not given: the real function decides. */
static bool is_open(const char *name) {
  return strcmp(name, "__custos_any") == 0;
}

/* Of the standard input, which is given as bytes. */
static bool is_heard(const char *name) {
  const cfa_external *known = cfa_external_find(name, strlen(name));
  return known && known->kind == CFA_EXTERNAL_READ;
}

static bool is_giver(const cfa *automaton, const cfa_edge *edge) {
  return edge->kind == CFA_INPUT && edge->name != CFA_NONE &&
         !is_open(cfa_text(automaton, edge->name)) &&
         !is_heard(cfa_text(automaton, edge->name)) &&
         (edge->input == CFA_INPUT_CALL || edge->input == CFA_INPUT_EXTERNAL);
}

static const char *result_type(const giver *g) {
  if (g->is_pointer)
    return "void *";
  if (g->width > 32)
    return g->is_signed ? "long long " : "unsigned long long ";
  if (g->width > 16)
    return g->is_signed ? "int " : "unsigned int ";
  if (g->width > 8)
    return g->is_signed ? "short " : "unsigned short ";
  return g->is_signed ? "signed char " : "unsigned char ";
}

static bool gives(const giver *g, const c_trace_input *trace_input) {
  return (trace_input->kind == CFA_INPUT_CALL ||
          trace_input->kind == CFA_INPUT_EXTERNAL) &&
         (strcmp(trace_input->place.file, CFA_MODEL_FILE) == 0) ==
             g->is_model &&
         (g->is_model
              ? !is_open(trace_input->name) && !is_heard(trace_input->name)
              : strcmp(trace_input->name, g->name) == 0);
}

static const giver *find_giver(const givers *all, const char *name) {
  vec_each (const giver, g, all)
    if (strcmp(g->name, name) == 0)
      return g;
  return NULL;
}

/* Does a library define it, which stays what it is? */
static bool is_left(const c_stubs *stubs, const cfa_edge *edge,
                    const char *name) {
  bool is_asked =
      edge->input == CFA_INPUT_CALL && !cfa_is_model(stubs->cfa, edge->place);
  return stubs->is_real && !is_asked && !has(stubs->missing, name);
}

static void add_giver(mem *m, const c_stubs *stubs, giver g, givers *out) {
  vec_each (const c_trace_input, trace_input, &stubs->trace->inputs)
    if (gives(&g, trace_input)) {
      g.width = trace_input->width;
      g.is_pointer = trace_input->is_pointer;
      g.values++;
    }
  vec_push(m, out, g);
}

static void find_givers(mem *m, const c_stubs *stubs, givers *out) {
  const cfa *automaton = stubs->cfa;
  vec_each (const cfa_edge, edge, &automaton->edges) {
    if (!is_giver(automaton, edge))
      continue;
    giver g = {.name = cfa_text(automaton, edge->name),
               .is_model = cfa_is_model(automaton, edge->place)};
    if (g.is_model)
      g.name = "rand";
    if (find_giver(out, g.name) || is_left(stubs, edge, g.name) ||
        (!g.is_model && !has(stubs->undefined, g.name)))
      continue;
    if (edge->variable < automaton->variables.count) {
      const cfa_variable *variable = &automaton->variables.at[edge->variable];
      g.width = variable->width;
      g.is_pointer = variable->is_pointer;
      bool is_known;
      g.is_signed = c_source_gives_signed(g.name, &is_known);
      if (!is_known)
        g.is_signed = variable->is_signed || g.is_model;
    }
    add_giver(m, stubs, g, out);
  }
}

static void put_values(const c_stubs *stubs, const giver *g, size_t number,
                       text *out) {
  size_t n = 0;
  text_format(out, "static const %scustos_values_%zu[] = {", result_type(g),
              number);
  vec_each (const c_trace_input, trace_input, &stubs->trace->inputs)
    if (gives(g, trace_input)) {
      text_put(out, n == 0 ? "" : n % 8 ? ", " : ",\n  ");
      c_source_constant(g->width, g->is_signed, trace_input->value, out);
      n++;
    }
  text_put(out, n ? "};\n" : "0};\n");
}

static void put_giver(const c_stubs *stubs, const giver *g, size_t number,
                      text *out) {
  const char *name = g->name, *type = result_type(g);
  put_values(stubs, g, number, out);
  text_format(out, "static unsigned long custos_used_%zu;\n", number);
  text_format(out, "%scustos_input_%zu(void) __asm__(", type, number);
  put_string(out, name);
  text_format(out,
              ");\nCUSTOS_OWN %scustos_input_%zu(void) {\n"
              "  if (custos_used_%zu == %zu)\n"
              "    custos_end(%d, \"" C_STUBS_SAYS_INPUTS "\", ",
              type, number, number, g->values, C_STUBS_INPUTS);
  put_string(out, name);
  text_format(out, ");\n  return custos_values_%zu[custos_used_%zu++];\n}\n",
              number, number);
  if (g->is_model)
    text_format(out,
                "long custos_random(void) __asm__(\"random\");\n"
                "CUSTOS_OWN long custos_random(void) {\n"
                "  return custos_input_%zu();\n}\n",
                number);
}

/* Before the program: C takes a function that is not declared for one that
 * returns an int. */
static void put_implicit(const c_stubs *stubs, const givers *known, text *out) {
  vec_each (const giver, g, known)
    if (has(stubs->implicit, g->name) && !g->is_model)
      text_format(out, "%s%.200s(void);\n", result_type(g), g->name);
}

/* Variables that the program does not define. */

static uint64_t bytes_of(const cfa_variable *variable) {
  return variable->is_scalar ? (variable->width + 7U) / 8 : variable->size;
}

static void set_bytes(const c_stubs *stubs, const cfa_variable *variable,
                      unsigned char *bytes, bool *any) {
  const char *name = cfa_text(stubs->cfa, variable->name);
  uint64_t size = bytes_of(variable);
  vec_each (const c_trace_input, trace_input, &stubs->trace->inputs) {
    if (trace_input->kind != CFA_INPUT_UNINITIALISED ||
        strcmp(trace_input->name, name) != 0)
      continue;
    *any = true;
    for (unsigned k = 0; k < (trace_input->width + 7U) / 8; k++)
      if (trace_input->offset < size && k < size - trace_input->offset)
        bytes[trace_input->offset + k] =
            (unsigned char)(trace_input->value >> (8 * k));
  }
}

static void put_variable(mem *m, const c_stubs *stubs,
                         const cfa_variable *variable, size_t number,
                         text *out) {
  enum { MOST_BYTES = 1 << 20 };
  const char *name = cfa_text(stubs->cfa, variable->name);
  uint64_t size = bytes_of(variable), last = 0;
  bool any = false;
  if (!variable->is_extern || variable->function != CFA_NONE || !size ||
      size > MOST_BYTES || !has(stubs->undefined, name))
    return;
  unsigned char *bytes = mem_alloc(m, size);
  set_bytes(stubs, variable, bytes, &any);
  /* Those of libraries stay what they are, unless the run depends on them and
   * nothing else shows it. */
  if ((any && !stubs->is_real) || has(stubs->missing, name)) {
    for (uint64_t i = 0; i < size; i++)
      last = bytes[i] ? i : last;
    text_format(out,
                "unsigned char custos_variable_%zu[%llu]\n"
                "  __asm__(",
                number, (unsigned long long)size);
    put_string(out, name);
    text_put(out, ") __attribute__((aligned(16))) = {");
    for (uint64_t i = 0; i <= last; i++)
      text_format(out, i ? ", %u" : "%u", bytes[i]);
    text_put(out, "};\n");
  }
  mem_free(m, bytes);
}

/* Functions of the checks. */

static bool is_error_name(const c_stubs *stubs, const char *name) {
  const cfa *automaton = stubs->cfa;
  if (strcmp(name, "reach_error") == 0 || strcmp(name, "__VERIFIER_error") == 0)
    return true;
  vec_each (const cfa_edge, edge, &automaton->edges)
    if (edge->kind == CFA_FAIL && edge->error == CFA_ERROR_CALL &&
        strcmp(cfa_text(automaton, edge->name), name) == 0)
      return true;
  return false;
}

static void put_end(text *out, int code, const char *says, const char *name) {
  text_format(out, "custos_end(%d, \"%s\", ", code, says);
  put_string(out, name);
  text_put(out, ");\n");
}

/* With one argument, which must hold. */
static void put_condition(text *out, const char *ours, const char *name,
                          int code, const char *says) {
  text_format(out, "void %s(int holds) __asm__(", ours);
  put_string(out, name);
  text_format(out, ");\nCUSTOS_OWN void %s(int holds) {\n  if (!holds)\n    ",
              ours);
  put_end(out, code, says, "");
  text_put(out, "}\n");
}

static void put_error(text *out, size_t number, const char *name) {
  text_format(out, "void custos_error_%zu(void) __asm__(", number);
  put_string(out, name);
  text_format(out, ");\nCUSTOS_OWN void custos_error_%zu(void) {\n  ", number);
  put_end(out, C_STUBS_FAILED, C_STUBS_SAYS_ERROR, name);
  text_put(out, "}\n");
}

/* No library has it, and nothing is known of it: it does nothing. */
static void put_nothing(text *out, size_t number, const char *name) {
  text_format(out, "long long custos_nothing_%zu(void) __asm__(", number);
  put_string(out, name);
  text_format(out,
              ");\nCUSTOS_OWN long long custos_nothing_%zu(void) {\n"
              "  return 0;\n}\n",
              number);
}

static bool is_variable(const c_stubs *stubs, const char *name) {
  vec_each (const cfa_variable, variable, &stubs->cfa->variables)
    if (variable->is_extern &&
        strcmp(cfa_text(stubs->cfa, variable->name), name) == 0)
      return true;
  return false;
}

static void put_function(const c_stubs *stubs, const char *name, size_t number,
                         text *out) {
  if (strcmp(name, "__VERIFIER_assume") == 0)
    put_condition(out, "custos_assume", name, C_STUBS_ASSUME,
                  C_STUBS_SAYS_ASSUME);
  else if (strcmp(name, "__VERIFIER_assert") == 0)
    put_condition(out, "custos_assert", name, C_STUBS_FAILED,
                  C_STUBS_SAYS_ASSERTION);
  else if (is_error_name(stubs, name))
    put_error(out, number, name);
  else if (has(stubs->missing, name) && !is_variable(stubs, name))
    put_nothing(out, number, name);
}

static void put_functions(const c_stubs *stubs, const givers *known,
                          text *out) {
  uint32_t count = stubs->undefined ? names_count(stubs->undefined) : 0;
  for (uint32_t i = 0; i < count; i++) {
    const char *name = names_text(stubs->undefined, i);
    if (!find_giver(known, name))
      put_function(stubs, name, i, out);
  }
}

const char *c_stubs_hooks(const c_trace *trace, const names *undefined) {
  const c_failure *failure = &trace->failure;
  bool is_call = !failure->is_fault && failure->error == CFA_ERROR_CALL &&
                 failure->name[0];
  return is_call && !has(undefined, failure->name) ? failure->name : NULL;
}

/* The program has the error function itself: what it does there is of no
 * interest, that it gets there is. */
static void put_hook(const c_stubs *stubs, text *out) {
  bool is_one = stubs->sources.count == 1;
  if (!is_one) {
    text_put(out, "extern void custos_hooked(void) __asm__(");
    put_string(out, stubs->hooked);
    text_put(out, ");\n");
  }
  text_format(out,
              "void custos_enter(void *, void *)\n"
              "  __asm__(\"__cyg_profile_func_enter\");\n"
              "void custos_leave(void *, void *)\n"
              "  __asm__(\"__cyg_profile_func_exit\");\n"
              "CUSTOS_OWN void custos_enter(void *function, void *from) {\n"
              "  if (function == (void *)%s)\n    ",
              is_one ? stubs->hooked : "custos_hooked");
  put_end(out, C_STUBS_FAILED, C_STUBS_SAYS_ERROR, stubs->hooked);
  text_put(out,
           "}\n"
           "CUSTOS_OWN void custos_leave(void *function, void *from) {}\n");
}

static void put_base(const givers *known, text *out) {
  const char *write = find_giver(known, "write") ? "__write" : "write";
  text_format(out,
              "#define CUSTOS_OWN __attribute__((no_instrument_function))\n"
              "extern long custos_write(int, const void *, unsigned long) "
              "__asm__(\"%s\");\n"
              "extern void custos_exit(int) __asm__(\"_exit\");\n"
              "CUSTOS_OWN static void custos_say(const char *s) {\n"
              "  unsigned long n = 0;\n"
              "  while (s[n])\n"
              "    n++;\n"
              "  custos_write(2, s, n);\n"
              "}\n"
              "CUSTOS_OWN static void custos_end(int code, const char *what,\n"
              "                                  const char *which) {\n"
              "  custos_say(what);\n"
              "  custos_say(which);\n"
              "  custos_say(\"\\n\");\n"
              "  custos_exit(code);\n"
              "}\n",
              write);
}

/* Allocations that fail. A model's stands for the function that calls it. */

static bool is_failure(const c_trace_input *trace_input, const char *name) {
  return trace_input->kind == CFA_INPUT_FAILURE &&
         (!name || strcmp(trace_input->name, name) == 0);
}

static bool fails(const c_trace *trace, const char *name) {
  vec_each (const c_trace_input, trace_input, &trace->inputs)
    if (is_failure(trace_input, name) && trace_input->value)
      return true;
  return false;
}

/* Only these have such inputs: lang/c/library.c.txt, cfront/special.c. */
static const char *const allocators[] = {
    "malloc",        "calloc",   "realloc", "reallocarray",
    "aligned_alloc", "memalign", "strdup",  "strndup"};
enum { ALLOCATORS = sizeof allocators / sizeof *allocators };

/* Inside of reallocarray it is realloc that fails. */
static const char *fails_as(const char *name) {
  return strcmp(name, "reallocarray") == 0 ? "realloc" : name;
}

void c_stubs_failing(const c_trace *trace, c_stubs_tell *tell, void *self) {
  for (size_t i = 0; i < ALLOCATORS; i++)
    if (fails(trace, fails_as(allocators[i])))
      tell(self, allocators[i]);
}

static void put_fails(const c_stubs *stubs, const char *name, text *out) {
  size_t n = 0;
  text_format(out, "static const unsigned char custos_%s_fails[] = {", name);
  vec_each (const c_trace_input, trace_input, &stubs->trace->inputs)
    if (is_failure(trace_input, name))
      text_format(out, n++ ? ", %u" : "%u", (unsigned)trace_input->value);
  text_format(out,
              "};\n"
              "static unsigned long custos_%s_calls;\n"
              "CUSTOS_OWN static int custos_has_no_%s(void) {\n"
              "  return custos_%s_calls < %zu &&\n"
              "         custos_%s_fails[custos_%s_calls++];\n"
              "}\n",
              name, name, name, n, name, name);
}

static void put_failing(const c_stubs *stubs, text *out) {
  for (size_t i = 0; i < ALLOCATORS; i++) {
    const char *name = allocators[i], *as = fails_as(name);
    if (!fails(stubs->trace, as))
      continue;
    if (name == as)
      put_fails(stubs, name, out);
    if (has(stubs->undefined, name))
      text_format(out,
                  "void *__real_%s(unsigned long, unsigned long, "
                  "unsigned long);\n"
                  "CUSTOS_OWN void *__wrap_%s(unsigned long a, "
                  "unsigned long b, unsigned long c) {\n"
                  "  return custos_has_no_%s() ? (void *)0 : "
                  "__real_%s(a, b, c);\n"
                  "}\n",
                  name, name, as, name);
  }
}

static void put_heap(const c_stubs *stubs, text *out) {
  bool may_fail = fails(stubs->trace, "malloc");
  text_format(out,
              "extern void *custos_calloc(unsigned long, unsigned long)\n"
              "  __asm__(\"calloc\");\n"
              "void *custos_malloc(unsigned long) __asm__(\"malloc\");\n"
              "CUSTOS_OWN void *custos_malloc(unsigned long size) {\n"
              "%s"
              "  volatile unsigned char *p = custos_calloc(1, size);\n"
              "  unsigned long i;\n"
              "  for (i = 0; p && %u && i < size; i++)\n"
              "    p[i] = %u;\n"
              "  return (void *)p;\n"
              "}\n",
              may_fail ? "  if (custos_has_no_malloc())\n    return 0;\n" : "",
              stubs->fill, stubs->fill);
}

/* Bytes for the standard input: what models were given of it, up to the end of
 * the file. */

enum { MOST_READ = 60000 }; /* a pipe holds them */

typedef struct heard {
  char bytes[24];
  unsigned count;
  bool is_number; /* a digit behind it would change it */
} heard;

/* What has to be there for this input. False: nothing follows. */
static bool hear(const c_trace_input *trace_input, bool behind_number,
                 heard *out) {
  const char *name = trace_input->name;
  long long value = (long long)trace_input->value;
  *out = (heard){.count = 0};
  if (strcmp(name, "__custos_byte") == 0) {
    out->bytes[0] = (char)(unsigned char)trace_input->value;
    out->count = 1;
    return trace_input->value <= 255;
  }
  if (strcmp(name, "__custos_scanned") == 0) {
    out->is_number = behind_number;
    if (trace_input->value == 0) /* a byte that begins no number */
      out->bytes[out->count++] = '?';
    return trace_input->value == 1 || trace_input->value == 0;
  }
  bool is_decimal = strcmp(name, "__custos_decimal") == 0;
  out->count = (unsigned)snprintf(out->bytes, sizeof out->bytes,
                                  is_decimal ? "%s%lld" : "%s%llx",
                                  behind_number ? " " : "", value);
  out->is_number = true;
  return true;
}

/* The number of bytes; each is told to 'put', if that is not NULL. */
static size_t each_byte(const c_stubs *stubs,
                        void put(text *, size_t, unsigned), text *out) {
  size_t n = 0;
  heard last = {.count = 0};
  vec_each (const c_trace_input, trace_input, &stubs->trace->inputs) {
    if (trace_input->kind != CFA_INPUT_EXTERNAL || !is_heard(trace_input->name))
      continue;
    bool behind_number = last.is_number;
    if (!hear(trace_input, behind_number, &last) || n + 24 > MOST_READ)
      return n;
    for (unsigned i = 0; i < last.count; i++, n++)
      if (put)
        put(out, n, (unsigned char)last.bytes[i]);
  }
  return n;
}

static void put_number(text *out, size_t n, unsigned byte) {
  text_format(out, "%s%u", n == 0 ? "" : n % 16 ? ", " : ",\n  ", byte);
}

static void put_standard_input(const c_stubs *stubs, text *out) {
  size_t n = stubs->is_real ? each_byte(stubs, NULL, NULL) : 0;
  if (!n)
    return;
  text_put(out, "static const unsigned char custos_bytes[] = {");
  each_byte(stubs, put_number, out);
  text_format(out,
              "};\n"
              "extern int custos_pipe(int *) __asm__(\"pipe\");\n"
              "extern int custos_dup2(int, int) __asm__(\"dup2\");\n"
              "extern int custos_close(int) __asm__(\"close\");\n"
              "/* The standard input holds these bytes. */\n"
              "CUSTOS_OWN __attribute__((constructor)) static void\n"
              "custos_hear(void) {\n"
              "  int ends[2];\n"
              "  if (custos_pipe(ends) != 0)\n"
              "    return;\n"
              "  custos_write(ends[1], custos_bytes, %zu);\n"
              "  custos_dup2(ends[0], 0);\n"
              "  custos_close(ends[0]);\n"
              "  custos_close(ends[1]);\n"
              "}\n",
              n);
}

/* What of it is ours. */

typedef struct own_names {
  char *at;
  size_t size, used;
  c_stubs_replaced replaced;
} own_names;

static void tell_name(own_names *o, const char *name) {
  size_t left = o->size - o->used;
  int n =
      left ? snprintf(o->at + o->used, left, "%s%s", o->used ? ", " : "", name)
           : 0;
  if (n < 0 || (size_t)n < left) {
    o->used += n > 0 ? (size_t)n : 0;
    return;
  }
  if (left > 5) /* nothing but the mark follows */
    snprintf(o->at + o->used, left, "...");
  o->size = o->used;
}

static void tell_one(const c_stubs *stubs, own_names *o, const char *name) {
  const cfa_external *known = cfa_external_find(name, strlen(name));
  bool is_chance = known && known->kind == CFA_EXTERNAL_CHANCE;
  c_stubs_replaced what = has(stubs->missing, name) ? C_STUBS_REPLACE_NOTHING
                          : is_chance               ? C_STUBS_REPLACE_CHANCE
                                                    : C_STUBS_REPLACE_OTHERS;
  o->replaced = what > o->replaced ? what : o->replaced;
  if (!stubs->is_real || has(stubs->missing, name))
    tell_name(o, name);
}

/* The library's function or variable that an input stands for; NULL: none. */
static const char *stands_for(const c_stubs *stubs,
                              const c_trace_input *trace_input) {
  bool is_model = strcmp(trace_input->place.file, CFA_MODEL_FILE) == 0;
  if (is_heard(trace_input->name))
    return NULL;
  if (trace_input->kind == CFA_INPUT_EXTERNAL && !is_model)
    return trace_input->name;
  if (trace_input->kind == CFA_INPUT_CALL && is_model &&
      !is_open(trace_input->name))
    return "rand";
  bool is_global = trace_input->kind == CFA_INPUT_UNINITIALISED &&
                   trace_input->name[0] &&
                   has(stubs->undefined, trace_input->name);
  return is_global && is_variable(stubs, trace_input->name) ? trace_input->name
                                                            : NULL;
}

c_stubs_replaced c_stubs_tell_own(mem *m, const c_stubs *stubs, char *out,
                                  size_t size) {
  own_names o = {.at = out, .size = size};
  names told = {0};
  assert(out || !size);
  if (size)
    out[0] = '\0';
  vec_each (const c_trace_input, trace_input, &stubs->trace->inputs) {
    const char *name = stands_for(stubs, trace_input);
    if (!name || !has(stubs->undefined, name) || has(&told, name))
      continue;
    names_insert(m, &told, name, strlen(name));
    tell_one(stubs, &o, name);
  }
  names_free(m, &told);
  return stubs->is_real ? C_STUBS_REPLACE_NOTHING : o.replaced;
}

typedef struct remarks {
  text *out;
  char last;
} remarks;

static int remark(void *self, const char *bytes, size_t length) {
  remarks *r = self;
  for (size_t i = 0; i < length; i++) {
    if (r->last == '*' && bytes[i] == '/')
      text_char(r->out, ' ');
    r->last = bytes[i] == '\n' ? ' ' : bytes[i];
    text_char(r->out, r->last);
  }
  return 0;
}

static void put_top(const c_stubs *stubs, text *out) {
  text words;
  remarks r = {.out = out};
  text_put(out, "/* Made by Custos: this program fails, with inputs that are "
                "given at its end.\n * It was built by\n *   ");
  put_remark(out, stubs->command);
  text_put(out, "\n * ");
  if (stubs->arguments)
    text_format(out, "and run with %u word%s behind its name, ",
                stubs->arguments, stubs->arguments == 1 ? "" : "s");
  text_put(out, "and what happens is: ");
  text_init(&words, remark, &r);
  c_failure_print(&stubs->trace->failure, &words);
  text_end(&words);
  if (stubs->trace->failure.place.file[0]) {
    text_put(out, "\n * at ");
    put_remark(out, stubs->trace->failure.place.file);
    text_format(out, ":%u", stubs->trace->failure.place.line);
  }
  text_format(out,
              "\n * It ends with code %d if the error is called, %d if it asks "
              "for more inputs\n * than are given, %d if an assumption does "
              "not hold. */\n",
              C_STUBS_FAILED, C_STUBS_INPUTS, C_STUBS_ASSUME);
}

void c_stubs_write(mem *m, const c_stubs *stubs, text *out) {
  givers known = {0};
  size_t number = 0;
  find_givers(m, stubs, &known);
  put_top(stubs, out);
  if (stubs->sources.count == 1) {
    put_implicit(stubs, &known, out);
    c_stubs_write_source(&stubs->sources.at[0], out);
  }
  text_put(out, "#line 1 \"inputs\"\n");
  put_base(&known, out);
  put_standard_input(stubs, out);
  vec_each (const giver, g, &known)
    put_giver(stubs, g, ++number, out);
  number = 0;
  vec_each (const cfa_variable, variable, &stubs->cfa->variables)
    put_variable(m, stubs, variable, ++number, out);
  put_functions(stubs, &known, out);
  put_failing(stubs, out);
  if (stubs->fills_heap && has(stubs->undefined, "malloc"))
    put_heap(stubs, out);
  if (stubs->hooked)
    put_hook(stubs, out);
  vec_free(m, &known);
}
