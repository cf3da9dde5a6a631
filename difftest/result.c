/* The result of a campaign: as text, JSON and Markdown, and merged. */
#include "difftest.h"

#include "custos/custos.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char schema[] = "custos.difftest/1";

void difftest_result_clear(difftest_result *result) {
  free(result->what);
  for (size_t i = 0; i < result->shard_count; i++)
    free(result->shards[i]);
  free(result->shards);
  for (size_t k = 0; k < result->tool_count; k++)
    free(result->names[k]);
  failures_clear(&result->failures);
  *result = (difftest_result){0};
}

bool difftest_complete(const difftest_result *result) {
  const char *slash =
      result->shard_count ? strchr(result->shards[0], '/') : NULL;
  return slash && strtoull(slash + 1, NULL, 10) == result->shard_count &&
         result->totals.cases == result->planned;
}

bool difftest_finished(const difftest_result *result) {
  return result->merged ? difftest_complete(result)
                        : result->totals.cases == result->planned;
}

static const char *verdict(const difftest_result *result) {
  return result->totals.disagreed    ? "violated"
         : difftest_finished(result) ? "holds"
                                     : "unknown";
}

static const char *end_name(difftest_end e) {
  static const char *const names[] = {"complete", "time", "interrupted",
                                      "failures"};
  return names[e];
}

static void put_list(const difftest_result *result, buffer *out) {
  for (size_t k = 0; k < result->tool_count; k++)
    buffer_printf(out, "%s%s",
                  k == 0                       ? ""
                  : k + 1 < result->tool_count ? ", "
                                               : " and ",
                  result->names[k]);
}

static void put_reason(const difftest_result *result, buffer *out) {
  unsigned long long cases = result->totals.cases, planned = result->planned;
  if (result->totals.disagreed) {
    buffer_printf(out, "%llu of %llu cases disagree",
                  (unsigned long long)result->totals.disagreed, cases);
    if (result->failures.count)
      buffer_printf(out, ", %zu distinct when shrunk", result->failures.count);
  } else if (difftest_finished(result)) {
    put_list(result, out);
    buffer_printf(out, " agree on %llu cases", cases);
  } else {
    buffer_printf(out, "no disagreement in %llu of %llu cases", cases, planned);
  }
  if (cases == planned && !difftest_finished(result))
    buffer_puts(out, "; shards are missing");
  if (cases != planned)
    buffer_puts(out, result->end == END_TIME          ? "; out of time"
                     : result->end == END_FAILURES    ? "; stopped"
                     : result->end == END_INTERRUPTED ? "; interrupted"
                                                      : "; not all is done");
}

/* A line for each tool, padded, with 'bar' before, between and behind. */
static void put_table(const difftest_result *result, const char *bar,
                      buffer *out) {
  for (size_t k = 0; k < result->tool_count; k++) {
    const tool_totals *x = &result->totals.tool[k];
    uint64_t counts[] = {x->yes,          x->no,       x->none,    x->differs,
                         x->other_weight, x->accepted, x->rejected};
    buffer_printf(out, "%s%-16s", bar, result->names[k]);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
      buffer_printf(out, " %s%10llu", bar, (unsigned long long)counts[i]);
    buffer_printf(out, " %s%10.2f%s%s\n", bar, x->seconds, *bar ? " " : "",
                  *bar ? "|" : "");
  }
}

void difftest_print(const difftest_result *result, buffer *out) {
  const char *v = verdict(result);
  buffer_printf(out, "agreement  %s  ",
                *v == 'h'   ? "HOLDS   "
                : *v == 'v' ? "VIOLATED"
                            : "UNKNOWN ");
  put_reason(result, out);
  for (size_t i = 0; i < result->failures.count; i++)
    buffer_printf(out, "%s%s", i ? " " : "  ", result->failures.list[i].file);
  buffer_puts(out, "\ntool              reachable unreachable  no answer    "
                   "differs     weight   accepted   rejected    seconds\n");
  put_table(result, "", out);
}

void difftest_print_json(const difftest_result *result, buffer *out) {
  buffer_printf(out, "{\"schema\":\"%s\",\"version\":", schema);
  buffer_quote(out, custos_version());
  buffer_puts(out, ",\"what\":");
  buffer_quote(out, result->what ? result->what : "");
  buffer_printf(out, ",\"verdict\":\"%s\",\"complete\":%s,\"end\":\"%s\"",
                verdict(result), difftest_complete(result) ? "true" : "false",
                end_name(result->end));
  buffer_puts(out, ",\"shards\":[");
  for (size_t i = 0; i < result->shard_count; i++) {
    if (i)
      buffer_putc(out, ',');
    buffer_quote(out, result->shards[i]);
  }
  buffer_printf(out, "],\"planned\":%llu,",
                (unsigned long long)result->planned);
  totals_write(&result->totals, result->names, result->tool_count, out);
  buffer_putc(out, ',');
  failures_write(&result->failures, result->names, result->tool_count, out);
  buffer_printf(out, ",\"jobs\":%llu,\"seconds\":%.3f,\"cpu_seconds\":%.3f}\n",
                (unsigned long long)result->jobs, result->seconds,
                result->cpu_seconds);
}

static void put_markdown_failures(const difftest_result *result, buffer *out) {
  if (result->failures.count == 0)
    return;
  buffer_puts(out, "\n| file | case | features | seen | who differs |\n"
                   "|---|---:|---:|---:|---|\n");
  for (size_t i = 0; i < result->failures.count; i++) {
    const failure *f = &result->failures.list[i];
    buffer_printf(out, "| %s | %llu | %llu of %llu | %llu |", f->file,
                  (unsigned long long)f->number,
                  (unsigned long long)f->features,
                  (unsigned long long)f->before, (unsigned long long)f->seen);
    for (size_t k = 0; k < result->tool_count; k++)
      if (f->deviations[k] != AGREES)
        buffer_printf(out, " %s (%s)", result->names[k],
                      deviation_name(f->deviations[k]));
    buffer_puts(out, " |\n");
  }
}

void difftest_print_markdown(const difftest_result *result, const char *command,
                             buffer *out) {
  unsigned long long cases = result->totals.cases;
  buffer_puts(out, "# Differential test\n\n```\n");
  buffer_printf(out, "%s\n```\n\n", command);
  buffer_printf(out, "- Custos %s\n- %s\n", custos_version(),
                result->what ? result->what : "");
  buffer_puts(out, "- ");
  put_reason(result, out);
  buffer_printf(out, "\n- %llu reachable, %llu unreachable\n",
                (unsigned long long)result->totals.reachable,
                (unsigned long long)result->totals.unreachable);
  buffer_printf(out,
                "- %.0f s with %llu jobs%s, %.0f s of CPU, %.0f cases a "
                "second, %.0f µs of CPU a case\n",
                result->seconds, (unsigned long long)result->jobs,
                result->shard_count > 1 ? " (the longest shard)" : "",
                result->cpu_seconds,
                result->seconds > 0 ? (double)cases / result->seconds : 0,
                cases ? result->cpu_seconds * 1e6 / (double)cases : 0);
  buffer_puts(out, "\n| tool | reachable | unreachable | no answer | differs | "
                   "other weight | accepted | rejected | seconds |\n"
                   "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  put_table(result, "| ", out);
  put_markdown_failures(result, out);
}

static int refuse(char *why, const char *path, const char *reason) {
  snprintf(why, ANSWER_WHY, "%.120s: %s", path, reason);
  return 2;
}

static bool has_shard(const difftest_result *result, const char *shard) {
  for (size_t i = 0; i < result->shard_count; i++)
    if (strcmp(result->shards[i], shard) == 0)
      return true;
  return false;
}

/* Same number of shards, and none twice. */
static const char *add_shards(difftest_result *to, const tree *j) {
  for (uint32_t x = tree_first(j, tree_path(j, "shards")); x != TREE_NONE;
       x = tree_next(j, x)) {
    const char *shard = tree_text(j, x), *slash = strchr(shard, '/');
    const char *other = to->shard_count ? strchr(to->shards[0], '/') : slash;
    if (has_shard(to, shard))
      return "its shard is there already";
    if (!slash || !other || strcmp(slash, other) != 0)
      return "its shards are of another number";
    memory_room(to->shards, to->shard_count, to->shard_capacity);
    to->shards[to->shard_count++] = memory_copy(shard);
  }
  return NULL;
}

static void add_failures(difftest_result *to, const tree *j) {
  failures more = {0};
  failures_read(j, 0, &more);
  for (size_t i = 0; i < more.count; i++) {
    failure *f = &more.list[i], *same = failures_find(&to->failures, f->key);
    if (same) {
      same->seen += f->seen;
    } else {
      failures_add(&to->failures, f);
      *f = (failure){.key = memory_copy("")};
    }
  }
  failures_clear(&more);
}

static void add_names(difftest_result *to, const tree *j) {
  if (to->tool_count)
    return;
  for (uint32_t x = tree_first(j, tree_path(j, "tools"));
       x != TREE_NONE && to->tool_count < MOST_TOOLS; x = tree_next(j, x))
    to->names[to->tool_count++] =
        memory_copy(tree_text(j, tree_member(j, x, "name")));
}

static difftest_end worse_end(difftest_end a, const char *name) {
  difftest_end b = END_COMPLETE;
  for (int i = END_COMPLETE; i <= END_FAILURES; i++)
    if (strcmp(name, end_name((difftest_end)i)) == 0)
      b = (difftest_end)i;
  return b == END_COMPLETE ? a : b;
}

static int merge(difftest_result *to, const tree *j, const char *path,
                 char *why) {
  to->merged = true;
  const char *what = tree_text(j, tree_path(j, "what"));
  totals t;
  if (strcmp(tree_text(j, tree_path(j, "schema")), schema) != 0 ||
      !totals_read(j, 0, &t))
    return refuse(why, path, "is no result of difftest");
  if (to->what && strcmp(to->what, what) != 0)
    return refuse(why, path, "is of another campaign");
  const char *reason = add_shards(to, j);
  if (reason)
    return refuse(why, path, reason);
  if (!to->what)
    to->what = memory_copy(what);
  add_names(to, j);
  totals_add(&to->totals, &t);
  add_failures(to, j);
  to->planned += tree_natural(j, tree_path(j, "planned"));
  to->end = worse_end(to->end, tree_text(j, tree_path(j, "end")));
  double s = tree_real(j, tree_path(j, "seconds"));
  to->seconds = s > to->seconds ? s : to->seconds;
  to->cpu_seconds += tree_real(j, tree_path(j, "cpu_seconds"));
  to->jobs += tree_natural(j, tree_path(j, "jobs"));
  return 0;
}

int difftest_merge(difftest_result *to, const char *path,
                   char why[ANSWER_WHY]) {
  buffer text = {0};
  tree j = {0};
  int status = 0;
  if (!buffer_read_file(&text, path)) {
    refuse(why, path, strerror(errno));
    status = 3;
  } else if (!buffer_is_text(&text, path, why, ANSWER_WHY)) {
    status = 2;
  } else if (!tree_parse(&j, text.text, text.count)) {
    status = refuse(why, path, "is no JSON");
  } else {
    status = merge(to, &j, path, why);
  }
  buffer_clear(&text);
  tree_clear(&j);
  return status;
}
