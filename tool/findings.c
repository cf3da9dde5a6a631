#include "findings.h"

#include "output.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 12, PREDICATES = 6 }; /* of each kind, unless all are wanted */
enum { LONGEST = 150 };              /* of a predicate, the same */

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void print_notes(session *s, size_t most) {
  size_t count = custos_note_count(s->c);
  for (size_t i = 0; i < count && i < most; i++) {
    fputs("  note  ", stdout);
    output_visible(stdout, custos_note_at(s->c, i));
    putchar('\n');
  }
  if (count > most)
    printf("  note  ... %zu more (--verbose shows all)\n", count - most);
}

static void print_unreached(session *s, size_t most) {
  size_t count = custos_unreached_count(s->c);
  custos_place place;
  for (size_t i = 0; i < count && i < most; i++) {
    if (custos_unreached_at(s->c, i, &place) != CUSTOS_OK)
      return;
    fputs("  never reached  ", stdout);
    output_visible(stdout, place.process);
    fputs("  ", stdout);
    output_visible(stdout, base_name(place.file));
    printf(":%u  ", place.line);
    output_visible(stdout, place.text);
    putchar('\n');
  }
  if (count > most)
    printf("  never reached  ... %zu more (--verbose shows all)\n",
           count - most);
}

/* Predicates of C programs. */

typedef struct seen_predicate {
  char *function, *file, *text;
  uint32_t line;
  int rank; /* what comes first */
  bool is_told;
} seen_predicate;

static const char *const roles[] = {"ensures", "requires", "invariant",
                                    "predicate"};
enum { ENSURES, REQUIRES, INVARIANT, PREDICATE };

static int rank_of(const char *role) {
  for (int i = ENSURES; i < PREDICATE; i++)
    if (strcmp(roles[i], role) == 0)
      return i;
  return PREDICATE;
}

/* Those over the source's own names; all, if 'all'. */
static size_t collect_predicates(session *s, bool all, seen_predicate *out) {
  size_t count = custos_predicate_count(s->c), found = 0;
  for (size_t i = 0; i < count; i++) {
    custos_predicate predicate;
    if (custos_predicate_at(s->c, i, &predicate) != CUSTOS_OK)
      break;
    if (!predicate.is_source && !all)
      continue;
    out[found++] = (seen_predicate){
        .function = output_join(predicate.function, "", "", ""),
        .file = output_join(base_name(predicate.file), "", "", ""),
        .text = output_join(predicate.text, "", "", ""),
        .line = predicate.line,
        .rank = rank_of(predicate.role)};
  }
  return found;
}

/* Contracts come first, then what always holds; then what is short. */
static int compare_predicates(const void *a, const void *b) {
  const seen_predicate *x = a, *y = b;
  size_t n = strlen(x->text), k = strlen(y->text);
  int order = x->rank - y->rank;
  if (!order)
    order = (n > k) - (n < k);
  if (!order)
    order = strcmp(x->text, y->text);
  if (!order)
    order = strcmp(x->file, y->file);
  if (!order)
    order = strcmp(x->function, y->function);
  return order ? order : (x->line > y->line) - (x->line < y->line);
}

static bool are_alike(const seen_predicate *a, const seen_predicate *b) {
  return a->rank == b->rank && strcmp(a->function, b->function) == 0 &&
         strcmp(a->text, b->text) == 0 && strcmp(a->file, b->file) == 0;
}

/* "main  x < 3  (prog.c:12, 14)": all places of one condition. */
static void print_predicate(seen_predicate *at, size_t i, size_t count) {
  const seen_predicate *predicate = &at[i];
  uint32_t last = 0;
  bool is_contract = predicate->rank <= REQUIRES;
  printf("  %s  ", is_contract ? "contract" : roles[predicate->rank]);
  output_visible(stdout, predicate->function);
  printf("  %s%s", is_contract ? roles[predicate->rank] : "",
         is_contract ? " " : "");
  output_visible(stdout, predicate->text);
  for (size_t k = i; k < count; k++) {
    if (!are_alike(&at[k], predicate))
      continue;
    at[k].is_told = true;
    if (at[k].line == last || !at[k].line)
      continue;
    fputs(last ? ", " : "  (", stdout);
    if (!last) {
      output_visible(stdout, predicate->file);
      putchar(':');
    }
    last = at[k].line;
    printf("%u", last);
  }
  puts(last ? ")" : "");
}

static void print_predicates(session *s, size_t most) {
  size_t count = custos_predicate_count(s->c), told = 0, left = 0;
  seen_predicate *at = count ? calloc(count, sizeof *at) : NULL;
  if (!at)
    return;
  count = collect_predicates(s, s->o->verbose, at);
  qsort(at, count, sizeof *at, compare_predicates);
  for (size_t i = 0; i < count; i++) {
    if (at[i].is_told)
      continue;
    bool is_long = strlen(at[i].text) > LONGEST && !s->o->verbose;
    if (!is_long && told++ < most)
      print_predicate(at, i, count);
    else
      left++;
  }
  if (left)
    printf("  predicate  ... %zu more (--verbose shows all)\n", left);
  for (size_t i = 0; i < count; i++) {
    free(at[i].function);
    free(at[i].file);
    free(at[i].text);
  }
  free(at);
}

void findings_print(session *s) {
  size_t most = s->o->verbose ? SIZE_MAX : SHOWN;
  print_notes(s, most);
  print_predicates(s, s->o->verbose ? SIZE_MAX : PREDICATES);
  print_unreached(s, most);
}

static void print_json_predicates(session *s, FILE *f) {
  size_t count = custos_predicate_count(s->c);
  custos_predicate predicate;
  fputs(count ? ",\n   \"predicates\":[" : "", f);
  for (size_t i = 0; i < count; i++) {
    if (custos_predicate_at(s->c, i, &predicate) != CUSTOS_OK)
      break;
    fprintf(f, "%s{\"function\":", i ? "," : "");
    output_json(f, predicate.function);
    fputs(",\"file\":", f);
    output_json(f, predicate.file);
    fprintf(f, ",\"line\":%u,\"column\":%u,\"condition\":", predicate.line,
            predicate.column);
    output_json(f, predicate.text);
    fprintf(f, ",\"invariant\":%s,\"role\":\"%s\"}",
            predicate.is_invariant ? "true" : "false", predicate.role);
  }
  fputs(count ? "]" : "", f);
}

void findings_print_json(session *s, FILE *f) {
  size_t notes = custos_note_count(s->c);
  size_t unreached = custos_unreached_count(s->c);
  custos_place place;
  if (notes)
    fputs(",\n   \"notes\":[", f);
  for (size_t i = 0; i < notes; i++) {
    fputs(i ? "," : "", f);
    output_json(f, custos_note_at(s->c, i));
  }
  fputs(notes ? "]" : "", f);
  print_json_predicates(s, f);
  if (unreached)
    fputs(",\n   \"unreached\":[", f);
  for (size_t i = 0; i < unreached; i++) {
    if (custos_unreached_at(s->c, i, &place) != CUSTOS_OK)
      break;
    fprintf(f, "%s{\"process\":", i ? "," : "");
    output_json(f, place.process);
    fputs(",\"file\":", f);
    output_json(f, place.file);
    fprintf(f, ",\"line\":%u,\"column\":%u,\"statement\":", place.line,
            place.column);
    output_json(f, place.text);
    putc('}', f);
  }
  fputs(unreached ? "]" : "", f);
}
