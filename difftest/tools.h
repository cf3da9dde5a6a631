/* The tools that are compared, and their answers. A tool is an engine of
 * Custos, asked through the public header; the verified oracle, asked through
 * 'custos-kernel serve'; or any command. All of them get the same text. */
#ifndef DIFFTEST_TOOLS_H
#define DIFFTEST_TOOLS_H

#include "instance.h"

#include <regex.h>

enum { MOST_TOOLS = 16, MOST_SETTINGS = 8, ANSWER_WHY = 240 };

typedef enum answer_kind {
  ANSWER_NONE, /* crash, time, nonsense: 'why' tells */
  ANSWER_NO,
  ANSWER_YES
} answer_kind;

typedef enum certified { NOT_ASKED, ACCEPTED, REJECTED } certified;

typedef struct answer {
  answer_kind kind;
  certified certified;  /* what the kernel says about the evidence */
  char why[ANSWER_WHY]; /* of no answer, or of a rejection; else "" */
  int weight_kind;      /* custos_weight_kind */
  uint32_t weight_count;
  int64_t weight[INSTANCE_WEIGHTS];
} answer;

typedef enum tool_kind { TOOL_ENGINE, TOOL_ORACLE, TOOL_COMMAND } tool_kind;

typedef enum reading_kind {
  READ_STATUS,
  READ_PATTERN,
  READ_FIELD
} reading_kind;

/* How the answer of a command is told. */
typedef struct reading {
  reading_kind kind;
  int status[2]; /* by answer: no, yes */
  regex_t pattern[2];
  char *field, *value[2];
} reading;

typedef struct tool {
  tool_kind kind;
  char *name;
  char *command; /* of commands: with {} for the file */
  char *how;     /* what --answer said; NULL: nothing */
  reading reading;
  struct {
    char *name, *value;
  } settings[MOST_SETTINGS]; /* of engines: options of the library */
  size_t setting_count;
  bool any_weight; /* does not look for the least weight */
} tool;

typedef struct tools {
  tool tool[MOST_TOOLS];
  size_t count;
} tools;

/* "pre,post+reduction=no,oracle" or "name=CMD {}". False: 'why' tells. */
bool tools_add(tools *t, const char *text, char why[ANSWER_WHY]);
/* "name=exit:0=unreachable,10=reachable", "name=regex:YES:NO",
 * "name=json:FIELD=true|false". */
bool tools_set_answer(tools *t, const char *text, char why[ANSWER_WHY]);
void tools_clear(tools *t);
/* The place of the oracle, or -1. */
int tools_oracle(const tools *t);

const char *answer_name(answer_kind k);
void answer_none(answer *a, const char *why);

#endif
