#include "tree.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
  tree *j;
  const char *at, *end;
  uint32_t open, last; /* the container being filled, its last child */
} reader;

static void skip_blanks(reader *r) {
  while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
    r->at++;
}

static bool take(reader *r, char c) {
  skip_blanks(r);
  if (r->at == r->end || *r->at != c)
    return false;
  r->at++;
  return true;
}

static bool hexadecimal(reader *r, unsigned *out) {
  *out = 0;
  if (r->end - r->at < 4)
    return false;
  for (int i = 0; i < 4; i++) {
    char c = *r->at++;
    unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                     : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                     : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                            : 16;
    if (digit == 16)
      return false;
    *out = *out << 4 | digit;
  }
  return true;
}

static void add_character(buffer *b, unsigned code) {
  if (code < 0x80) {
    buffer_putc(b, (char)code);
  } else if (code < 0x800) {
    buffer_putc(b, (char)(0xc0 | code >> 6));
    buffer_putc(b, (char)(0x80 | (code & 0x3f)));
  } else if (code < 0x10000) {
    buffer_putc(b, (char)(0xe0 | code >> 12));
    buffer_putc(b, (char)(0x80 | (code >> 6 & 0x3f)));
    buffer_putc(b, (char)(0x80 | (code & 0x3f)));
  } else {
    buffer_putc(b, (char)(0xf0 | code >> 18));
    buffer_putc(b, (char)(0x80 | (code >> 12 & 0x3f)));
    buffer_putc(b, (char)(0x80 | (code >> 6 & 0x3f)));
    buffer_putc(b, (char)(0x80 | (code & 0x3f)));
  }
}

static bool escape(reader *r) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  unsigned code, low;
  if (r->at == r->end)
    return false;
  char c = *r->at++;
  const char *known = c ? strchr(from, c) : NULL;
  if (known) {
    buffer_putc(&r->j->texts, to[known - from]);
    return true;
  }
  if (c != 'u' || !hexadecimal(r, &code))
    return false;
  if (code >= 0xd800 && code < 0xdc00 && r->end - r->at >= 6 &&
      r->at[0] == '\\' && r->at[1] == 'u') {
    r->at += 2;
    if (!hexadecimal(r, &low) || low < 0xdc00 || low > 0xdfff)
      return false;
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  }
  add_character(&r->j->texts, code);
  return code != 0;
}

/* Behind the opening quote; the text ends with a 0 in the pool. */
static bool string(reader *r, size_t *out) {
  *out = r->j->texts.count;
  while (r->at < r->end && *r->at != '"') {
    char c = *r->at++;
    if ((unsigned char)c < ' ' || (c == '\\' && !escape(r)))
      return false;
    if (c != '\\')
      buffer_putc(&r->j->texts, c);
  }
  buffer_putc(&r->j->texts, '\0');
  return r->at++ < r->end;
}

static uint32_t add_node(reader *r, tree_kind kind, size_t key) {
  tree *j = r->j;
  memory_room(j->nodes, j->count, j->capacity);
  uint32_t node = (uint32_t)j->count++;
  j->nodes[node] = (tree_node){.kind = kind,
                               .parent = r->open,
                               .first = TREE_NONE,
                               .next = TREE_NONE,
                               .key = key};
  if (r->last != TREE_NONE)
    j->nodes[r->last].next = node;
  else if (r->open != TREE_NONE)
    j->nodes[r->open].first = node;
  r->last = node;
  return node;
}

static void add_text(reader *r, tree_kind kind, size_t key, size_t text) {
  uint32_t node = add_node(r, kind, key);
  r->j->nodes[node].text = text;
}

static bool word(reader *r, const char *text) {
  size_t n = strlen(text);
  if ((size_t)(r->end - r->at) < n || memcmp(r->at, text, n) != 0)
    return false;
  r->at += n;
  return true;
}

static bool scalar(reader *r, size_t key) {
  size_t text = 0;
  if (take(r, '"')) {
    if (!string(r, &text))
      return false;
    add_text(r, TREE_STRING, key, text);
    return true;
  }
  if (word(r, "true"))
    return add_node(r, TREE_TRUE, key), true;
  if (word(r, "false"))
    return add_node(r, TREE_FALSE, key), true;
  if (word(r, "null"))
    return add_node(r, TREE_NULL, key), true;
  size_t n = 0;
  while (r->at + n < r->end && r->at[n] && strchr("+-.eE0123456789", r->at[n]))
    n++;
  text = r->j->texts.count;
  buffer_add(&r->j->texts, r->at, n);
  buffer_putc(&r->j->texts, '\0');
  r->at += n;
  add_text(r, TREE_NUMBER, key, text);
  return n > 0;
}

static void enter(reader *r, tree_kind kind, size_t key) {
  r->open = add_node(r, kind, key);
  r->last = TREE_NONE;
}

/* One value, or the opening of a container. */
static bool value(reader *r) {
  size_t key = 0;
  if (r->open != TREE_NONE && r->j->nodes[r->open].kind == TREE_OBJECT &&
      (!take(r, '"') || !string(r, &key) || !take(r, ':')))
    return false;
  if (take(r, '{'))
    enter(r, TREE_OBJECT, key);
  else if (take(r, '['))
    enter(r, TREE_LIST, key);
  else
    return scalar(r, key);
  return true;
}

bool tree_parse(tree *j, const char *text, size_t length) {
  reader r = {j, text, text + length, TREE_NONE, TREE_NONE};
  bool expected = true; /* a value must come: at the start, behind a comma */
  j->count = 0;
  buffer_reset(&j->texts);
  buffer_putc(&j->texts, '\0');
  for (;;) {
    bool at_start = r.open != TREE_NONE && r.last == TREE_NONE;
    char close =
        r.open != TREE_NONE && j->nodes[r.open].kind == TREE_OBJECT ? '}' : ']';
    if (r.open != TREE_NONE && (!expected || at_start) && take(&r, close)) {
      r.last = r.open;
      r.open = j->nodes[r.open].parent;
      expected = false;
    } else if (expected || at_start) {
      if (!value(&r))
        return false;
      expected = false;
    } else if (r.open != TREE_NONE && take(&r, ',')) {
      expected = true;
    } else {
      return false;
    }
    if (r.open == TREE_NONE)
      return skip_blanks(&r), r.at == r.end;
  }
}

void tree_clear(tree *j) {
  free(j->nodes);
  buffer_clear(&j->texts);
  *j = (tree){0};
}

const char *tree_key(const tree *j, uint32_t node) {
  return node == TREE_NONE ? "" : j->texts.text + j->nodes[node].key;
}

const char *tree_text(const tree *j, uint32_t node) {
  return node == TREE_NONE ? "" : j->texts.text + j->nodes[node].text;
}

tree_kind tree_kind_of(const tree *j, uint32_t node) {
  return node == TREE_NONE ? TREE_NULL : j->nodes[node].kind;
}

uint32_t tree_first(const tree *j, uint32_t node) {
  return node == TREE_NONE ? TREE_NONE : j->nodes[node].first;
}

uint32_t tree_next(const tree *j, uint32_t node) {
  return node == TREE_NONE ? TREE_NONE : j->nodes[node].next;
}

uint32_t tree_member(const tree *j, uint32_t node, const char *key) {
  if (tree_kind_of(j, node) != TREE_OBJECT)
    return TREE_NONE;
  uint32_t child = tree_first(j, node);
  while (child != TREE_NONE && strcmp(tree_key(j, child), key) != 0)
    child = tree_next(j, child);
  return child;
}

uint32_t tree_path(const tree *j, const char *path) {
  uint32_t node = j->count ? 0 : TREE_NONE;
  while (*path && node != TREE_NONE) {
    char key[128];
    size_t n = strcspn(path, ".");
    if (n >= sizeof key)
      return TREE_NONE;
    memcpy(key, path, n);
    key[n] = '\0';
    if (tree_kind_of(j, node) == TREE_LIST) {
      char *end;
      unsigned long i = strtoul(key, &end, 10);
      node = *end || !n ? TREE_NONE : tree_first(j, node);
      for (; i > 0 && node != TREE_NONE; i--)
        node = tree_next(j, node);
    } else {
      node = tree_member(j, node, key);
    }
    path += n + (path[n] == '.');
  }
  return node;
}

int64_t tree_integer(const tree *j, uint32_t node) {
  return strtoll(tree_text(j, node), NULL, 10);
}

uint64_t tree_natural(const tree *j, uint32_t node) {
  return strtoull(tree_text(j, node), NULL, 10);
}

double tree_real(const tree *j, uint32_t node) {
  return strtod(tree_text(j, node), NULL);
}
