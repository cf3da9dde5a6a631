#include "kernel.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool kernel_start(kernel *k, const char *program) {
  int to[2], from[2];
  if (pipe(to) != 0 || pipe(from) != 0)
    return false;
  signal(SIGPIPE, SIG_IGN);
  k->child = fork();
  if (k->child == 0) {
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    close(to[0]);
    close(to[1]);
    close(from[0]);
    close(from[1]);
    execl(program, program, "serve", (char *)NULL);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  k->to = fdopen(to[1], "w");
  k->from = fdopen(from[0], "r");
  return k->child > 0 && k->to && k->from;
}

void kernel_stop(kernel *k) {
  fclose(k->to);
  fclose(k->from);
  waitpid(k->child, NULL, 0);
}

bool kernel_ask(kernel *k, const char *request, const char *problem,
                size_t problem_length, const char *evidence,
                size_t evidence_length, const char *question,
                char reply[KERNEL_REPLY]) {
  fprintf(k->to, "%s\n", request);
  fwrite(problem, 1, problem_length, k->to);
  fwrite(evidence, 1, evidence_length, k->to);
  fputs(question, k->to);
  if (fflush(k->to) != 0 || !fgets(reply, KERNEL_REPLY, k->from))
    return false;
  reply[strcspn(reply, "\n")] = 0;
  return true;
}
