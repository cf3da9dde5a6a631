#include "view/html_program.h"

#include "base/kept.h"

#include <assert.h>

/* Text that is made before it is put between quotes. */
static text *words_begin(kept *words, text *to) {
  words->bytes.count = 0;
  text_init(to, kept_add, words);
  return to;
}

static const char *words_end(kept *words, text *to) {
  text_end(to);
  vec_push(words->m, &words->bytes, '\0');
  return words->bytes.at;
}

/* "main:12  x=1": where the frame stands, and its own values. */
static void put_frame(const html_run *run, kept *words, size_t i, text *out) {
  const prog *program = run->program;
  const prog_configuration *here = run->here;
  assert(i < here->frames.count);
  const prog_frame_values *frame_values = &here->frames.at[i];
  assert(frame_values->location < program->locations.count);
  const prog_location *at = &program->locations.at[frame_values->location];
  assert(at->procedure < program->procedures.count);
  const char *name =
      prog_text(program, program->procedures.at[at->procedure].name);
  text buffer, *to = words_begin(words, &buffer);
  text_put(to, *name ? name : "program");
  if (at->line)
    text_format(to, ":%u", (unsigned)at->line);
  text_put(to, program->procedures.at[at->procedure].cells ? "  " : "");
  prog_show_values(program, at->procedure, NULL,
                   here->cells.at + frame_values->cells, to);
  html_put_string(out, words_end(words, to));
}

static void put_globals(const html_run *run, kept *words, text *out) {
  text buffer, *to = words_begin(words, &buffer);
  prog_show_values(run->program, 0, run->here->globals, NULL, to);
  html_put_field(out, "state", words_end(words, to));
}

/* The frame at the bottom is the program itself, which has nothing to show. */
static void program_put_step(const html_run *run, kept *words,
                             const custos_step *step, size_t before,
                             text *out) {
  size_t below = step->number && *run->frames_kept > 0 ? *run->frames_kept : 1;
  text_format(out, "{\"pop\":%zu,\"push\":[", before - below);
  for (size_t i = below; i < run->here->frames.count; i++) {
    text_put(out, i > below ? "," : "");
    put_frame(run, words, i, out);
  }
  text_put(out, "]");
  put_globals(run, words, out);
  html_put_statement(out, step);
  if (step->loop)
    text_put(out, ",\"loop\":1");
  text_put(out, "}");
}

void html_program_page(mem *m, const html_run *run, text *out) {
  kept words = {.m = m};
  custos_step step = {0};
  size_t before = 1;
  const char *const *rest = html_put_piece(out, html_run_page);
  text_put(out, "{\"steps\":[\n");
  for (unsigned n = 0; n <= HTML_MOST_STEPS && !step.last; n++) {
    if (!run->next(run->c, &step))
      break;
    text_put(out, n ? ",\n" : "");
    program_put_step(run, &words, &step, before, out);
    before = run->here->frames.count;
  }
  text_format(out,
              "],\"complete\":%s,\"forever\":%s,\"ends\":%s,\"model\":false,"
              "\"program\":true}\n",
              step.last ? "true" : "false", run->goes_on ? "true" : "false",
              step.stutters ? "true" : "false");
  html_put_piece(out, rest);
  vec_free(m, &words.bytes);
}
