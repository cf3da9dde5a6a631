#include "look.h"

#include "output.h"

#include <stdio.h>
#include <string.h>

typedef struct looking {
  const char *name; /* NULL: all */
  bool processes_only;
  size_t found;
} looking;

/* Is 'name' the variable, or a part of it? "a" is wanted: "a", "a[0]", "a.f"
 * will do. */
static bool is_part(const char *name, const char *wanted) {
  size_t n = strlen(wanted);
  return strncmp(name, wanted, n) == 0 &&
         (!name[n] || name[n] == '[' || name[n] == '.');
}

/* "A:x" and "A(0):x" of process "A(0)". */
static bool is_wanted(const looking *l, const custos_seen *seen) {
  const char *colon = strchr(l->name, ':');
  if (!colon)
    return seen->name[0] && is_part(seen->name, l->name);
  size_t n = (size_t)(colon - l->name), type = strcspn(seen->process, "(");
  bool same = (n == type || n == strlen(seen->process)) &&
              strncmp(seen->process, l->name, n) == 0;
  return same && seen->name[0] && is_part(seen->name, colon + 1);
}

static void print_seen(const custos_seen *seen, bool qualified) {
  const char *value = seen->value[0] ? seen->value : "empty";
  const char *slash = strrchr(value, '/');
  if (!seen->name[0] && slash)
    value = slash + 1;
  fputs("  ", stdout);
  if (!seen->name[0]) {
    output_visible(stdout, seen->process);
    fputs(" at ", stdout);
  } else {
    bool inside = seen->pid >= 0;
    if (inside && qualified) {
      output_visible(stdout, seen->process);
      putchar(':');
    } else if (inside) {
      fputs("  ", stdout);
    }
    output_visible(stdout, seen->name);
    fputs(" = ", stdout);
  }
  output_visible(stdout, value);
  putchar('\n');
}

static void see(void *self, const custos_seen *seen) {
  looking *l = self;
  if (l->name ? !is_wanted(l, seen) : l->processes_only && seen->name[0])
    return;
  l->found++;
  print_seen(seen, l->name != NULL);
}

custos_status look_print(session *s, const char *name, size_t *found) {
  looking l = {.name = name};
  custos_status status = custos_walk_look(s->c, see, &l);
  *found = l.found;
  return status;
}

custos_status look_print_processes(session *s) {
  looking l = {.processes_only = true};
  return custos_walk_look(s->c, see, &l);
}
