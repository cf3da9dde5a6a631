/* Functions without bodies whose meaning is known, and what is done about those
 * whose meaning is not. */
#include "front.h"

#include "cfa/externals.h"

#include <assert.h>
#include <string.h>

typedef struct special {
  const char *name;
  front_special what;
  unsigned argument; /* that holds a text: a condition, a format */
} special;

static const special table[] = {
    {"__VERIFIER_error", FRONT_ERROR, 0},
    {"reach_error", FRONT_ERROR, 0},
    {"__assert_fail", FRONT_FAILURE, 0},
    {"__assert", FRONT_FAILURE, 0},
    {"__assert_rtn", FRONT_FAILURE, 3},
    {"__VERIFIER_assert", FRONT_ASSERT, 0},
    {"__VERIFIER_assume", FRONT_ASSUME, 0},
    {"exit", FRONT_HALT, 0},
    {"_exit", FRONT_HALT, 0},
    {"_Exit", FRONT_HALT, 0},
    {"quick_exit", FRONT_HALT, 0},
    {"abort", FRONT_HALT, 0},
    {"malloc", FRONT_MALLOC, 0},
    {"aligned_alloc", FRONT_ALIGNED, 0},
    {"memalign", FRONT_ALIGNED, 0},
    {"calloc", FRONT_CALLOC, 0},
    {"free", FRONT_FREE, 0},
    {"cfree", FRONT_FREE, 0},
    {"alloca", FRONT_ALLOCA, 0},
    {"__builtin_alloca", FRONT_ALLOCA, 0},
    {"__custos_size", FRONT_SIZE, 0},
    {"__custos_assume", FRONT_ASSUME, 0},
    {"__custos_undefined", FRONT_UNDEFINED, 0},
    {"__custos_malloc", FRONT_MALLOC, 0},
    {"__custos_free", FRONT_FREE, 0},
    {"__custos_memcpy", FRONT_COPY, 0},
    {"__custos_memmove", FRONT_COPY, 0},
    {"__custos_memset", FRONT_FILL, 0},
    {"printf", FRONT_PRINT, 0},
    {"fprintf", FRONT_PRINT, 1},
    {"dprintf", FRONT_PRINT, 1},
    {"syslog", FRONT_PRINT, 1},
    {"__printf_chk", FRONT_PRINT, 1},
    {"__fprintf_chk", FRONT_PRINT, 2},
    {"puts", FRONT_PUT, 0},
    {"putchar", FRONT_PUT, 0},
    {"putc", FRONT_PUT, 0},
    {"fputs", FRONT_PUT, 0},
    {"fputc", FRONT_PUT, 0},
    {"fwrite", FRONT_PUT, 0},
    {"fflush", FRONT_PUT, 0},
    {"perror", FRONT_PUT, 0},
    {"sprintf", FRONT_FORMAT, 1},
    {"snprintf", FRONT_FORMAT, 2},
    {"__sprintf_chk", FRONT_FORMAT, 3},
    {"__snprintf_chk", FRONT_FORMAT, 4},
    {"scanf", FRONT_SCAN, 0},
    {"fscanf", FRONT_SCAN, 1},
    {"sscanf", FRONT_SCAN, 1},
    {"__isoc99_scanf", FRONT_SCAN, 0},
    {"__isoc99_fscanf", FRONT_SCAN, 1},
    {"__isoc99_sscanf", FRONT_SCAN, 1},
    {"memcpy", FRONT_COPY, 0},
    {"memmove", FRONT_COPY, 0},
    {"__memcpy_chk", FRONT_COPY, 0},
    {"__memmove_chk", FRONT_COPY, 0},
    {"memset", FRONT_FILL, 0},
    {"__memset_chk", FRONT_FILL, 0},
    {"setjmp", FRONT_REFUSED, 0},
    {"_setjmp", FRONT_REFUSED, 0},
    {"__sigsetjmp", FRONT_REFUSED, 0},
    {"sigsetjmp", FRONT_REFUSED, 0},
    {"longjmp", FRONT_REFUSED, 0},
    {"siglongjmp", FRONT_REFUSED, 0},
    {"signal", FRONT_REFUSED, 0},
    {"sigaction", FRONT_REFUSED, 0},
    {"fork", FRONT_REFUSED, 0},
    {"vfork", FRONT_REFUSED, 0},
    {"clone", FRONT_REFUSED, 0},
    {"raise", FRONT_REFUSED, 0},
    {"atexit", FRONT_REFUSED, 0},
};

/* Functions of the library that have a meaning, but no model: whatever they
 * return would be guessed. */
static const char *const unmodelled[] = {
    "strtod",    "strtof",  "strtold",         "atof",      "strerror",
    "strsignal", "strxfrm", "vsnprintf",       "vsprintf",  "asprintf",
    "kill",      "getopt",  "inet_addr",       "inet_aton", "mblen",
    "wcslen",    "wcscmp",  "setenv",          "putenv",    "unsetenv",
    "basename",  "dirname", "__errno_location"};

static bool is_text(shim_text t, const char *s) {
  return t.length == strlen(s) && memcmp(t.at, s, t.length) == 0;
}

static bool begins(shim_text t, const char *s) {
  size_t n = strlen(s);
  return t.length >= n && memcmp(t.at, s, n) == 0;
}

static const special *find(shim_text name) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (is_text(name, table[i].name))
      return &table[i];
  return NULL;
}

front_special front_special_of(shim_text name) {
  const special *s = find(name);
  return s ? s->what : FRONT_EXTERNAL;
}

static bool is_input(const front *f, shim_text name) {
  if (begins(name, "__VERIFIER_nondet_"))
    return !is_text(name, "__VERIFIER_nondet_memory");
  if (is_text(name, "__custos_any"))
    return true;
  for (size_t i = 0; i < f->options->input_count; i++)
    if (is_text(name, f->options->inputs[i]))
      return true;
  return false;
}

static bool is_unmodelled(shim_text name) {
  for (size_t i = 0; i < sizeof unmodelled / sizeof *unmodelled; i++)
    if (is_text(name, unmodelled[i]))
      return true;
  return false;
}

/* A body that the program gives counts, but for the error itself: there the
 * call is what the property speaks about. */
front_special front_classify(const front *f, LLVMValueRef function) {
  shim_text name = front_name_of(function);
  const special *s = find(name);
  if (s && s->what == FRONT_ERROR)
    return FRONT_ERROR;
  if (!LLVMIsDeclaration(function))
    return FRONT_BODY;
  if (is_input(f, name))
    return FRONT_INPUT;
  if (begins(name, "pthread_"))
    return FRONT_REFUSED;
  return front_special_of(name);
}

static bool wants_word(front *f, const front_call *c, const char **why) {
  return LLVMGetTypeKind(c->result) != LLVMVoidTypeKind &&
         front_width(f, c->result, why);
}

uint32_t front_target(front *f, front_call *c) {
  if (c->instruction)
    return front_result(f, c->instruction);
  uint32_t v = front_temporary(f, front_width(f, c->result, NULL),
                               front_is_pointer(c->result));
  c->value = front_read(f, v);
  return v;
}

/* The result is this value, as whatever type the caller expects. */
void front_give(front *f, front_call *c, uint32_t x) {
  if (front_is_dead(f) || !wants_word(f, c, NULL))
    return;
  x = front_convert(f, x, c->result);
  if (c->instruction)
    front_define(f, c->instruction, x);
  else
    c->value = x;
}

static void refuse(front *f, const front_call *c, const char *before,
                   const char *behind) {
  shim_text name = front_name_of(c->callee);
  front_unsupported(f, "%s%.*s%s", before, report_clip(name.length), name.at,
                    behind);
}

/* The variable that an edge of this likeness sets; the result is converted if
 * the caller expects another one. */
static uint32_t receiver(front *f, front_call *c, bool is_pointer) {
  if (wants_word(f, c, NULL) && front_is_pointer(c->result) == is_pointer &&
      front_width(f, c->result, NULL) == f->p->pointer_bits)
    return front_target(f, c);
  uint32_t v = front_temporary(f, f->p->pointer_bits, is_pointer);
  c->late = v;
  return v;
}

static void finish(front *f, front_call *c) {
  if (c->late != CFA_NONE)
    front_give(f, c, front_read(f, c->late));
}

static uint32_t argument(front *f, front_call *c, size_t n, bool is_pointer) {
  if (n >= c->arguments.count || c->arguments.at[n] == CFA_NONE) {
    uint32_t v = front_temporary(f, f->p->pointer_bits, is_pointer);
    front_input(f, v, CFA_INPUT_UNDEFINED, CFA_NONE);
    return front_read(f, v);
  }
  uint32_t x = c->arguments.at[n];
  if (is_pointer)
    return front_at(f, x)->is_pointer ? x : front_to_pointer(f, x);
  return front_at(f, x)->is_pointer ? front_to_integer(f, x, f->p->pointer_bits)
                                    : x;
}

static uint32_t size_argument(front *f, front_call *c, size_t n) {
  uint32_t x = argument(f, c, n, false);
  return front_resize(f, x, f->p->pointer_bits, false);
}

static void discard_all(front *f, const front_call *c) {
  vec_each (const uint32_t, x, &c->arguments)
    front_discard(f, *x);
}

/* The literal that a pointer is the address of, or CFA_NONE. */
static uint32_t literal(front *f, const front_call *c, size_t n) {
  if (n >= c->arguments.count || c->arguments.at[n] == CFA_NONE)
    return CFA_NONE;
  const cfa_expression *x = front_at(f, c->arguments.at[n]);
  if (x->kind != CFA_ADDRESS || !f->p->variables.at[x->a].is_constant ||
      f->p->variables.at[x->a].pointers)
    return CFA_NONE;
  const cfa_variable *v = &f->p->variables.at[x->a];
  if (v->is_extern || x->value > v->bytes)
    return v->is_extern ? CFA_NONE : cfa_name(f->m, f->p, "");
  const unsigned char *at = f->p->data.at + v->data + x->value;
  size_t length = 0, most = (size_t)(v->bytes - x->value);
  while (length < most && at[length])
    length++;
  char *copy = mem_text(f->m, (const char *)at, length);
  uint32_t name = cfa_name(f->m, f->p, copy);
  mem_free(f->m, copy);
  return name;
}

static uint32_t is_echo(front *f, const front_call *c, uint32_t x) {
  unsigned width = front_at(f, x)->width;
  uint32_t given = c->arguments.at[0];
  uint32_t byte =
      front_resize(f, front_resize(f, given, 8, false), width, false);
  uint32_t failed = front_constant(f, width, UINT64_MAX, true);
  return front_apply(f, BITS_OR, 1, front_equal(f, x, byte),
                     front_equal(f, x, failed), CFA_NONE);
}

static uint32_t is_within(front *f, const cfa_external *known, uint32_t x) {
  unsigned width = front_at(f, x)->width;
  uint32_t least = front_constant(f, width, (uint64_t)known->least, true);
  uint32_t most = front_constant(f, width, (uint64_t)known->most, true);
  return front_apply(f, BITS_AND, 1,
                     front_apply(f, BITS_SLE, 1, least, x, CFA_NONE),
                     front_apply(f, BITS_SLE, 1, x, most, CFA_NONE), CFA_NONE);
}

static bool has_word(front *f, const front_call *c) {
  return c->arguments.count && c->arguments.at[0] != CFA_NONE &&
         !front_at(f, c->arguments.at[0])->is_pointer &&
         front_at(f, c->arguments.at[0])->width >= 8;
}

static bool is_echoed(shim_text name) {
  const cfa_external *known = cfa_external_find(name.at, name.length);
  return known && known->kind == CFA_EXTERNAL_ECHO;
}

/* The result is one that the function may return. */
static void keep_contract(front *f, const front_call *c, shim_text name,
                          uint32_t x) {
  const cfa_external *known = cfa_external_find(name.at, name.length);
  if (!known || known->least == INT64_MIN || front_at(f, x)->is_pointer ||
      front_at(f, x)->width < 32)
    return;
  front_assume(f, known->kind == CFA_EXTERNAL_ECHO && has_word(f, c)
                      ? is_echo(f, c, x)
                      : is_within(f, known, x));
}

/* That the function is called must be seen, though nothing happens. */
static void tell_name(front *f, shim_text name) {
  cfa_edge e = front_edge(f, CFA_SKIP);
  e.name = front_name(f, name);
  front_emit(f, &e);
}

static void input(front *f, front_call *c, cfa_input_kind kind) {
  const char *why = NULL;
  shim_text name = front_name_of(c->callee);
  if (kind == CFA_INPUT_EXTERNAL && is_echoed(name) && has_word(f, c))
    c->arguments.at[0] = front_hold(f, c->arguments.at[0]);
  discard_all(f, c);
  if (LLVMGetTypeKind(c->result) == LLVMVoidTypeKind) {
    if (!f->options->control) /* else its name is there already */
      tell_name(f, name);
    return;
  }
  if (!wants_word(f, c, &why)) {
    front_unsupported(f, "%s", why);
    return;
  }
  uint32_t to = front_target(f, c);
  front_input(f, to, kind, front_name(f, name));
  if (kind == CFA_INPUT_EXTERNAL)
    keep_contract(f, c, name, front_read(f, to));
}

/* Which function of libc may fail: in a model, that which it stands for. */
static uint32_t failing_name(front *f, const front_call *c) {
  static const char own[] = "__custos_";
  bool is_model = cfa_is_model(f->p, f->body.place);
  shim_text name = front_name_of(is_model ? f->body.value : c->callee);
  size_t n = sizeof own - 1;
  if (name.length > n && memcmp(name.at, own, n) == 0)
    name = (shim_text){.at = name.at + n, .length = name.length - n};
  return front_name(f, name);
}

/* Whether it fails is an input, and what is given then is null. The two ways
 * meet again behind it. */
static void allocate_or_fail(front *f, front_call *c, cfa_edge *e) {
  uint32_t choice = front_temporary(f, 1, false);
  if (front_effects(f, e->a) & FRONT_FAULTS)
    e->a = front_hold(f, e->a);
  front_input(f, choice, CFA_INPUT_FAILURE, failing_name(f, c));
  uint32_t failed = front_branch(f, front_read(f, choice));
  front_emit(f, e);
  cfa_edge none = front_edge(f, CFA_ASSIGN);
  none.variable = e->variable;
  none.a = front_pointer(f, 0);
  none.from = failed;
  none.to = f->body.here;
  front_add_edge(f, &none);
  f->body.start = f->body.here; /* for front_go: both lead there */
}

static void allocate(front *f, front_call *c, cfa_allocation kind,
                     uint32_t size) {
  cfa_edge e = front_edge(f, CFA_ALLOCATE);
  e.allocation = kind;
  e.a = size;
  e.variable = receiver(f, c, true);
  if (kind == CFA_ALLOCA || !f->options->failing)
    front_emit(f, &e);
  else
    allocate_or_fail(f, c, &e);
  finish(f, c);
}

/* Too much would be a null pointer: that is not modelled, and said so. */
static void allocate_cleared(front *f, front_call *c) {
  uint32_t count = front_hold(f, size_argument(f, c, 0));
  uint32_t size = front_hold(f, size_argument(f, c, 1));
  uint32_t product, overflows;
  uint64_t known;
  front_overflow(f, BITS_MUL, false, count, size, &product, &overflows);
  if (!front_is_constant(f, overflows, &known)) {
    uint32_t wrong = front_branch(f, overflows), right = f->body.here;
    f->body.here = wrong;
    front_unsupported(f, "calloc of more than there can be");
    f->body.here = right;
  } else if (known) {
    front_unsupported(f, "calloc of more than there can be");
    return;
  }
  allocate(f, c, CFA_CALLOC, product);
}

static void release(front *f, front_call *c) {
  cfa_edge e = front_edge(f, CFA_FREE);
  e.a = argument(f, c, 0, true);
  front_emit(f, &e);
}

static void measure(front *f, front_call *c) {
  cfa_edge e = front_edge(f, CFA_SIZE);
  e.a = argument(f, c, 0, true);
  e.variable = receiver(f, c, false);
  front_emit(f, &e);
  finish(f, c);
}

static void move(front *f, front_call *c, bool is_fill) {
  cfa_edge e = front_edge(f, is_fill ? CFA_FILL : CFA_COPY);
  e.a = front_hold(f, argument(f, c, 0, true));
  e.b = is_fill ? front_resize(f, argument(f, c, 1, false), 8, false)
                : argument(f, c, 1, true);
  e.c = size_argument(f, c, 2);
  front_emit(f, &e);
  front_give(f, c, e.a);
}

/* A model tells what nobody has defined. */
static void undefined(front *f, front_call *c) {
  uint32_t why = literal(f, c, 0);
  front_end_undefined(f, why == CFA_NONE ? "" : cfa_text(f->p, why));
}

static uint32_t truth(front *f, front_call *c) {
  uint32_t x = argument(f, c, 0, false);
  uint32_t zero = front_constant(f, front_at(f, x)->width, 0, true);
  return front_not(f, front_equal(f, x, zero));
}

static void assert_truth(front *f, front_call *c) {
  uint32_t fails = front_not(f, truth(f, c));
  uint32_t name = front_name(f, front_name_of(c->callee));
  if (front_effects(f, fails) & FRONT_CHOOSES)
    fails = front_hold(f, fails);
  uint32_t wrong = front_branch(f, fails), right = f->body.here;
  f->body.here = wrong;
  front_fail(f, CFA_ERROR_ASSERTION, name);
  f->body.here = right;
}

static void fail(front *f, front_call *c, const special *s) {
  uint32_t text = front_name(f, front_name_of(c->callee));
  if (s->what == FRONT_FAILURE) {
    uint32_t condition = literal(f, c, s->argument);
    text = condition == CFA_NONE ? text : condition;
  }
  discard_all(f, c);
  front_fail(f, s->what == FRONT_ERROR ? CFA_ERROR_CALL : CFA_ERROR_ASSERTION,
             text);
}

/* "%n" writes to memory, "%%n" does not. */
static bool writes(const char *format) {
  for (; *format; format++) {
    if (*format != '%')
      continue;
    format++;
    format += strspn(format, "-+ #0123456789.*'IhlLqjzZt$");
    if (*format == 'n')
      return true;
    if (!*format)
      return false;
  }
  return false;
}

/* Its own copy: names move when edges are made. */
static const char *format_text(front *f, uint32_t name) {
  const char *text = cfa_text(f->p, name);
  return mem_text(f->m, text, strlen(text));
}

/* A format that is a literal is known here; the models do what its parts say.
 */
static void format(front *f, front_call *c, const special *s) {
  uint32_t text = literal(f, c, s->argument);
  if (f->options->control)
    input(f, c, CFA_INPUT_EXTERNAL);
  else if (text == CFA_NONE)
    refuse(f, c, "", " with a format that is no literal");
  else if (!front_has_models(f, s->what))
    refuse(f, c, "", ", which has no model");
  else if (s->what == FRONT_FORMAT)
    front_make_text(f, c, format_text(f, text), s->argument);
  else
    front_scan_text(f, c, format_text(f, text), s->argument);
}

static void print(front *f, front_call *c, const special *s) {
  uint32_t format = literal(f, c, s->argument);
  if (f->options->control)
    input(f, c, CFA_INPUT_EXTERNAL);
  else if (format == CFA_NONE)
    refuse(f, c, "", " with a format that is no literal");
  else if (writes(cfa_text(f->p, format)))
    refuse(f, c, "", " with %n");
  else {
    front_check_written(f, c, format_text(f, format), s->argument);
    input(f, c, CFA_INPUT_EXTERNAL);
  }
}

/* Functions about which nothing is known. */

/* Memory that the function cannot change. */
static bool is_harmless(front *f, uint32_t x) {
  if (x == CFA_NONE || !front_at(f, x)->is_pointer)
    return true;
  const cfa_expression *e = front_at(f, x);
  if (e->kind == CFA_CONSTANT)
    return true;
  if (e->kind != CFA_ADDRESS)
    return false;
  /* A constant may lead to what is none. */
  const cfa_variable *v = &f->p->variables.at[e->a];
  return v->is_constant && !v->is_extern && !v->pointers;
}

/* It may call a function that it is given. */
static bool is_callback(front *f, uint32_t x) {
  return x != CFA_NONE && front_at(f, x)->kind == CFA_FUNCTION;
}

static void external(front *f, front_call *c) {
  bool control = f->options->control;
  if (!control && is_unmodelled(front_name_of(c->callee))) {
    refuse(f, c, "", ", which has no model");
    return;
  }
  if (LLVMGetLinkage(c->callee) == LLVMExternalWeakLinkage) {
    refuse(f, c, "", ", a weak function that need not be there");
    return;
  }
  vec_each (const uint32_t, x, &c->arguments)
    if (control ? is_callback(f, *x) : !is_harmless(f, *x)) {
      refuse(f, c, "function ",
             control ? " has no body and is given a function" : " has no body");
      return;
    }
  input(f, c, CFA_INPUT_EXTERNAL);
  if (shim_never_returns(c->callee) && !control)
    front_halt(f);
}

/* Those that do nothing but return, as far as control flow is concerned. */
static bool only_returns(shim_text name) {
  static const char *const others[] = {
      "setjmp",         "_setjmp",      "__sigsetjmp",    "sigsetjmp",
      "longjmp",        "siglongjmp",   "signal",         "sigaction",
      "vfork",          "clone",        "raise",          "atexit",
      "pthread_create", "pthread_exit", "pthread_cancel", "pthread_kill",
      "pthread_atfork", "pthread_once"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (is_text(name, others[i]))
      return false;
  return true;
}

static void refused(front *f, front_call *c) {
  shim_text name = front_name_of(c->callee);
  if (f->options->control && only_returns(name))
    external(f, c);
  else
    refuse(f, c, begins(name, "pthread_") ? "threads: " : "", "");
}

void front_special_call(front *f, front_call *c) {
  static const special unknown = {"", FRONT_EXTERNAL, 0};
  const special *s = find(front_name_of(c->callee));
  s = s ? s : &unknown;
  c->late = CFA_NONE;
  switch (front_classify(f, c->callee)) {
  case FRONT_ERROR:
  case FRONT_FAILURE:
    fail(f, c, s);
    return;
  case FRONT_ASSERT:
    assert_truth(f, c);
    return;
  case FRONT_ASSUME:
    front_assume(f, truth(f, c));
    return;
  case FRONT_INPUT:
    input(f, c, CFA_INPUT_CALL);
    return;
  case FRONT_HALT:
    discard_all(f, c);
    front_halt(f);
    return;
  case FRONT_MALLOC:
    allocate(f, c, CFA_MALLOC, size_argument(f, c, 0));
    return;
  case FRONT_ALIGNED:
    allocate(f, c, CFA_MALLOC, size_argument(f, c, 1));
    return;
  case FRONT_CALLOC:
    allocate_cleared(f, c);
    return;
  case FRONT_FREE:
    release(f, c);
    return;
  case FRONT_ALLOCA:
    allocate(f, c, CFA_ALLOCA, size_argument(f, c, 0));
    return;
  case FRONT_SIZE:
    measure(f, c);
    return;
  case FRONT_PRINT:
    print(f, c, s);
    return;
  case FRONT_PUT:
    front_check_written(f, c, NULL, 0);
    input(f, c, CFA_INPUT_EXTERNAL);
    return;
  case FRONT_FORMAT:
  case FRONT_SCAN:
    format(f, c, s);
    return;
  case FRONT_UNDEFINED:
    undefined(f, c);
    return;
  case FRONT_COPY:
    move(f, c, false);
    return;
  case FRONT_FILL:
    move(f, c, true);
    return;
  case FRONT_REFUSED:
    refused(f, c);
    return;
  case FRONT_EXTERNAL:
    external(f, c);
    return;
  case FRONT_BODY:
    break;
  }
  assert(false); /* it has no body */
}
