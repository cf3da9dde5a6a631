/* Equations between variables: a1*x1 + ... + an*xn == c, found as the null
 * space of the rows (the domain of Karr 1976, by samples). Computed in the
 * field of 2^31-1 elements, where nothing overflows; small fractions are read
 * off, and the result is tried on the rows like any other guess. */
#include "engine/panda/loops/guess.h"

enum {
  MOST_COLUMNS = 16,
  MOST_LARGE = 2,        /* constants that are scaled: columns of their own */
  MOST_COEFFICIENT = 600 /* numerator or denominator */
};
#define PRIME UINT64_C(2147483647)

typedef struct matrix {
  guesser *g;
  unsigned width;
  size_t columns;                            /* 1, large constants, variables */
  size_t first;                              /* the first variable */
  uint64_t large[MOST_LARGE];                /* by column - 1 */
  size_t variables[MOST_COLUMNS];            /* by column: index in the row */
  uint64_t rows[MOST_COLUMNS][MOST_COLUMNS]; /* reduced; by pivot */
  bool is_pivot[MOST_COLUMNS];
} matrix;

static uint64_t inverse(uint64_t x) {
  uint64_t y = 1;
  for (uint64_t e = PRIME - 2; e; e >>= 1, x = x * x % PRIME)
    if (e & 1)
      y = y * x % PRIME;
  return y;
}

static uint64_t to_field(uint64_t x, unsigned width) {
  int64_t rest = bits_signed(x, width) % (int64_t)PRIME;
  return (uint64_t)(rest < 0 ? rest + (int64_t)PRIME : rest);
}

/* x = n/d with both small? By the extended Euclidean algorithm. */
static bool as_fraction(uint64_t x, int64_t *n, int64_t *d) {
  int64_t r0 = (int64_t)PRIME, r1 = (int64_t)x, t0 = 0, t1 = 1;
  while (r1 > MOST_COEFFICIENT) {
    int64_t q = r0 / r1, r = r0 - q * r1, t = t0 - q * t1;
    r0 = r1, r1 = r, t0 = t1, t1 = t;
  }
  *n = t1 < 0 ? -r1 : r1;
  *d = t1 < 0 ? -t1 : t1;
  return *d != 0 && *d <= MOST_COEFFICIENT;
}

static int64_t common(int64_t a, int64_t b) {
  while (b) {
    int64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

static void subtract(uint64_t *from, const uint64_t *row, uint64_t times,
                     size_t columns) {
  for (size_t i = 0; i < columns; i++)
    from[i] = (from[i] + (PRIME - times) * row[i]) % PRIME;
}

/* Keeps the reduced echelon form. */
static void add_row(matrix *a, uint64_t *row) {
  for (size_t i = 0; i < a->columns; i++)
    if (a->is_pivot[i] && row[i])
      subtract(row, a->rows[i], row[i], a->columns);
  size_t lead = 0;
  while (lead < a->columns && !row[lead])
    lead++;
  if (lead == a->columns)
    return;
  uint64_t by = inverse(row[lead]);
  for (size_t i = 0; i < a->columns; i++)
    row[i] = row[i] * by % PRIME;
  for (size_t i = 0; i < a->columns; i++)
    if (a->is_pivot[i] && a->rows[i][lead])
      subtract(a->rows[i], row, a->rows[i][lead], a->columns);
  memcpy(a->rows[lead], row, sizeof a->rows[lead]);
  a->is_pivot[lead] = true;
}

static void fill(matrix *a, const guess_atom *arm) {
  const loop_rows *rows = &a->g->l->rows;
  const uint64_t *out = arm ? a->g->pool.at + arm->bits : NULL;
  for (size_t n = 0; n < rows->known.count; n++) {
    uint64_t row[MOST_COLUMNS] = {1};
    bool is_known = !(out && out[n / 64] >> n % 64 & 1);
    for (size_t i = 1; i < a->first; i++)
      row[i] = sampler_scaled(&a->g->x->sampler, rows->scales.at[n],
                              a->large[i - 1]) %
               PRIME;
    for (size_t i = a->first; i < a->columns; i++) {
      is_known = is_known && rows->known.at[n] >> a->variables[i] & 1;
      row[i] = to_field(guess_value(a->g, n, a->variables[i]), a->width);
    }
    if (is_known)
      add_row(a, row);
  }
}

/* What is added to one side; CFA_NONE: nothing yet. */
static uint32_t plus(matrix *a, uint32_t sum, uint32_t x, uint64_t times) {
  guesser *g = a->g;
  uint32_t by = cfa_constant(g->x->m, g->p, a->width, times);
  uint32_t part = times == 1 ? x : guess_apply(g, BITS_MUL, a->width, by, x);
  return sum == CFA_NONE ? part : guess_apply(g, BITS_ADD, a->width, sum, part);
}

/* The number that is left over, from a row of the program as it is; false:
 * there is none. */
static bool rest_of(const matrix *a, const guess_atom *arm, const int64_t *by,
                    uint64_t *rest) {
  const loop_rows *rows = &a->g->l->rows;
  const uint64_t *out = arm ? a->g->pool.at + arm->bits : NULL;
  for (int scaled = 0; scaled < 2; scaled++)
    for (size_t n = 0; n < rows->known.count; n++) {
      bool fits = !(out && out[n / 64] >> n % 64 & 1) &&
                  (rows->scales.at[n] != 0) == scaled;
      uint64_t sum = 0;
      for (size_t i = 1; i < a->columns; i++) {
        uint64_t x = i < a->first
                         ? sampler_scaled(&a->g->x->sampler, rows->scales.at[n],
                                          a->large[i - 1])
                         : (uint64_t)bits_signed(
                               guess_value(a->g, n, a->variables[i]), a->width);
        fits =
            fits && (i < a->first || rows->known.at[n] >> a->variables[i] & 1);
        sum += (uint64_t)by[i] * x;
      }
      *rest = bits_cut(0 - sum, a->width);
      if (fits)
        return true;
    }
  return false;
}

/* by[1]*x1 + ... + rest == 0, with positive factors on both sides. */
static uint32_t equation(matrix *a, const int64_t *by, uint64_t rest) {
  guesser *g = a->g;
  uint32_t sides[2] = {CFA_NONE, CFA_NONE};
  uint64_t numbers[2] = {0, 0};
  for (size_t i = 1; i < a->columns; i++) {
    int side = by[i] < 0;
    uint64_t times = (uint64_t)(side ? -by[i] : by[i]);
    if (!times)
      continue;
    if (i < a->first)
      numbers[side] += times * a->large[i - 1];
    else
      sides[side] =
          plus(a, sides[side],
               guess_read(g, g->l->rows.variables.at[a->variables[i]]), times);
  }
  bool is_negative = bits_signed(rest, a->width) < 0;
  numbers[is_negative] += is_negative ? 0 - rest : rest;
  uint64_t both = numbers[0] - numbers[1]; /* on one side only */
  bool is_left = (int64_t)bits_signed(bits_cut(both, a->width), a->width) > 0;
  uint64_t number = bits_cut(is_left ? both : 0 - both, a->width);
  uint32_t c = cfa_constant(g->x->m, g->p, a->width, number);
  int at = is_left ? 0 : 1;
  if (sides[at] == CFA_NONE)
    sides[at] = c;
  else if (number)
    sides[at] = guess_apply(g, BITS_ADD, a->width, sides[at], c);
  if (sides[1 - at] == CFA_NONE)
    sides[1 - at] = cfa_constant(g->x->m, g->p, a->width, 0);
  return guess_apply(g, BITS_EQ, 1, sides[0], sides[1]);
}

static bool affine_mentions_change(const matrix *a, const int64_t *by) {
  size_t count = 0;
  for (size_t i = a->first; i < a->columns; i++)
    count += by[i] && a->variables[i] < a->g->l->rows.changing;
  return count > 0;
}

/* The vector of the null space in which this column is 1 and other columns
 * without a pivot are 0. */
static bool read_vector(const matrix *a, size_t column, int64_t *by) {
  int64_t scale = 1, n, d;
  for (int round = 0; round < 2; round++)
    for (size_t i = 1; i < a->columns; i++) {
      uint64_t x = a->is_pivot[i] ? (PRIME - a->rows[i][column]) % PRIME : 0;
      if (i == column)
        x = 1;
      if (!as_fraction(x, &n, &d))
        return false;
      if (round == 0)
        scale = scale / common(scale, d) * d;
      if (scale > MOST_COEFFICIENT)
        return false;
      by[i] = n * (scale / d);
    }
  return true;
}

static void offer(matrix *a, const guess_atom *arm, const int64_t *by) {
  uint64_t rest;
  if (!affine_mentions_change(a, by) || !rest_of(a, arm, by, &rest))
    return;
  uint32_t e = equation(a, by, rest);
  if (!arm) {
    guess_offer(a->g, e);
    return;
  }
  bool holds = loops_hold(a->g->x, a->g->l, e, a->g->scratch);
  if (!holds && guess_covers(a->g, arm, a->g->scratch))
    guess_either(a->g, arm->condition, e);
}

/* by - f * other, in small numbers, without this column. */
static bool without(const matrix *a, size_t column, const int64_t *by,
                    const int64_t *other, int64_t *out) {
  int64_t up = by[column], down = other[column];
  if (!up || !down)
    return false;
  for (size_t i = 1; i < a->columns; i++) {
    out[i] = by[i] * down - other[i] * up;
    if (out[i] > MOST_COEFFICIENT || out[i] < -MOST_COEFFICIENT)
      return false;
  }
  for (size_t i = 1; down < 0 && i < a->columns; i++)
    out[i] = -out[i];
  return true;
}

/* What is equal in all rows, but does not change here, need not be equal in
 * other runs: the equation is also said of the other one. */
static void offer_others(matrix *a, const guess_atom *arm, const int64_t *by) {
  for (size_t j = a->first; j < a->columns; j++) {
    int64_t other[MOST_COLUMNS] = {0}, made[MOST_COLUMNS] = {0};
    if (a->is_pivot[j] || !read_vector(a, j, other) ||
        affine_mentions_change(a, other))
      continue;
    for (size_t i = a->first; i < a->columns; i++)
      if (without(a, i, by, other, made))
        offer(a, arm, made);
  }
}

static void read_equations(matrix *a, const guess_atom *arm) {
  for (size_t j = a->first; j < a->columns; j++) {
    int64_t by[MOST_COLUMNS] = {0};
    if (a->is_pivot[j] || !read_vector(a, j, by) ||
        !affine_mentions_change(a, by))
      continue;
    offer(a, arm, by);
    if (!arm)
      offer_others(a, arm, by);
  }
}

/* What has no value in some row is in no invariant. */
static bool is_fit(const matrix *a, size_t i) {
  const loop_rows *rows = &a->g->l->rows;
  if (a->g->p->variables.at[rows->variables.at[i]].width != a->width)
    return false;
  vec_each (const uint64_t, known, &rows->known)
    if (!(*known >> i & 1))
      return false;
  return true;
}

/* Variables of one width, those that change last: they are what equations are
 * solved for. */
static void choose(matrix *a) {
  const loop_rows *rows = &a->g->l->rows;
  size_t changing = 0;
  a->columns = 1;
  for (size_t i = 0; i < a->g->constants.count && a->columns <= MOST_LARGE; i++)
    for (size_t n = 0; n < a->g->x->sampler.large.count; n++)
      if (a->g->constants.at[i] == a->g->x->sampler.large.at[n] &&
          a->columns <= MOST_LARGE)
        a->large[a->columns++ - 1] = a->g->constants.at[i];
  a->first = a->columns;
  for (size_t i = 0; i < rows->changing; i++)
    changing += is_fit(a, i);
  for (size_t i = rows->changing; i < rows->variables.count; i++)
    if (is_fit(a, i) && a->columns + changing < MOST_COLUMNS)
      a->variables[a->columns++] = i;
  for (size_t i = 0; i < rows->changing && a->columns < MOST_COLUMNS; i++)
    if (is_fit(a, i))
      a->variables[a->columns++] = i;
}

/* The slowest first: others are multiples of them, not the other way round. */
static uint64_t size_of(const matrix *a, size_t column) {
  const loop_rows *rows = &a->g->l->rows;
  uint64_t sum = 0;
  for (size_t n = 0; n < rows->known.count; n++) {
    int64_t x =
        bits_signed(guess_value(a->g, n, a->variables[column]), a->width);
    uint64_t size = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
    sum += size > UINT32_MAX ? UINT32_MAX : size;
  }
  return sum;
}

/* Only among those that change, which come last. */
static void sort(matrix *a) {
  size_t first = a->first;
  while (first < a->columns && a->variables[first] >= a->g->l->rows.changing)
    first++;
  for (size_t i = first; i < a->columns; i++)
    for (size_t j = i; j > first && size_of(a, j) < size_of(a, j - 1); j--) {
      size_t x = a->variables[j];
      a->variables[j] = a->variables[j - 1];
      a->variables[j - 1] = x;
    }
}

void guess_affine(guesser *g, const guess_atom *arm) {
  static const unsigned widths[] = {8, 16, 32, 64};
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    matrix a = {.g = g, .width = widths[i]};
    choose(&a);
    if (a.columns < a.first + 1)
      continue;
    sort(&a);
    fill(&a, arm);
    read_equations(&a, arm);
  }
}
