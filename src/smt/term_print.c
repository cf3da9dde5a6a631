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

static const char *name_of(const term_node *node) {
  switch ((bits_op)node->op) {
  case BITS_EQ:
    return "=";
  case BITS_ITE:
    return "ite";
  case BITS_CONCAT:
    return "concat";
  case BITS_AND:
  case BITS_OR:
  case BITS_NOT:
    return node->width == 1 ? bits_name(node->op) : NULL;
  default:
    return NULL;
  }
}

static void write_constant(sheet *s, const term_node *node) {
  if (node->width == 1) {
    write(s, node->value ? "true" : "false");
  } else if (node->width % 4 == 0) {
    write(s, "#x%0*" PRIx64, node->width / 4, node->value);
  } else {
    write(s, "#b");
    for (unsigned i = node->width; i-- > 0;)
      write(s, "%u", (unsigned)(node->value >> i & 1));
  }
}

static void write_operator(const terms *t, sheet *s, const term_node *node) {
  unsigned from = term_width_of(t, node->a);
  if (node->op == BITS_ZEXT || node->op == BITS_SEXT)
    write(s, "((_ %s_extend %u)", node->op == BITS_ZEXT ? "zero" : "sign",
          node->width - from);
  else if (node->op == BITS_TRUNC)
    write(s, "((_ extract %u 0)", node->width - 1u);
  else if (name_of(node))
    write(s, "(%s", name_of(node));
  else if (bits_is_float(node->op))
    write(s, "(%s", bits_name(node->op));
  else
    write(s, "(bv%s", bits_name(node->op));
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
    const term_node *node = term_node_of(t, y);
    write(&s, "%s", first ? "" : " ");
    first = false;
    if (node->kind == TERM_CONSTANT) {
      write_constant(&s, node);
    } else if (node->kind == TERM_INPUT) {
      write(&s, "i%" PRIu64, node->value);
    } else {
      write_operator(t, &s, node);
      term operands[4] = {TERM_NONE, node->c, node->b, node->a};
      for (int i = 0; i < 4; i++)
        if (i == 0 || operands[i] != TERM_NONE)
          vec_push(t->m, &work, operands[i]);
    }
  }
  vec_free(t->m, &work);
}
