#include "smt/cores.h"

enum {
  MOST_PARTS = 1 << 18, /* then all are forgotten */
  MOST_TRIED = 8        /* of one condition, the newest */
};

void cores_clear(cores *c, mem *m) {
  map_free(m, &c->conditions);
  vec_free(m, &c->heads);
  vec_free(m, &c->links);
  vec_free(m, &c->parts);
}

void cores_add(cores *c, mem *m, uint64_t condition, const uint64_t *parts,
               size_t count) {
  if (c->parts.count + c->links.count + count > MOST_PARTS)
    cores_clear(c, m);
  vec_reserve(m, &c->parts, count);
  vec_reserve(m, &c->links, 1);
  vec_reserve(m, &c->heads, 1);
  uint32_t at = map_insert(m, &c->conditions, condition);
  if (at == c->heads.count)
    vec_push(m, &c->heads, 0u);
  core_link link = {c->heads.at[at], (uint32_t)c->parts.count, (uint32_t)count};
  for (size_t i = 0; i < count; i++)
    vec_push(m, &c->parts, parts[i]);
  vec_push(m, &c->links, link);
  c->heads.at[at] = (uint32_t)c->links.count;
}

const core_link *cores_find(const cores *c, uint64_t condition, core_has *has,
                            const void *self) {
  uint32_t at = map_find(&c->conditions, condition);
  uint32_t next = at == MAP_NONE ? 0 : c->heads.at[at];
  for (int tried = 0; next && tried < MOST_TRIED; tried++) {
    const core_link *link = &c->links.at[next - 1];
    uint32_t i = 0;
    while (i < link->count && has(self, c->parts.at[link->first + i]))
      i++;
    if (i == link->count)
      return link;
    next = link->next;
  }
  return NULL;
}
