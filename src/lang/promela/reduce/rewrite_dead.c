/* A local that will not be read before it is written again is set to 0, so
 * that states which differ in it alone become one. Two analyses on the bytes of
 * a frame: from the end, which are read again (live); from the start, which may
 * be other than 0 (full). A move sets to 0 what is full and not live where it
 * leads to. */
#include "lang/promela/reduce/rewrite_parts.h"

#include "base/mutant.h"

#include <assert.h>

enum {
  MOST_RESET = 64,         /* larger variables are left alone: it takes time */
  MOST_SET_WORDS = 1 << 22 /* of all sets of a process */
};

typedef uint64_t *set; /* of bytes of the frame */

typedef struct liveness {
  pml_rewriting *c;
  uint32_t process;
  const pml_behaviour *b;
  uint32_t words; /* of a set */
  set sets;       /* all of them */
  set kept;       /* never set to 0 */
  set provided;   /* read wherever the process is */
  /* By point of the process: */
  set live, full, dirty;
  uint8_t *is_open;
  pml_places open; /* points that are come to */
  /* By move, from the first of the process on: what it reads before it writes
   * it, what it writes in any case, what it may write. */
  uint32_t first_move;
  set reads, kills, writes;
  uint8_t *has_effect; /* by move: an effect is run */
  set done;            /* written on the way through a move, in any case */
  set now;             /* scratch */
} liveness;

static set at(const liveness *l, set sets, uint32_t n) {
  return sets + (size_t)n * l->words;
}

static void put(set s, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++)
    s[i >> 6] |= UINT64_C(1) << (i & 63);
}

static bool has(const uint64_t *s, uint32_t i) {
  return s[i >> 6] >> (i & 63) & 1;
}

/* What a move does to the frame. */

/* The bytes that an access at an unknown address may touch. */
static void bounds_of(const liveness *l, uint32_t offset, uint32_t *first,
                      uint32_t *end) {
  uint32_t v = pml_variable_at(l->c->p, l->process, offset);
  *first = v == PML_NONE ? 0 : l->c->p->lies.at[v].offset;
  *end = v == PML_NONE ? l->b->frame_bytes : pml_end_of_variable(l->c->p, v);
}

static void note_read(const liveness *l, set reads, uint32_t first,
                      uint32_t end) {
  for (uint32_t i = first; i < end; i++)
    if (!has(l->done, i))
      put(reads, i, i + 1);
}

static bool dead_has_talk(uint32_t op) {
  return op == PML_OP_POLL || op == PML_OP_SEND || op == PML_OP_RECEIVE ||
         op == PML_OP_CAN_SEND || op == PML_OP_CAN_RECEIVE;
}

typedef struct scan {
  liveness *l;
  set reads, writes;
  pml_places open; /* other codes that are run, too */
} scan;

static void also(pml_rewriting *rewriting, void *self, uint32_t start) {
  scan *scanner = self;
  vec_push(rewriting->m, &scanner->open, start);
}

static void scan_instruction(scan *scanner, const uint32_t *w, bool is_sure) {
  liveness *l = scanner->l;
  uint32_t first, end;
  switch (w[0]) {
  case PML_OP_LOCAL:
    note_read(l, scanner->reads, w[1], w[1] + pml_bytes_of(w[2]));
    break;
  case PML_OP_LOCAL_AT:
    bounds_of(l, w[1], &first, &end);
    note_read(l, scanner->reads, first, end);
    break;
  case PML_OP_STORE_LOCAL:
    put(scanner->writes, w[1], w[1] + pml_bytes_of(w[2]));
    if (is_sure)
      put(l->done, w[1], w[1] + pml_bytes_of(w[2]));
    break;
  case PML_OP_STORE_LOCAL_AT:
    bounds_of(l, w[1], &first, &end);
    put(scanner->writes, first, end);
    break;
  default:
    break;
  }
}

static void scan_targets(scan *scanner, const pml_talk *talk, bool is_sure) {
  uint32_t first, end;
  for (uint32_t i = 0; i < talk->count; i++) {
    const pml_word *word = &scanner->l->c->p->words.at[talk->first + i];
    if (word->kind != PML_WORD_TARGET || !word->is_local)
      continue;
    if (word->code != PML_NONE)
      bounds_of(scanner->l, word->offset, &first, &end);
    else {
      first = word->offset;
      end = first + word->scalar.bytes;
      if (is_sure)
        put(scanner->l->done, first, end);
    }
    put(scanner->writes, first, end);
  }
}

/* Code that changes nothing: of tests, of channels, of what is sent. Talks
 * inside it lead to more. */
static void scan_tests(scan *scanner) {
  pml_rewriting *rewriting = scanner->l->c;
  while (scanner->open.count) {
    pml_find_piece(rewriting, vec_pop(&scanner->open));
    for (size_t i = 0; i < rewriting->piece.count; i++) {
      const uint32_t *w = rewriting->p->code.at + rewriting->piece.at[i];
      scan_instruction(scanner, w, false);
      if (dead_has_talk(w[0]))
        pml_each_code_of_talk(rewriting, w[1], scanner, also);
    }
  }
}

static void scan_test(scan *scanner, uint32_t start) {
  if (start == PML_NONE)
    return;
  vec_push(scanner->l->c->m, &scanner->open, start);
  scan_tests(scanner);
}

/* An instruction is run in any case if no jump before it leads beyond it. */
static void scan_effect(scan *scanner, uint32_t start) {
  pml_rewriting *rewriting = scanner->l->c;
  pml_places piece = {0};
  uint32_t beyond = 0;
  if (start == PML_NONE)
    return;
  pml_find_piece(rewriting, start);
  vec_each (uint32_t, place, &rewriting->piece)
    vec_push(rewriting->m, &piece, *place);
  for (size_t i = 0; i < piece.count; i++) {
    const uint32_t *w = rewriting->p->code.at + piece.at[i];
    bool is_sure = piece.at[i] >= beyond;
    if ((w[0] == PML_OP_JUMP || w[0] == PML_OP_JUMP_ZERO ||
         w[0] == PML_OP_JUMP_TRUE) &&
        w[1] > beyond)
      beyond = w[1];
    if (w[0] == PML_OP_DONE)
      beyond = UINT32_MAX;
    scan_instruction(scanner, w, is_sure);
    if (!dead_has_talk(w[0]))
      continue;
    pml_each_code_of_talk(rewriting, w[1], scanner, also);
    scan_tests(scanner);
    if (w[0] == PML_OP_RECEIVE)
      scan_targets(scanner, &rewriting->p->talks.at[w[1]], is_sure);
  }
  vec_free(rewriting->m, &piece);
}

static void scan_move(liveness *l, uint32_t n) {
  assert(n < l->c->p->moves.count);
  const pml_move *move = &l->c->p->moves.at[n];
  uint32_t k = n - l->first_move;
  scan scanner = {
      .l = l, .reads = at(l, l->reads, k), .writes = at(l, l->writes, k)};
  memset(l->done, 0, l->words * sizeof *l->done);
  scan_test(&scanner, move->guard);
  if (move->talk != PML_NONE) {
    pml_each_code_of_talk(l->c, move->talk, &scanner, also);
    scan_tests(&scanner);
    if (move->kind == PML_MOVE_RECEIVE)
      scan_targets(&scanner, &l->c->p->talks.at[move->talk], true);
  }
  scan_effect(&scanner, move->effect);
  memcpy(at(l, l->kills, k), l->done, l->words * sizeof *l->done);
  l->has_effect[k] = move->kind != PML_MOVE_END &&
                     (move->kind != PML_MOVE_SEND ||
                      pml_is_buffered(l->c, l->process, move->talk));
  vec_free(l->c->m, &scanner.open);
}

static const pml_point *point_at(const liveness *l, uint32_t point) {
  return &l->c->p->points.at[l->b->first_point + point];
}

static bool look_back(liveness *l, uint32_t point) {
  const pml_point *here = point_at(l, point);
  set live = at(l, l->live, point);
  bool changed = false;
  for (uint32_t i = 0; i < here->count; i++) {
    const pml_move *move = &l->c->p->moves.at[here->first + i];
    uint32_t k = here->first + i - l->first_move;
    const uint64_t *reads = at(l, l->reads, k), *kills = at(l, l->kills, k);
    const uint64_t *then = at(l, l->live, move->to);
    for (uint32_t w = 0; w < l->words; w++) {
      uint64_t more = reads[w] | l->provided[w];
      if (move->kind != PML_MOVE_END)
        more |= then[w] & ~kills[w];
      changed |= (more & ~live[w]) != 0;
      live[w] |= more;
    }
  }
  return changed;
}

/* What the move leaves other than 0, to l->now. A state must not come in two
 * forms, so nothing is reset that some way to the same point cannot reset: that
 * is dirty there. */
static void leave(const liveness *l, uint32_t point, uint32_t n) {
  assert(n < l->c->p->moves.count);
  const pml_move *move = &l->c->p->moves.at[n];
  uint32_t k = n - l->first_move;
  const uint64_t *full = at(l, l->full, point), *writes = at(l, l->writes, k);
  const uint64_t *live = at(l, l->live, move->to);
  const uint64_t *dirty = at(l, l->dirty, move->to);
  for (uint32_t w = 0; w < l->words; w++) {
    l->now[w] = full[w] | writes[w];
    if (l->has_effect[k])
      l->now[w] &= live[w] | dirty[w];
  }
}

static bool look_ahead(liveness *l, uint32_t point) {
  const pml_point *here = point_at(l, point);
  bool changed = false;
  for (uint32_t i = 0; i < here->count; i++) {
    const pml_move *move = &l->c->p->moves.at[here->first + i];
    if (move->kind == PML_MOVE_END)
      continue;
    leave(l, point, here->first + i);
    set full = at(l, l->full, move->to), dirty = at(l, l->dirty, move->to);
    uint32_t k = here->first + i - l->first_move;
    const uint64_t *kills = at(l, l->kills, k);
    for (uint32_t w = 0; w < l->words; w++) {
      uint64_t more = l->now[w], stained = l->has_effect[k] ? 0 : more;
      /* What keeps its value on the way to there must keep it here. */
      uint64_t before = dirty[w] & ~kills[w] & ~at(l, l->live, point)[w];
      uint64_t *mine = &at(l, l->dirty, point)[w];
      changed |=
          (more & ~full[w]) || (stained & ~dirty[w]) || (before & ~*mine);
      full[w] |= more;
      dirty[w] |= stained;
      *mine |= before;
    }
  }
  return changed;
}

static void repeat(liveness *l, bool (*look)(liveness *l, uint32_t point)) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = l->open.count; i-- > 0;)
      changed |= look(l, l->open.at[i]);
  }
}

/* What lies outside of variables, what others see, what is too large. */
static void find_kept(liveness *l) {
  const pml_lowered *lowered = l->c->p;
  const uint8_t *asked = l->c->asked_locals + l->c->first_local[l->process];
  for (uint32_t i = 0; i < l->b->frame_bytes; i++) {
    uint32_t v = pml_variable_at(lowered, l->process, i);
    if (v == PML_NONE) {
      put(l->kept, i, i + 1);
      continue;
    }
    uint32_t end = pml_end_of_variable(lowered, v);
    bool is_large = end - i > MOST_RESET;
    for (; i < end; i++)
      if (is_large || asked[i])
        put(l->kept, i, i + 1);
    i--;
  }
}

static void dead_open_point(liveness *l, uint32_t point) {
  if (l->is_open[point])
    return;
  l->is_open[point] = 1;
  vec_push(l->c->m, &l->open, point);
}

static void find_points(liveness *l) {
  dead_open_point(l, l->b->start);
  for (size_t i = 0; i < l->open.count; i++) {
    const pml_point *here = point_at(l, l->open.at[i]);
    for (uint32_t k = 0; k < here->count; k++) {
      const pml_move *move = &l->c->p->moves.at[here->first + k];
      scan_move(l, here->first + k);
      if (move->kind != PML_MOVE_END)
        dead_open_point(l, move->to);
    }
  }
}

/* A new process has its parameters, and what it declares. */
static void fill_first(liveness *l) {
  const pml_syntax *syntax = l->c->p->syntax;
  assert(l->process < syntax->processes.count);
  const pml_process *process = &syntax->processes.at[l->process];
  set full = at(l, l->full, l->b->start);
  scan scanner = {.l = l, .reads = l->now, .writes = full};
  for (uint32_t i = 0; i < process->parameters; i++) {
    uint32_t v = process->first_parameter + i;
    put(full, l->c->p->lies.at[v].offset, pml_end_of_variable(l->c->p, v));
  }
  scan_effect(&scanner, l->b->make);
  memcpy(at(l, l->dirty, l->b->start), full, l->words * sizeof *full);
  vec_free(l->c->m, &scanner.open);
}

static void reset(pml_rewriting *rewriting, uint32_t offset, pml_cell cell,
                  uint32_t bits) {
  pml_emit_word(rewriting, PML_OP_PUSH);
  pml_emit_word(rewriting, 0);
  pml_emit_word(rewriting, PML_OP_STORE_LOCAL);
  pml_emit_word(rewriting, offset);
  pml_emit_word(rewriting, (uint32_t)cell | bits << 8);
  pml_emit_word(rewriting,
                PML_NONE); /* 0 fits everything: no note will be made */
}

/* 'now': the bytes that become 0. */
static void append_resets(liveness *l, pml_move *move) {
  pml_rewriting *rewriting = l->c;
  uint32_t start = (uint32_t)rewriting->p->code.count, effect = move->effect;
  if (effect != PML_NONE)
    pml_append_piece(rewriting, effect);
  for (uint32_t i = 0; i < l->b->frame_bytes;) {
    uint32_t run = 0;
    while (run < 4 && i + run < l->b->frame_bytes && has(l->now, i + run))
      run++;
    if (run == 4)
      reset(rewriting, i, PML_CELL_I32, 32);
    else if (run >= 2)
      reset(rewriting, i, PML_CELL_I16, 16);
    else if (run)
      reset(rewriting, i, PML_CELL_U8, 8);
    i += run == 3 ? 2 : run ? run : 1;
  }
  pml_emit_word(rewriting, PML_OP_DONE);
  move->effect = start;
}

static void write_resets(liveness *l) {
  for (size_t i = 0; i < l->open.count; i++) {
    uint32_t point = l->open.at[i];
    const pml_point *here = point_at(l, point);
    for (uint32_t k = 0; k < here->count; k++) {
      pml_move *move = &l->c->p->moves.at[here->first + k];
      uint64_t any = 0;
      if (!l->has_effect[here->first + k - l->first_move])
        continue;
      leave(l, point, here->first + k);
      const uint64_t *full = at(l, l->full, point);
      const uint64_t *writes =
          at(l, l->writes, here->first + k - l->first_move);
      for (uint32_t w = 0; w < l->words; w++) {
        if (MUTANT("promela-reset-live"))
          l->now[w] = 0;
        l->now[w] = (full[w] | writes[w]) & ~l->now[w];
        any |= l->now[w];
      }
      if (any)
        append_resets(l, move);
    }
  }
}

/* Moves of a process lie together. */
static uint32_t count_moves(liveness *l) {
  uint32_t first = UINT32_MAX, end = 0;
  for (uint32_t i = 0; i < l->b->points; i++) {
    const pml_point *here = point_at(l, i);
    if (here->first < first)
      first = here->first;
    if (here->first + here->count > end)
      end = here->first + here->count;
  }
  l->first_move = first;
  return end - first;
}

static void reset_in_process(pml_rewriting *rewriting, uint32_t process) {
  liveness l = {.c = rewriting,
                .process = process,
                .b = &rewriting->p->behaviours.at[process]};
  uint32_t points = l.b->points, moves = count_moves(&l);
  l.words = (l.b->frame_bytes + 63) / 64;
  size_t count = 4 + 3 * (size_t)points + 3 * (size_t)moves;
  if (count > MOST_SET_WORDS / l.words)
    return;
  l.sets = mem_array(rewriting->m, count * l.words, sizeof *l.sets);
  set next = l.sets;
  set *each[] = {&l.kept, &l.provided, &l.done,  &l.now,   &l.live,
                 &l.full, &l.dirty,    &l.reads, &l.kills, &l.writes};
  for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
    *each[i] = next;
    next += l.words * (size_t)(i < 4 ? 1 : i < 7 ? points : moves);
  }
  l.has_effect = mem_alloc(rewriting->m, moves + 1);
  l.is_open = mem_alloc(rewriting->m, points + 1);
  find_kept(&l);
  scan scanner = {.l = &l, .reads = l.provided, .writes = l.now};
  scan_test(&scanner, l.b->provided);
  vec_free(rewriting->m, &scanner.open);
  find_points(&l);
  fill_first(&l);
  for (uint32_t i = 0; i < points; i++)
    memcpy(at(&l, l.live, i), l.kept, l.words * sizeof *l.kept);
  repeat(&l, look_back);
  repeat(&l, look_ahead);
  write_resets(&l);
  vec_free(rewriting->m, &l.open);
  mem_free(rewriting->m, l.sets);
  mem_free(rewriting->m, l.has_effect);
  mem_free(rewriting->m, l.is_open);
}

void pml_reset_dead(pml_rewriting *rewriting) {
  for (uint32_t i = 0; i < rewriting->p->behaviours.count; i++)
    if (pml_is_real(rewriting->p, i))
      reset_in_process(rewriting, i);
}
