/* JSON as a tree, for what difftest reads: instances, answers of tools, its
 * own results. It shares no code with the parsers under test. */
#ifndef DIFFTEST_TREE_H
#define DIFFTEST_TREE_H

#include "base.h"

typedef enum tree_kind {
  TREE_NULL,
  TREE_FALSE,
  TREE_TRUE,
  TREE_NUMBER,
  TREE_STRING,
  TREE_LIST,
  TREE_OBJECT
} tree_kind;

#define TREE_NONE UINT32_C(0xFFFFFFFF)

typedef struct tree_node {
  tree_kind kind;
  uint32_t parent, first, next; /* TREE_NONE: there is none */
  size_t key;                   /* offset of the text; of members only */
  size_t text;                  /* of strings and numbers */
} tree_node;

/* Zero-initialised is empty; node 0 is the root. */
typedef struct tree {
  tree_node *nodes;
  size_t count, capacity;
  buffer texts;
} tree;

/* False: no JSON. Nesting may be as deep as memory allows. */
bool tree_parse(tree *j, const char *text, size_t length);
void tree_clear(tree *j);

const char *tree_key(const tree *j, uint32_t node);
/* "" unless it is a string or a number. */
const char *tree_text(const tree *j, uint32_t node);
tree_kind tree_kind_of(const tree *j, uint32_t node);
uint32_t tree_first(const tree *j, uint32_t node);
uint32_t tree_next(const tree *j, uint32_t node);
/* The member of an object; TREE_NONE if there is none, or no object. */
uint32_t tree_member(const tree *j, uint32_t node, const char *key);
/* "properties.0.verdict" */
uint32_t tree_path(const tree *j, const char *path);
/* 0 where there is none. */
int64_t tree_integer(const tree *j, uint32_t node);
uint64_t tree_natural(const tree *j, uint32_t node);
double tree_real(const tree *j, uint32_t node);

#endif
