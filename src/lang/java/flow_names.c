/* What people call things: "Files.open" is a method of the class Files, in
 * whatever package; where two packages have one, both are said whole. A method
 * has more names: with its package, without its class, and those of the methods
 * that it overrides. An exception has its superclasses', too. */
#include "lang/java/flow_inside.h"

#include <stdio.h>

enum { MOST = 280 };

/* "org.example.Outer.Inner", or from the last '/' on. */
static void class_words(const java_flow *flow, uint32_t name, bool is_whole,
                        char *out, size_t size) {
  const char *text = java_name_text(flow->p, name);
  const char *slash = strrchr(text, '/');
  bool is_ours = strstr(text, "$$Lambda$") != NULL;
  (void)snprintf(out, size, "%s", slash && !is_whole ? slash + 1 : text);
  for (char *c = out; *c; c++)
    if (*c == '/' || (*c == '$' && c != out && c[1] && !is_ours))
      *c = '.';
}

/* Is a class of that short name in another package, too, among those of the
 * program? */
static bool is_ambiguous(const java_flow *flow, uint32_t name) {
  const char *text = java_name_text(flow->p, name), *slash = strrchr(text, '/');
  const char *last = slash ? slash + 1 : text;
  for (uint32_t i = 0; i < flow->p->types.count; i++) {
    if (java_is_model(flow->p, i) || flow->p->types.at[i].name == name)
      continue;
    const char *other = java_name_text(flow->p, flow->p->types.at[i].name);
    const char *s = strrchr(other, '/');
    if (strcmp(s ? s + 1 : other, last) == 0)
      return true;
  }
  return false;
}

static const char *method_word(const java_flow *flow, uint32_t name) {
  const char *text = java_name_text(flow->p, name);
  return strcmp(text, "<init>") == 0     ? "new"
         : strcmp(text, "<clinit>") == 0 ? "static"
                                         : text;
}

static void alias_function(java_flow *flow, uint32_t function,
                           const char *name) {
  uint32_t n = cfa_name(flow->m, flow->out, name);
  vec_each (const cfa_alias, alias, &flow->out->function_aliases)
    if (alias->of == function && alias->name == n)
      return;
  vec_push(flow->m, &flow->out->function_aliases, ((cfa_alias){function, n}));
}

/* "org.example.Outer.Inner" and what is behind each dot of it: the next one of
 * these. NULL: there are no more. */
static const char *next_suffix(const char *at) {
  const char *dot = strchr(at, '.');
  return dot ? dot + 1 : NULL;
}

static void alias_method(java_flow *flow, uint32_t function,
                         uint32_t class_name, const char *word) {
  char owner[MOST], name[2 * MOST];
  class_words(flow, class_name, true, owner, sizeof owner);
  for (const char *at = owner; at; at = next_suffix(at)) {
    (void)snprintf(name, sizeof name, "%s.%.250s", at, word);
    alias_function(flow, function, name);
  }
}

/* Those that it overrides. */
static void alias_overridden(java_flow *flow, uint32_t function,
                             uint32_t method) {
  java_classes *p = flow->p;
  const java_method *f = java_method_at(p, method);
  const char *name = java_name_text(p, f->member->name);
  if (*name == '<' || (f->member->flags & (JAVA_IS_STATIC | JAVA_IS_PRIVATE)))
    return;
  for (uint32_t i = 0; i < p->methods.count; i++) {
    const java_method *other = java_method_at(p, i);
    if (i != method && other->type != f->type &&
        other->member->name == f->member->name &&
        other->member->descriptor == f->member->descriptor &&
        java_is_subtype(p, f->type, other->type))
      alias_method(flow, function, java_type_at(p, other->type)->name, name);
  }
}

uint32_t flow_add_function(java_flow *flow, uint32_t class_name, uint32_t name,
                           uint32_t method) {
  char owner[MOST], words[2 * MOST];
  class_words(flow, class_name, is_ambiguous(flow, class_name), owner,
              sizeof owner);
  const char *word = method_word(flow, name);
  (void)snprintf(words, sizeof words, "%s.%.250s", owner, word);
  cfa_function made = {.name = cfa_name(flow->m, flow->out, words),
                       .place = {CFA_NONE, 0, 0}};
  vec_push(flow->m, &flow->out->functions, made);
  uint32_t function = (uint32_t)flow->out->functions.count - 1;
  alias_method(flow, function, class_name, word);
  alias_function(flow, function, word);
  if (method != JAVA_NONE)
    alias_overridden(flow, function, method);
  return function;
}

static void alias_mode(java_flow *flow, uint32_t mode, uint32_t class_name) {
  char words[MOST];
  class_words(flow, class_name, true, words, sizeof words);
  for (const char *at = words; at; at = next_suffix(at)) {
    cfa_alias alias = {mode, cfa_name(flow->m, flow->out, at)};
    bool is_there = false;
    vec_each (const cfa_alias, x, &flow->out->mode_aliases)
      is_there |= x->of == mode && x->name == alias.name;
    if (!is_there)
      vec_push(flow->m, &flow->out->mode_aliases, alias);
  }
}

static void add_mode(java_flow *flow, uint32_t mode) {
  const flow_mode *x = &flow->modes.at[mode];
  char words[MOST], name[MOST + 8];
  class_words(flow, x->name, is_ambiguous(flow, x->name), words, sizeof words);
  (void)snprintf(name, sizeof name, "%s%s", words, x->is_exact ? "" : "+");
  cfa_mode made = {cfa_name(flow->m, flow->out, name),
                   cfa_name(flow->m, flow->out, words)};
  for (unsigned i = 2;; i++) {
    bool is_taken = false;
    vec_each (const cfa_mode, other, &flow->out->modes)
      is_taken |= other->name == made.name;
    if (!is_taken)
      break;
    (void)snprintf(name, sizeof name, "%s_%u", words, i);
    made.name = cfa_name(flow->m, flow->out, name);
  }
  vec_push(flow->m, &flow->out->modes, made);
  alias_mode(flow, mode, x->name);
  uint32_t throwable = java_name(flow->p, "java/lang/Throwable");
  alias_mode(flow, mode, throwable);
  uint32_t type = java_type_named(flow->p, x->name);
  while (type != JAVA_NONE) {
    const java_type *t = java_type_at(flow->p, type);
    if (t->name != flow->p->object_name)
      alias_mode(flow, mode, t->name);
    type = t->super;
  }
}

/* Classes of exceptions that nothing throws are known all the same. */
static void add_idle_modes(java_flow *flow) {
  java_classes *p = flow->p;
  uint32_t throwable = java_type_called(p, "java/lang/Throwable");
  for (uint32_t i = 0; throwable != JAVA_NONE && i < p->types.count; i++)
    if (java_is_subtype(p, i, throwable))
      alias_mode(flow, CFA_NONE, p->types.at[i].name);
}

void flow_add_idle_functions(java_flow *flow) {
  java_classes *p = flow->p;
  for (uint32_t i = 0; i < p->methods.count; i++) {
    const java_method *f = java_method_at(p, i);
    if (!flow_is_model(flow, i) && !f->is_reached) {
      const char *word = method_word(flow, f->member->name);
      alias_method(flow, CFA_NONE, java_type_at(p, f->type)->name, word);
      alias_function(flow, CFA_NONE, word);
    }
  }
}

void flow_add_names(java_flow *flow) {
  uint32_t run = cfa_name(flow->m, flow->out, "run");
  vec_push(flow->m, &flow->out->modes, ((cfa_mode){run, run}));
  for (uint32_t i = 1; i < flow->modes.count; i++)
    add_mode(flow, i);
  add_idle_modes(flow);
}
