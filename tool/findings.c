#include "findings.h"

#include "output.h"

#include <string.h>

enum { SHOWN = 12 }; /* of each kind, unless all are wanted */

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
  custos_place p;
  for (size_t i = 0; i < count && i < most; i++) {
    if (custos_unreached_at(s->c, i, &p) != CUSTOS_OK)
      return;
    fputs("  never reached  ", stdout);
    output_visible(stdout, p.process);
    fputs("  ", stdout);
    output_visible(stdout, base_name(p.file));
    printf(":%u  ", p.line);
    output_visible(stdout, p.text);
    putchar('\n');
  }
  if (count > most)
    printf("  never reached  ... %zu more (--verbose shows all)\n",
           count - most);
}

/* "prog.c:12  main  x < 3". */
static void print_predicates(session *s, size_t most) {
  size_t count = custos_predicate_count(s->c);
  custos_predicate p;
  for (size_t i = 0; i < count && i < most; i++) {
    if (custos_predicate_at(s->c, i, &p) != CUSTOS_OK)
      return;
    printf("  %s  ", p.is_invariant ? "invariant" : "predicate");
    output_visible(stdout, base_name(p.file));
    printf(":%u  ", p.line);
    output_visible(stdout, p.function);
    fputs("  ", stdout);
    output_visible(stdout, p.text);
    putchar('\n');
  }
  if (count > most)
    printf("  predicate  ... %zu more (--verbose shows all)\n", count - most);
}

void findings_print(session *s) {
  size_t most = s->o->verbose ? SIZE_MAX : SHOWN;
  print_notes(s, most);
  print_predicates(s, most);
  print_unreached(s, most);
}

static void print_json_predicates(session *s, FILE *f) {
  size_t count = custos_predicate_count(s->c);
  custos_predicate p;
  fputs(count ? ",\n   \"predicates\":[" : "", f);
  for (size_t i = 0; i < count; i++) {
    if (custos_predicate_at(s->c, i, &p) != CUSTOS_OK)
      break;
    fprintf(f, "%s{\"function\":", i ? "," : "");
    output_json(f, p.function);
    fputs(",\"file\":", f);
    output_json(f, p.file);
    fprintf(f, ",\"line\":%u,\"column\":%u,\"condition\":", p.line, p.column);
    output_json(f, p.text);
    fprintf(f, ",\"invariant\":%s}", p.is_invariant ? "true" : "false");
  }
  fputs(count ? "]" : "", f);
}

void findings_print_json(session *s, FILE *f) {
  size_t notes = custos_note_count(s->c);
  size_t unreached = custos_unreached_count(s->c);
  custos_place p;
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
    if (custos_unreached_at(s->c, i, &p) != CUSTOS_OK)
      break;
    fprintf(f, "%s{\"process\":", i ? "," : "");
    output_json(f, p.process);
    fputs(",\"file\":", f);
    output_json(f, p.file);
    fprintf(f, ",\"line\":%u,\"column\":%u,\"statement\":", p.line, p.column);
    output_json(f, p.text);
    putc('}', f);
  }
  fputs(unreached ? "]" : "", f);
}
