/* libyaml keeps its document outside of 'mem', where a raise would lose it: all
 * room is taken before the document is there, and nothing is allocated while it
 * is. */
#include "evidence/c/witness_read.h"

#include <string.h>
#include <yaml.h>

/* Bytes that one takes in a file, at least; and no more files are compared. */
enum { SMALLEST_CLAIM = 24, SMALLEST_HASH = 4, MOST_HASHES = 1000 };

typedef struct reader {
  const char *file;
  report *r;
  yaml_document_t *doc;
  c_witness_proof *out;
  size_t room, hash_room; /* for claims, for hashes */
  char *texts;            /* copies of scalars: */
  size_t used, size;
} reader;

static bool wrong(reader *q, const yaml_node_t *node_t, const char *what) {
  return report_add(
      q->r, q->file, node_t ? (uint32_t)node_t->start_mark.line + 1 : 0,
      node_t ? (uint32_t)node_t->start_mark.column + 1 : 0, "%s", what);
}

static const char *scalar(const yaml_node_t *node_t) {
  return node_t && node_t->type == YAML_SCALAR_NODE
             ? (const char *)node_t->data.scalar.value
             : NULL;
}

static bool is_text(const yaml_node_t *node_t, const char *text) {
  const char *s = scalar(node_t);
  return s && strcmp(s, text) == 0;
}

/* NULL: there is none. */
static yaml_node_t *field(reader *q, const yaml_node_t *node_t,
                          const char *name) {
  if (!node_t || node_t->type != YAML_MAPPING_NODE)
    return NULL;
  for (yaml_node_pair_t *node_pair_t = node_t->data.mapping.pairs.start;
       node_pair_t < node_t->data.mapping.pairs.top; node_pair_t++)
    if (is_text(yaml_document_get_node(q->doc, node_pair_t->key), name))
      return yaml_document_get_node(q->doc, node_pair_t->value);
  return NULL;
}

static bool copy_text(reader *q, const yaml_node_t *node_t, const char **out) {
  size_t length = node_t->data.scalar.length;
  if (length >= q->size - q->used)
    return wrong(q, node_t, "texts that are used too often");
  char *to = q->texts + q->used;
  memcpy(to, node_t->data.scalar.value, length);
  to[length] = '\0';
  q->used += length + 1;
  *out = to;
  return true;
}

/* Up to 9 digits; 0: no such number. */
static uint32_t number(const yaml_node_t *node_t) {
  const char *s = scalar(node_t);
  uint32_t value = 0;
  if (!s || !*s || strlen(s) > 9)
    return 0;
  for (; *s; s++) {
    if (*s < '0' || *s > '9')
      return 0;
    value = 10 * value + (uint32_t)(*s - '0');
  }
  return value;
}

/* NULL: c_expression. The others have more words, which are read, too. */
static bool is_c(const yaml_node_t *format) {
  return !format || is_text(format, "c_expression") || is_text(format, "C") ||
         is_text(format, "ext_c_expression") ||
         is_text(format, "acsl_expression");
}

/* 'value' is where the condition stands, 'format' what it is written in. */
static bool add_claim(reader *q, const yaml_node_t *at, c_witness_kind kind,
                      const yaml_node_t *place, const yaml_node_t *value,
                      const yaml_node_t *format) {
  c_witness_claim c = {.kind = kind, .value = "", .function = ""};
  const yaml_node_t *function = field(q, place, "function");
  if (!place || !scalar(value))
    return wrong(q, at, "an invariant needs a location and a value");
  c.line = number(field(q, place, "line"));
  c.column = number(field(q, place, "column"));
  if (!c.line)
    return wrong(q, place, "a location needs a line");
  c.is_c = is_c(format);
  c.at_line = (uint32_t)value->start_mark.line + 1;
  /* A quote comes before the text. */
  c.at_column = (uint32_t)value->start_mark.column + 1 +
                (value->data.scalar.style != YAML_PLAIN_SCALAR_STYLE);
  if (q->out->count >= q->room)
    return wrong(q, at, "invariants that are used too often");
  if (!copy_text(q, value, &c.value) ||
      (scalar(function) && !copy_text(q, function, &c.function)))
    return false;
  q->out->claims[q->out->count++] = c;
  return true;
}

static bool skip(reader *q) {
  q->out->skipped++;
  return true;
}

static bool read_contract(reader *q, const yaml_node_t *item) {
  const yaml_node_t *place = field(q, item, "location");
  const yaml_node_t *format = field(q, item, "format");
  const yaml_node_t *requires = field(q, item, "requires");
  const yaml_node_t *ensures = field(q, item, "ensures");
  if (!is_text(field(q, item, "type"), "function_contract"))
    return skip(q);
  if (!requires && !ensures)
    return wrong(q, item, "a contract needs what it requires, or ensures");
  return (!requires ||
          add_claim(q, item, C_WITNESS_REQUIRES, place, requires, format)) &&
         (!ensures ||
          add_claim(q, item, C_WITNESS_ENSURES, place, ensures, format));
}

static bool is_kind(const char *type, c_witness_kind *out) {
  *out =
      strcmp(type, "loop_invariant") == 0 ? C_WITNESS_LOOP : C_WITNESS_LOCATION;
  return *out == C_WITNESS_LOOP || strcmp(type, "location_invariant") == 0;
}

static bool read_item(reader *q, const yaml_node_t *item) {
  const yaml_node_t *node_t = field(q, item, "invariant");
  const yaml_node_t *contract = field(q, item, "contract");
  const char *type = scalar(field(q, node_t, "type"));
  c_witness_kind kind;
  if (contract)
    return read_contract(q, contract);
  if (!node_t)
    return skip(q);
  if (!type)
    return wrong(q, item, "an invariant needs a type");
  return is_kind(type, &kind)
             ? add_claim(q, node_t, kind, field(q, node_t, "location"),
                         field(q, node_t, "value"), field(q, node_t, "format"))
             : skip(q);
}

static bool read_set(reader *q, const yaml_node_t *entry) {
  const yaml_node_t *content = field(q, entry, "content");
  if (!content || content->type != YAML_SEQUENCE_NODE)
    return wrong(q, entry, "an invariant_set needs a list as its content");
  for (yaml_node_item_t *i = content->data.sequence.items.start;
       i < content->data.sequence.items.top; i++)
    if (!read_item(q, yaml_document_get_node(q->doc, *i)))
      return false;
  return true;
}

/* A word of the task, which all entries must agree about. */
static bool take_word(reader *q, const yaml_node_t *node_t, const char **out) {
  const char *said = scalar(node_t);
  if (!said || strcmp(said, *out) == 0)
    return true;
  if (**out)
    return wrong(q, node_t, "entries of one witness are about different tasks");
  return copy_text(q, node_t, out);
}

static bool has_hash(const c_witness_proof *w, const char *hash) {
  for (size_t i = 0; i < w->hash_count; i++)
    if (strcmp(w->hashes[i], hash) == 0)
      return true;
  return false;
}

/* Files by their hashes; what they are called is of no interest. */
static bool take_hashes(reader *q, const yaml_node_t *node_t) {
  if (!node_t || node_t->type != YAML_MAPPING_NODE)
    return true;
  for (yaml_node_pair_t *node_pair_t = node_t->data.mapping.pairs.start;
       node_pair_t < node_t->data.mapping.pairs.top; node_pair_t++) {
    const yaml_node_t *hash =
        yaml_document_get_node(q->doc, node_pair_t->value);
    if (!scalar(hash))
      return wrong(q, node_t, "the hash of a file is a text");
    if (has_hash(q->out, scalar(hash)))
      continue;
    if (q->out->hash_count >= q->hash_room)
      return wrong(q, node_t, "more hashes than a program has files");
    if (!copy_text(q, hash, &q->out->hashes[q->out->hash_count]))
      return false;
    q->out->hash_count++;
  }
  return true;
}

static bool read_task(reader *q, const yaml_node_t *entry) {
  const yaml_node_t *task = field(q, field(q, entry, "metadata"), "task");
  return take_word(q, field(q, task, "specification"),
                   &q->out->specification) &&
         take_word(q, field(q, task, "data_model"), &q->out->data_model) &&
         take_hashes(q, field(q, task, "input_file_hashes"));
}

static bool read_entry(reader *q, const yaml_node_t *entry) {
  const yaml_node_t *named = field(q, entry, "entry_type");
  const char *type = scalar(named);
  c_witness_kind kind;
  if (!type)
    return wrong(q, entry, "an entry needs an entry_type");
  if (!read_task(q, entry))
    return false;
  if (strcmp(type, "invariant_set") == 0)
    return read_set(q, entry);
  if (strcmp(type, "violation_sequence") == 0)
    return wrong(q, named, "a witness of a violation proves nothing");
  if (is_kind(type, &kind)) {
    const yaml_node_t *node_t = field(q, entry, type);
    return add_claim(q, entry, kind, field(q, entry, "location"),
                     field(q, node_t, "string"), field(q, node_t, "type"));
  }
  return skip(q);
}

static bool read_document(reader *q) {
  const yaml_node_t *root = yaml_document_get_root_node(q->doc);
  if (!root || root->type != YAML_SEQUENCE_NODE)
    return wrong(q, root, "a witness is a list of entries");
  for (yaml_node_item_t *i = root->data.sequence.items.start;
       i < root->data.sequence.items.top; i++)
    if (!read_entry(q, yaml_document_get_node(q->doc, *i)))
      return false;
  return true;
}

bool c_witness_read(mem *m, const char *file, const char *bytes, size_t length,
                    report *r, c_witness_proof *out) {
  yaml_parser_t parser;
  yaml_document_t doc;
  *out = (c_witness_proof){.specification = "", .data_model = ""};
  reader q = {.file = file, .r = r, .doc = &doc, .out = out};
  q.room = length / SMALLEST_CLAIM + 1;
  q.hash_room = length / SMALLEST_HASH + 1;
  q.hash_room = q.hash_room < MOST_HASHES ? q.hash_room : MOST_HASHES;
  q.size = 2 * length + 16;
  out->claims = mem_array(m, q.room, sizeof *out->claims);
  out->hashes = mem_array(m, q.hash_room, sizeof *out->hashes);
  q.texts = mem_alloc(m, q.size);
  if (!yaml_parser_initialize(&parser))
    mem_raise(m->budget, MEM_MACHINE);
  yaml_parser_set_input_string(&parser, (const unsigned char *)bytes, length);
  bool is_read = yaml_parser_load(&parser, &doc) != 0;
  if (is_read) {
    is_read = read_document(&q);
    yaml_document_delete(&doc);
  } else {
    report_add(r, file, (uint32_t)parser.problem_mark.line + 1,
               (uint32_t)parser.problem_mark.column + 1, "%s",
               parser.problem ? parser.problem : "no YAML");
  }
  yaml_parser_delete(&parser);
  return is_read;
}
