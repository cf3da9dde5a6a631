/* custos certify: hand problem and evidence to the verified kernel. */
#include "commands.h"

#include "kernel.h"
#include "output.h"

#include <stdio.h>
#include <string.h>

/* The line without its first word, which the exit status says as well. */
static const char *reason(const kernel_told *told) {
  const char *colon = strchr(told->message, ':');
  return colon ? colon + 1 + (colon[1] == ' ') : told->message;
}

static void tell_json(const options *o, const kernel_told *told) {
  fputs("{\"schema\":\"custos.certify/1\",\"file\":", stdout);
  output_json(stdout, o->files[o->file_count - 1]);
  printf(",\"accepted\":%s,\"reason\":",
         told->answer == KERNEL_ACCEPTED ? "true" : "false");
  output_json(stdout, reason(told));
  fputs("}\n", stdout);
}

static void tell_text(const kernel_told *told) {
  bool accepted = told->answer == KERNEL_ACCEPTED;
  bool colour = output_has_colour(stdout);
  const char *start = accepted ? "\033[1;32m" : "\033[1;31m";
  printf("%s%s%s  ", colour ? start : "", accepted ? "ACCEPTED" : "REJECTED",
         colour ? "\033[0m" : "");
  output_visible(stdout, reason(told));
  putchar('\n');
}

int run_certify(const options *o) {
  kernel_told told;
  if (o->file_count < 2)
    return options_complain("certify",
                            "give the problem's files, and last the evidence");
  kernel_check_files(o, &told);
  if (told.answer == KERNEL_NO_ANSWER) {
    /* What is wrong with a file it says itself, with file and line. */
    if (told.status != EXIT_INPUT && told.status != EXIT_USAGE)
      fputs("custos: the kernel gave no answer: ", stderr);
    output_visible(stderr, told.message);
    putc('\n', stderr);
    return told.status == EXIT_INPUT || told.status == EXIT_USAGE ? told.status
                                                                  : EXIT_SYSTEM;
  }
  if (o->json)
    tell_json(o, &told);
  else if (!o->quiet)
    tell_text(&told);
  return output_finish(told.answer == KERNEL_ACCEPTED ? EXIT_HOLDS
                                                      : EXIT_VIOLATED);
}
