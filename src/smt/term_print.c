#include "smt/term_data.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct sheet {
  char *out;
  size_t size, used;
} sheet;

base_printf(2, 3) static void write(sheet *s, const char *format, ...) {
  if (s->used + 1 >= s->size)
    return;
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(s->out + s->used, s->size - s->used, format, arguments);
  va_end(arguments);
  if (n > 0)
    s->used += (size_t)n;
}

static const char *name_of(const term_node *n) {
  switch ((bits_op)n->op) {
  case BITS_EQ:
    return "=";
  case BITS_ITE:
    return "ite";
  case BITS_CONCAT:
    return "concat";
  case BITS_AND:
  case BITS_OR:
  case BITS_NOT:
    return n->width == 1 ? bits_name(n->op) : NULL;
  default:
    return NULL;
  }
}

static void write_constant(sheet *s, const term_node *n) {
  if (n->width == 1) {
    write(s, n->value ? "true" : "false");
  } else if (n->width % 4 == 0) {
    write(s, "#x%0*" PRIx64, n->width / 4, n->value);
  } else {
    write(s, "#b");
    for (unsigned i = n->width; i-- > 0;)
      write(s, "%u", (unsigned)(n->value >> i & 1));
  }
}

static void write_operator(const terms *t, sheet *s, const term_node *n) {
  unsigned from = term_width_of(t, n->a);
  if (n->op == BITS_ZEXT || n->op == BITS_SEXT)
    write(s, "((_ %s_extend %u)", n->op == BITS_ZEXT ? "zero" : "sign",
          n->width - from);
  else if (n->op == BITS_TRUNC)
    write(s, "((_ extract %u 0)", n->width - 1u);
  else if (name_of(n))
    write(s, "(%s", name_of(n));
  else if (bits_is_float(n->op))
    write(s, "(%s", bits_name(n->op));
  else
    write(s, "(bv%s", bits_name(n->op));
}

/* TERM_NONE on the stack closes a parenthesis. A full sheet ends the traversal,
 * so that a term whose text would be endless does no harm. */
void terms_print(const terms *t, term x, char *out, size_t size) {
  sheet s = {out, size, 0};
  vec(term) work = {0};
  if (size)
    out[0] = '\0';
  vec_push(t->m, &work, x);
  bool first = true;
  while (work.count && s.used + 1 < s.size) {
    term y = vec_pop(&work);
    if (y == TERM_NONE) {
      write(&s, ")");
      continue;
    }
    const term_node *n = term_node_of(t, y);
    write(&s, "%s", first ? "" : " ");
    first = false;
    if (n->kind == TERM_CONSTANT) {
      write_constant(&s, n);
    } else if (n->kind == TERM_INPUT) {
      write(&s, "i%" PRIu64, n->value);
    } else {
      write_operator(t, &s, n);
      term operands[4] = {TERM_NONE, n->c, n->b, n->a};
      for (int i = 0; i < 4; i++)
        if (i == 0 || operands[i] != TERM_NONE)
          vec_push(t->m, &work, operands[i]);
    }
  }
  vec_free(t->m, &work);
}
