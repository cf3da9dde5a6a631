/* custos show: the system, its automata (DOT) or the run (HTML). */
#include "commands.h"

#include "output.h"
#include "session.h"
#include "writing.h"

#include <string.h>

static custos_format format_of(const options *o) {
  const char *what = o->what ? o->what : "system";
  if (o->html)
    return CUSTOS_AS_HTML;
  if (o->summaries)
    return CUSTOS_AS_SUMMARIES;
  if (strcmp(what, "initial") == 0)
    return CUSTOS_AS_DOT_INITIAL;
  if (strcmp(what, "final") == 0)
    return CUSTOS_AS_DOT_FINAL;
  if (strcmp(what, "saturated") == 0)
    return CUSTOS_AS_DOT_SATURATED;
  if (strcmp(what, "violating") == 0)
    return CUSTOS_AS_DOT_VIOLATING;
  return CUSTOS_AS_DOT;
}

/* A run exists only after a yes, the separating automaton after a no. */
static int refuse(const session *s, const custos_result *result) {
  fprintf(stderr, "custos: %s: ",
          s->o->html ? "there is no run to show"
                     : "there is no separating automaton to show");
  fputs(result->verdict == CUSTOS_HOLDS      ? "HOLDS: "
        : result->verdict == CUSTOS_VIOLATED ? "VIOLATED: "
                                             : "UNKNOWN: ",
        stderr);
  output_visible(stderr, result->reason);
  putc('\n', stderr);
  return result->verdict == CUSTOS_UNKNOWN ? EXIT_UNKNOWN : EXIT_USAGE;
}

/* The property that is meant by --what=violating: the one of --property, or the
 * last formula (the one of --ltl, if there is one). */
static int find_formula(session *s, size_t *out) {
  size_t count = custos_property_count(s->c);
  const char *name = s->o->property_count ? s->o->properties[0] : NULL;
  custos_property property;
  for (size_t i = count; i-- > 0;) {
    custos_property_at(s->c, i, &property);
    if (strcmp(name ? property.name : property.kind, name ? name : "ltl") ==
        0) {
      *out = i;
      return 0;
    }
  }
  return name ? options_complain("show", "there is no property '%s'", name)
              : options_complain("show", "there is no formula to show");
}

static bool is_wanted(const options *o, const custos_property *property) {
  return o->property_count ? strcmp(o->properties[0], property->name) == 0
                           : !property->on_request;
}

/* The first property with a run to show, of those that 'custos check' would
 * look at; but what the user gave besides the file comes first. If there is
 * none, 'result' is of the last; it is unknown if one of them was. */
static int find_run(session *s, custos_result *result) {
  size_t count = custos_property_count(s->c);
  bool found = false, open = false;
  for (int given = s->o->asked_count > 0; given >= 0; given--)
    for (size_t i = 0; i < count; i++) {
      custos_property property;
      custos_result now;
      custos_property_at(s->c, i, &property);
      bool is_given = i + s->o->asked_count >= count;
      if (!is_wanted(s->o, &property) ||
          (s->o->asked_count && given != is_given))
        continue;
      custos_status status = custos_check(s->c, i, &now);
      if (status != CUSTOS_OK)
        return session_fail(s, status);
      found = true;
      open = open || now.verdict == CUSTOS_UNKNOWN;
      *result = now;
      if (now.verdict == CUSTOS_VIOLATED)
        return 0;
    }
  if (open && result->verdict != CUSTOS_UNKNOWN) {
    result->verdict = CUSTOS_UNKNOWN;
    result->reason = "a property that was not decided may have one";
  }
  return found ? 0
         : s->o->property_count
             ? options_complain("show", "there is no property '%s'",
                                s->o->properties[0])
             : options_complain("show", "there is no property to show");
}

/* The run that evidence tells of, instead of one that is looked for. */
static int show_evidence(session *s) {
  custos_replayed replayed;
  custos_status status = custos_replay(s->c, s->o->files[0], s->o->files + 1,
                                       s->o->file_count - 1, &replayed);
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  if (replayed.accepted && replayed.has_run)
    return writing_write(s, CUSTOS_AS_HTML);
  fputs("custos: there is no run to show: ", stderr);
  output_visible(stderr, replayed.reason);
  putc('\n', stderr);
  return replayed.accepted ? EXIT_USAGE : EXIT_VIOLATED;
}

static bool is_evidence(const char *file) {
  size_t n = strlen(file);
  return n > 6 && strcmp(file + n - 6, ".trace") == 0;
}

static int complain_of_object(session *s, const char *name) {
  const char *words[65] = {0};
  custos_object object;
  for (size_t i = 0; i < custos_object_count(s->c) && i < 64; i++)
    if (custos_object_at(s->c, i, &object) == CUSTOS_OK)
      words[i] = object.name;
  const char *near = options_nearest(name, words);
  return options_complain("show", "there is no definition of '%s'%s%s%s", name,
                          near ? " (did you mean '" : "", near ? near : "",
                          near ? "'?)" : "");
}

static int write_object(session *s, custos_format format) {
  output out;
  if (!output_open(&out, s->o->output))
    return EXIT_SYSTEM;
  custos_status status =
      custos_write_object(s->c, s->o->object, format, output_write, &out);
  bool refused = ferror(out.file);
  if (!output_close(&out, status == CUSTOS_OK || refused))
    return EXIT_SYSTEM;
  if (status == CUSTOS_ERR_USAGE)
    return complain_of_object(s, s->o->object);
  return status == CUSTOS_OK ? output_finish(EXIT_HOLDS)
                             : session_fail(s, status);
}

/* All definitions, or the one that is named. */
static int show_session(session *s) {
  const options *o = s->o;
  custos_format format = o->html          ? CUSTOS_AS_HTML
                         : o->dot         ? CUSTOS_AS_DOT
                         : o->is_explicit ? CUSTOS_AS_ECTL_EXPLICIT
                                          : CUSTOS_AS_ECTL;
  if (o->object)
    return write_object(s, format);
  if (o->html || o->dot)
    return options_complain("show", "say which definition: --object=NAME");
  return writing_write(s, format);
}

static int show(session *s) {
  custos_format format = format_of(s->o);
  custos_result result = {.verdict = CUSTOS_UNKNOWN};
  custos_status status = session_load(s);
  bool violating = format == CUSTOS_AS_DOT_VIOLATING;
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  if (session_has_definitions(s))
    return show_session(s);
  if (s->o->object || s->o->dot || s->o->is_explicit)
    return options_complain("show", "--object, --dot and --explicit are for "
                                    "sessions (.ectl)");
  if (format == CUSTOS_AS_HTML) {
    int wrong = find_run(s, &result);
    if (wrong)
      return wrong;
  } else if (violating) {
    size_t property = 0;
    int wrong = find_formula(s, &property);
    if (wrong)
      return wrong;
    status = custos_check(s->c, property, &result);
  } else if (format == CUSTOS_AS_DOT_SATURATED) {
    status = custos_solve(s->c, &result);
  }
  if (status != CUSTOS_OK)
    return session_fail(s, status);
  if ((format == CUSTOS_AS_HTML && result.verdict != CUSTOS_VIOLATED) ||
      (format == CUSTOS_AS_DOT_SATURATED && result.verdict != CUSTOS_HOLDS))
    return refuse(s, &result);
  return writing_write(s, format);
}

int run_show(const options *o) {
  session s;
  int status;
  if (o->html && o->what)
    return options_complain("show", "--html shows the run; leave --what out");
  if (o->summaries && (o->html || o->what))
    return options_complain("show", "--summaries stands alone; leave --html "
                                    "and --what out");
  status = session_begin(&s, o);
  if (!status)
    status = o->html && is_evidence(o->files[0]) ? show_evidence(&s) : show(&s);
  session_end(&s);
  return status;
}
