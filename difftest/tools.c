#include "tools.h"

#include <stdlib.h>
#include <string.h>

const char *answer_name(answer_kind k) {
  static const char *const names[] = {"no answer", "unreachable", "reachable"};
  return names[k];
}

void answer_none(answer *a, const char *why) {
  a->kind = ANSWER_NONE;
  snprintf(a->why, sizeof a->why, "%s", why);
}

static char *copy_part(const char *text, size_t length) {
  char *copy = memory_new(length + 1, 1);
  memcpy(copy, text, length);
  return copy;
}

static tool *find(tools *t, const char *name, size_t length) {
  for (size_t i = 0; i < t->count; i++)
    if (strlen(t->tool[i].name) == length &&
        strncmp(t->tool[i].name, name, length) == 0)
      return &t->tool[i];
  return NULL;
}

int tools_oracle(const tools *t) {
  for (size_t i = 0; i < t->count; i++)
    if (t->tool[i].kind == TOOL_ORACLE)
      return (int)i;
  return -1;
}

static tool *add(tools *t, const char *name, size_t length, char *why) {
  if (find(t, name, length)) {
    snprintf(why, ANSWER_WHY, "there are two tools '%.*s'", (int)length, name);
    return NULL;
  }
  if (t->count == MOST_TOOLS) {
    snprintf(why, ANSWER_WHY, "at most %d tools can be compared", MOST_TOOLS);
    return NULL;
  }
  tool *x = &t->tool[t->count++];
  *x = (tool){.name = copy_part(name, length)};
  return x;
}

static void set(tool *x, const char *name, size_t n, const char *value,
                size_t v) {
  x->settings[x->setting_count].name = copy_part(name, n);
  x->settings[x->setting_count++].value = copy_part(value, v);
}

/* "post+reduction=no+trace=any" */
static bool add_engine(tools *t, const char *text, size_t length, char *why) {
  static const char *const known[] = {"auto", "pre", "post", "dual"};
  size_t n = strcspn(text, "+,");
  bool is_engine = false;
  for (int i = 0; i < 4; i++)
    is_engine |= strlen(known[i]) == n && strncmp(known[i], text, n) == 0;
  if (!is_engine) {
    snprintf(why, ANSWER_WHY,
             "there is no engine '%.*s': auto, pre, post, dual or oracle; a "
             "command is given as 'NAME=COMMAND {}'",
             (int)n, text);
    return false;
  }
  tool *x = add(t, text, length, why);
  if (!x)
    return false;
  x->kind = TOOL_ENGINE;
  set(x, "engine", 6, text, n);
  while (n < length) {
    const char *option = text + n + 1;
    size_t all = strcspn(option, "+,"), name = strcspn(option, "=+,");
    if (name >= all || x->setting_count == MOST_SETTINGS) {
      snprintf(why, ANSWER_WHY, "'%.*s': say ENGINE+OPTION=VALUE", (int)length,
               text);
      return false;
    }
    set(x, option, name, option + name + 1, all - name - 1);
    x->any_weight |= strncmp(option, "trace=", 6) == 0 &&
                     strncmp(option, "trace=shortest", 14) != 0;
    n += all + 1;
  }
  return true;
}

static bool add_command(tools *t, const char *text, char *why) {
  size_t n = strcspn(text, "=");
  if (!strstr(text + n, "{}")) {
    snprintf(why, ANSWER_WHY, "the command of '%.*s' lacks {} for the file",
             (int)n, text);
    return false;
  }
  tool *x = add(t, text, n, why);
  if (!x)
    return false;
  x->kind = TOOL_COMMAND;
  x->command = memory_copy(text + n + 1);
  x->reading.status[0] = 0;
  x->reading.status[1] = 10;
  return true;
}

bool tools_add(tools *t, const char *text, char why[ANSWER_WHY]) {
  /* A name before '=' is a command, unless it is ENGINE+OPTION=VALUE. */
  size_t name = strcspn(text, "=+, \t");
  if (name > 0 && text[name] == '=')
    return add_command(t, text, why);
  for (;;) {
    size_t n = strcspn(text, ",");
    tool *x;
    if (n == 6 && strncmp(text, "oracle", 6) == 0) {
      x = add(t, text, n, why);
      if (!x)
        return false;
      x->kind = TOOL_ORACLE;
    } else if (!add_engine(t, text, n, why)) {
      return false;
    }
    if (!text[n])
      return true;
    text += n + 1;
  }
}

/* How answers are read. */

static bool wrong(char *why, const char *expected) {
  snprintf(why, ANSWER_WHY, "expected %s", expected);
  return false;
}

/* "0=unreachable,10=reachable" */
static bool read_status(reading *r, const char *text, char *why) {
  static const char usage[] = "NAME=exit:N=unreachable,M=reachable";
  bool found[2] = {false, false};
  while (*text) {
    char *end;
    long status = strtol(text, &end, 10);
    size_t n = strcspn(end, ",");
    int which = strncmp(end, "=reachable", n) == 0 && n == 10     ? 1
                : strncmp(end, "=unreachable", n) == 0 && n == 12 ? 0
                                                                  : -1;
    if (end == text || status < 0 || status > 255 || which < 0)
      return wrong(why, usage);
    r->status[which] = (int)status;
    found[which] = true;
    text = end + n + (end[n] == ',');
  }
  r->kind = READ_STATUS;
  return (found[0] && found[1]) || wrong(why, usage);
}

/* "YES:NO", where a colon within is written \: */
static bool read_pattern(reading *r, const char *text, char *why) {
  buffer part[2] = {{0}, {0}};
  int which = 0, failed = 0;
  for (; *text; text++) {
    if (text[0] == '\\' && text[1] == ':')
      buffer_putc(&part[which], *++text);
    else if (*text == ':' && which == 0)
      which = 1;
    else
      buffer_putc(&part[which], *text);
  }
  bool complete = part[0].count && part[1].count;
  for (int i = 0; i < 2 && complete && !failed; i++) {
    failed = regcomp(&r->pattern[1 - i], part[i].text,
                     REG_EXTENDED | REG_NOSUB | REG_NEWLINE);
    if (failed)
      regerror(failed, &r->pattern[1 - i], why, ANSWER_WHY);
    if (failed && i == 1)
      regfree(&r->pattern[1]);
  }
  if (complete && !failed)
    r->kind = READ_PATTERN;
  buffer_clear(&part[0]);
  buffer_clear(&part[1]);
  return complete ? !failed
                  : wrong(why, "NAME=regex:REACHABLE-RE:UNREACHABLE-RE");
}

/* "FIELD=true|false": the value that means reachable, then the other. */
static bool read_field(reading *r, const char *text, char *why) {
  size_t field = strcspn(text, "="), yes = field + strcspn(text + field, "|");
  if (field == 0 || yes <= field + 1 || !text[yes] || !text[yes + 1])
    return wrong(why, "NAME=json:FIELD=REACHABLE-VALUE|UNREACHABLE-VALUE");
  r->kind = READ_FIELD;
  r->field = copy_part(text, field);
  r->value[1] = copy_part(text + field + 1, yes - field - 1);
  r->value[0] = memory_copy(text + yes + 1);
  return true;
}

static void reading_clear(reading *r) {
  if (r->kind == READ_PATTERN) {
    regfree(&r->pattern[0]);
    regfree(&r->pattern[1]);
  }
  free(r->field);
  free(r->value[0]);
  free(r->value[1]);
  *r = (reading){0};
}

bool tools_set_answer(tools *t, const char *text, char why[ANSWER_WHY]) {
  size_t n = strcspn(text, "=");
  tool *x = text[n] ? find(t, text, n) : NULL;
  if (!x || x->kind != TOOL_COMMAND) {
    snprintf(why, ANSWER_WHY, "there is no command '%.*s'", (int)n, text);
    return false;
  }
  reading_clear(&x->reading);
  const char *how = text + n + 1;
  free(x->how);
  x->how = memory_copy(how);
  if (strncmp(how, "exit:", 5) == 0)
    return read_status(&x->reading, how + 5, why);
  if (strncmp(how, "regex:", 6) == 0)
    return read_pattern(&x->reading, how + 6, why);
  if (strncmp(how, "json:", 5) == 0)
    return read_field(&x->reading, how + 5, why);
  return wrong(why, "NAME=exit:..., NAME=regex:... or NAME=json:...");
}

void tools_clear(tools *t) {
  for (size_t i = 0; i < t->count; i++) {
    tool *x = &t->tool[i];
    free(x->name);
    free(x->command);
    free(x->how);
    reading_clear(&x->reading);
    for (size_t k = 0; k < x->setting_count; k++) {
      free(x->settings[k].name);
      free(x->settings[k].value);
    }
  }
  *t = (tools){0};
}
