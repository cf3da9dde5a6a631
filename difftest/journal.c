#include "journal.h"

#include <errno.h>
#include <string.h>

static const char schema[] = "custos.difftest-state/1";

bool journal_write(const journal *j, char *const *names, size_t count,
                   const char *path) {
  buffer out = {0};
  buffer_printf(&out, "{\"schema\":\"%s\",\"what\":", schema);
  buffer_quote(&out, j->what);
  buffer_printf(&out,
                ",\n\"shard\":%llu,\"shards\":%llu,\"seconds\":%.3f,"
                "\"cpu_seconds\":%.3f,\n\"jobs\":[",
                (unsigned long long)j->shard, (unsigned long long)j->shards,
                j->seconds, j->cpu_seconds);
  for (uint64_t i = 0; i < j->jobs; i++) {
    const journal_job *job = &j->entries[i];
    buffer_printf(&out, "%s\n{\"next\":%llu,\"handled\":%llu,", i ? "," : "",
                  (unsigned long long)job->progress.next,
                  (unsigned long long)job->handled);
    totals_write(&job->progress.totals, names, count, &out);
    buffer_putc(&out, '}');
  }
  buffer_puts(&out, "],\n");
  failures_write(j->failures, names, count, &out);
  buffer_puts(&out, "}\n");
  bool good = buffer_write_file(&out, path);
  buffer_clear(&out);
  return good;
}

static bool read_jobs(journal *j, const tree *t) {
  uint64_t i = 0;
  for (uint32_t x = tree_first(t, tree_path(t, "jobs")); x != TREE_NONE;
       x = tree_next(t, x), i++) {
    if (i == j->jobs)
      return false;
    journal_job *entry = &j->entries[i];
    entry->progress.next = tree_natural(t, tree_member(t, x, "next"));
    entry->handled = tree_natural(t, tree_member(t, x, "handled"));
    if (!totals_read(t, x, &entry->progress.totals))
      return false;
  }
  return i == j->jobs;
}

/* The status is 2 for what is no journal, 1 for one that was not asked for. */
static int take(journal *j, const tree *t, const char *path,
                char why[ANSWER_WHY]) {
  if (strcmp(tree_text(t, tree_path(t, "schema")), schema) != 0) {
    snprintf(why, ANSWER_WHY, "%.150s is no journal of difftest", path);
    return 2;
  }
  if (strcmp(tree_text(t, tree_path(t, "what")), j->what) != 0 ||
      tree_natural(t, tree_path(t, "shard")) != j->shard ||
      tree_natural(t, tree_path(t, "shards")) != j->shards) {
    snprintf(why, ANSWER_WHY,
             "%.100s is of another campaign: give the options it began with",
             path);
    return 1;
  }
  if (!read_jobs(j, t) || !failures_read(t, 0, j->failures)) {
    snprintf(why, ANSWER_WHY,
             "%.100s is of a campaign with another number of --jobs", path);
    return 1;
  }
  j->seconds = tree_real(t, tree_path(t, "seconds"));
  j->cpu_seconds = tree_real(t, tree_path(t, "cpu_seconds"));
  return 0;
}

int journal_read(journal *j, const char *path, char why[ANSWER_WHY]) {
  buffer text = {0};
  tree t = {0};
  int status = 2;
  if (!buffer_read_file(&text, path)) {
    snprintf(why, ANSWER_WHY, "cannot read %.150s: %s", path, strerror(errno));
    status = 3;
  } else if (buffer_is_text(&text, path, why, ANSWER_WHY)) {
    if (tree_parse(&t, text.text, text.count))
      status = take(j, &t, path, why);
    else
      snprintf(why, ANSWER_WHY, "%.150s is no journal of difftest", path);
  }
  buffer_clear(&text);
  tree_clear(&t);
  return status;
}
