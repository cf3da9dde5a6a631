/* Printed expressions, read again, mean the same: random expressions under
 * random values, with an evaluator and a toy memory of its own. */
#include "tests/unit/cfa_text.h"

#include "cfa/predicates.h"
#include "cfa/print.h"

#include <unistd.h>

/* A program to speak about. */

/* Variables of every type, an array, a struct with a nested array. The words
 * %s are filled in for 32 and 64 bits. */
static const char program32[] =
    "custos-cfa 1 pointer 32\n"
    "files 1 types 14 fields 4 variables 16 functions 1 locations 1 "
    "expressions 0 edges 1 pointers 0 bytes 0\n"
    "main f0\n"
    "s0 \"a.c\"\n"
    "t0 signed 1 \"char\"\n"
    "t1 unsigned 1 \"unsigned char\"\n"
    "t2 signed 2 \"short\"\n"
    "t3 unsigned 2 \"unsigned short\"\n"
    "t4 signed 4 \"int\"\n"
    "t5 unsigned 4 \"unsigned int\"\n"
    "t6 signed 8 \"long long\"\n"
    "t7 unsigned 8 \"unsigned long long\"\n"
    "t8 bool 1 \"_Bool\"\n"
    "t9 array 40 - t4 10\n"
    "t10 struct 24 \"struct node\" 0 4\n"
    "t11 pointer 4 - t10\n"
    "t12 array 6 - t3 3\n"
    "t13 array 72 - t10 3\n"
    "m0 \"next\" t11 0 32\n"
    "m1 \"v\" t4 32 32\n"
    "m2 \"parts\" t12 64 48\n"
    "m3 \"big\" t6 128 64\n"
    "v0 global s8 \"c\" - t0 1 - - -\n"
    "v1 global u8 \"uc\" - t1 1 - - -\n"
    "v2 global s16 \"s\" - t2 2 - - -\n"
    "v3 global u16 \"us\" - t3 2 - - -\n"
    "v4 global s32 \"i\" - t4 4 - - -\n"
    "v5 global u32 \"u\" - t5 4 - - -\n"
    "v6 global s64 \"l\" - t6 8 - - -\n"
    "v7 global u64 \"ul\" - t7 8 - - -\n"
    "v8 global u8 \"b\" - t8 1 - - -\n"
    "v9 global o40 \"a\" - t9 4 - - 0 0 0 0\n"
    "v10 global o24 \"n\" - t10 8 - - 0 0 0 0\n"
    "v11 global p32 \"p\" - t11 4 - - -\n"
    "v12 global o72 \"ns\" - t13 8 - - 0 0 0 0\n"
    "v13 global s32 \"j\" - t4 4 - - -\n"
    "v14 local s32 \"x\" f0 t4 4 @0:3:1\n"
    "v15 local u8 \"x\" f0 t1 1 @0:5:1\n"
    "f0 \"main\" l0 14 2 0 u32 - 0 @0:1:1\n"
    "l0 f0 @0:2:1\n"
    "e0 l0 - @0:2:3 halt\n";

static char program64[sizeof program32 + 100];

/* Pointers are twice as large: the struct grows from 24 to 32 bytes. */
static void make_program64(void) {
  static const char *const changes[][2] = {{"pointer 32", "pointer 64"},
                                           {"struct 24", "struct 32"},
                                           {"t11 pointer 4", "t11 pointer 8"},
                                           {"array 72", "array 96"},
                                           {"t11 0 32", "t11 0 64"},
                                           {"t4 32 32", "t4 64 32"},
                                           {"t12 64 48", "t12 96 48"},
                                           {"t6 128 64", "t6 192 64"},
                                           {"o24", "o32"},
                                           {"p32", "p64"},
                                           {"o72", "o96"}};
  snprintf(program64, sizeof program64, "%s", program32);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    char *at = strstr(program64, changes[i][0]);
    CHECK(at != NULL);
    if (!at)
      return;
    size_t old = strlen(changes[i][0]), new = strlen(changes[i][1]);
    memmove(at + new, at + old, strlen(at + old) + 1);
    memcpy(at, changes[i][1], new);
  }
}

/* A pointer is a number: its object's place in the memory plus an offset. */
enum { MEMORY = 4096, VARIABLE_SPACE = 200, FUNCTION_AT = 4000 };

typedef struct world {
  const cfa *p;
  uint64_t scalars[16];
  unsigned char memory[MEMORY];
  uint64_t *values; /* of expressions */
  unsigned char *good;
} world;

static uint64_t address(const world *w, uint32_t variable) {
  (void)w;
  return 16 + (uint64_t)variable * VARIABLE_SPACE;
}

static uint64_t load(const world *w, uint64_t at, unsigned width) {
  uint64_t value = 0;
  for (unsigned i = 0; i < (width + 7) / 8; i++)
    value |= (uint64_t)w->memory[(at + i) % MEMORY] << (8 * i);
  return bits_cut(value, width);
}

/* False: what C leaves undefined is in it. */
static bool apply(const world *w, const cfa_expression *x, uint64_t *out) {
  const cfa_expression *e = w->p->expressions.at;
  uint64_t a = w->values[x->a], b = x->b == CFA_NONE ? 0 : w->values[x->b];
  uint64_t c = x->c == CFA_NONE ? 0 : w->values[x->c];
  unsigned width = x->width;
  unsigned from = x->op == BITS_CONCAT ? e[x->b].width : e[x->a].width;
  bool is_division = x->op >= BITS_UDIV && x->op <= BITS_SREM;
  bool is_signed = x->op == BITS_SDIV || x->op == BITS_SREM;
  *out = bits_apply(x->op, width, from, a, b, c);
  if (is_division && (b == 0 || (is_signed && b == bits_mask(width) &&
                                 a == UINT64_C(1) << (width - 1))))
    return false;
  return x->op < BITS_SHL || x->op > BITS_ASHR || b < width;
}

static bool evaluate(const world *w, const cfa_expression *x, uint64_t *out) {
  unsigned bits = w->p->pointer_bits;
  switch (x->kind) {
  case CFA_CONSTANT:
    *out = x->value;
    return true;
  case CFA_VARIABLE:
    *out = bits_cut(w->scalars[x->a], x->width);
    return true;
  case CFA_ADDRESS:
    *out = bits_cut(address(w, x->a) + x->value, bits);
    return true;
  case CFA_FUNCTION:
    *out = FUNCTION_AT;
    return true;
  case CFA_LOAD:
    *out = load(w, w->values[x->a], x->width);
    return true;
  case CFA_OFFSET:
    *out = bits_cut(w->values[x->a] + w->values[x->b], bits);
    return true;
  case CFA_TO_INTEGER:
    *out = bits_cut(w->values[x->a], x->width);
    return true;
  case CFA_TO_POINTER:
    *out = w->values[x->a];
    return true;
  case CFA_GHOST:
    return false;
  case CFA_APPLY:
    break;
  }
  return apply(w, x, out);
}

static void evaluate_all(world *w) {
  uint32_t operands[3];
  for (uint32_t i = 0; i < w->p->expressions.count; i++) {
    const cfa_expression *x = &w->p->expressions.at[i];
    size_t count = cfa_operands(x, operands);
    bool good = evaluate(w, x, &w->values[i]);
    for (size_t k = 0; k < count; k++)
      good = good && w->good[operands[k]];
    w->good[i] = good;
  }
}

typedef struct maker {
  cfa_case *x;
  uint64_t seed;
  bool is_odd;  /* widths that C has not, too */
  bool is_pure; /* no pointers, no memory */
} maker;

static uint64_t draw(maker *k, uint64_t below) {
  return cfa_draw(&k->seed, below);
}

static unsigned draw_width(maker *k) {
  static const unsigned plain[] = {8, 16, 32, 32, 32, 64, 64};
  if (k->is_odd && draw(k, 4) == 0)
    return (unsigned)draw(k, 64) + 1;
  return plain[draw(k, 7)];
}

static uint32_t word(maker *k, unsigned width, unsigned depth);

static uint64_t odd_value(maker *k, unsigned width) {
  static const uint64_t odd[] = {0, 1, 2, 3, 7, 31, 128, 255, 32767};
  uint64_t half = UINT64_C(1) << (width - 1);
  switch (draw(k, 6)) {
  case 0:
    return bits_cut(half - 1 + draw(k, 3), width);
  case 1:
    return bits_cut(0 - draw(k, 5), width);
  case 2:
    return bits_cut(draw(k, UINT64_MAX) * 0x9E3779B97F4A7C15u, width);
  default:
    return bits_cut(odd[draw(k, 9)], width);
  }
}

static uint32_t make(maker *k, cfa_expression x) {
  if (x.kind != CFA_VARIABLE && x.kind != CFA_ADDRESS &&
      x.kind != CFA_FUNCTION && x.kind != CFA_LOAD && x.kind != CFA_OFFSET &&
      x.kind != CFA_TO_INTEGER && x.kind != CFA_TO_POINTER)
    x.a = CFA_NONE;
  if (x.kind != CFA_OFFSET)
    x.b = CFA_NONE;
  x.c = CFA_NONE;
  return cfa_express(&k->x->m, &k->x->p, &x);
}

static uint32_t constant(maker *k, unsigned width) {
  return make(k, (cfa_expression){.kind = CFA_CONSTANT,
                                  .width = (uint8_t)width,
                                  .is_signed = draw(k, 2),
                                  .value = odd_value(k, width)});
}

/* A word as wide as a pointer, times a size. */
static uint32_t index_of(maker *k, uint64_t size, unsigned depth) {
  unsigned bits = k->x->p.pointer_bits;
  mem *m = &k->x->m;
  cfa *p = &k->x->p;
  uint32_t n = word(k, draw(k, 2) && bits == 64 ? 32 : bits, depth);
  if (p->expressions.at[n].width < bits)
    n = cfa_apply(m, p, draw(k, 2) ? BITS_SEXT : BITS_ZEXT, bits, n, CFA_NONE,
                  CFA_NONE);
  return cfa_apply(m, p, BITS_MUL, bits, n, cfa_constant(m, p, bits, size),
                   CFA_NONE);
}

static uint32_t pointer(maker *k, unsigned depth) {
  cfa *p = &k->x->p;
  uint8_t bits = p->pointer_bits;
  static const uint32_t objects[] = {9, 10, 12};
  uint32_t object = objects[draw(k, 3)];
  cfa_expression x = {.kind = CFA_ADDRESS,
                      .width = bits,
                      .is_pointer = true,
                      .a = object,
                      .value = draw(k, 2) ? 0 : 4 * draw(k, 8)};
  switch (depth == 0 ? draw(k, 2) : draw(k, 8)) {
  case 0:
    x.kind = CFA_VARIABLE;
    x.a = 11;
    return make(k, x);
  case 1:
  case 2:
    return make(k, x);
  case 3:
  case 4: {
    uint32_t base = pointer(k, depth - 1);
    x.kind = CFA_OFFSET;
    x.a = base;
    x.b = draw(k, 2) ? index_of(k,
                                draw(k, 2)   ? 4
                                : bits == 32 ? 24
                                             : 32,
                                depth - 1)
                     : cfa_constant(&k->x->m, p, bits, 4 * draw(k, 9));
    return make(k, x);
  }
  case 5:
    x.kind = CFA_LOAD;
    x.a = pointer(k, depth - 1);
    return make(k, x);
  case 6:
    x.kind = CFA_TO_POINTER;
    x.a = word(k, bits, depth - 1);
    return make(k, x);
  default: {
    uint32_t a = word(k, 1, depth - 1), b = pointer(k, depth - 1);
    uint32_t c = pointer(k, depth - 1);
    return cfa_apply(&k->x->m, p, BITS_ITE, bits, a, b, c);
  }
  }
}

static uint32_t comparison(maker *k, unsigned depth) {
  mem *m = &k->x->m;
  cfa *p = &k->x->p;
  bits_op op = (bits_op)(BITS_EQ + draw(k, 5));
  if (draw(k, 8) == 0 && !k->is_pure) {
    uint32_t a = pointer(k, depth - 1), b = pointer(k, depth - 1);
    op = draw(k, 2) ? BITS_EQ : draw(k, 2) ? BITS_ULT : BITS_ULE;
    return cfa_apply(m, p, op, 1, a, b, CFA_NONE);
  }
  unsigned width = draw_width(k);
  uint32_t a = word(k, width, depth - 1);
  uint32_t b = draw(k, 3) ? word(k, width, depth - 1) : constant(k, width);
  return draw(k, 4) ? cfa_apply(m, p, op, 1, a, b, CFA_NONE)
                    : cfa_apply(m, p, op, 1, b, a, CFA_NONE);
}

static uint32_t converted(maker *k, unsigned width, unsigned depth) {
  unsigned from = draw_width(k);
  bits_op op = from > width ? BITS_TRUNC : draw(k, 2) ? BITS_SEXT : BITS_ZEXT;
  if (from == width || draw(k, 5) == 0)
    from = 1;
  if (from == width)
    return constant(k, width);
  if (from == 1)
    op = draw(k, 2) ? BITS_SEXT : BITS_ZEXT;
  uint32_t a = word(k, from, depth - 1);
  return cfa_apply(&k->x->m, &k->x->p, op, width, a, CFA_NONE, CFA_NONE);
}

static uint32_t leaf(maker *k, unsigned width) {
  uint32_t v = (uint32_t)draw(k, 14);
  const cfa_variable *u = &k->x->p.variables.at[v];
  if (u->is_scalar && !u->is_pointer && u->width == width)
    return make(k, (cfa_expression){
                       .kind = CFA_VARIABLE, .width = (uint8_t)width, .a = v});
  return constant(k, width);
}

static uint32_t word(maker *k, unsigned width, unsigned depth) {
  mem *m = &k->x->m;
  cfa *p = &k->x->p;
  uint32_t a, b;
  if (depth == 0) {
    for (int i = 0; i < 6; i++) {
      a = leaf(k, width);
      if (p->expressions.at[a].kind == CFA_VARIABLE)
        return a;
    }
    return constant(k, width);
  }
  uint64_t what = draw(k, 10);
  switch (k->is_pure && (what == 2 || what == 3) ? 1 : what) {
  case 0:
  case 1:
    return converted(k, width, depth);
  case 2:
    a = pointer(k, depth - 1);
    return make(k, (cfa_expression){.kind = CFA_LOAD,
                                    .width = (uint8_t)width,
                                    .is_signed = draw(k, 2),
                                    .a = a});
  case 3:
    if (draw(k, 3) == 0) {
      a = pointer(k, depth - 1);
      return make(k, (cfa_expression){.kind = CFA_TO_INTEGER,
                                      .width = (uint8_t)width,
                                      .a = a});
    }
    a = word(k, width, depth - 1);
    return cfa_apply(m, p, BITS_NOT, width, a, CFA_NONE, CFA_NONE);
  case 4: {
    uint32_t c = word(k, 1, depth - 1);
    a = word(k, width, depth - 1);
    b = word(k, width, depth - 1);
    return cfa_apply(m, p, BITS_ITE, width, c, a, b);
  }
  case 5:
    if (width >= 2) {
      unsigned low = k->is_odd || width < 16 ? (unsigned)draw(k, width - 1) + 1
                                             : width / 2;
      a = word(k, width - low, depth - 1);
      b = word(k, low, depth - 1);
      return cfa_apply(m, p, BITS_CONCAT, width, a, b, CFA_NONE);
    }
    break;
  default:
    break;
  }
  if (width == 1 && draw(k, 4))
    return comparison(k, depth);
  bits_op op = (bits_op)draw(k, BITS_EQ);
  bool is_shift = op >= BITS_SHL && op <= BITS_ASHR;
  a = word(k, width, depth - 1);
  b = is_shift && draw(k, 4)
          ? cfa_constant(m, p, width, bits_cut(draw(k, width), width))
          : word(k, width, depth - 1);
  return cfa_apply(m, p, op, width, a, b, CFA_NONE);
}

static void shake(world *w, maker *k) {
  for (uint32_t i = 0; i < 14; i++) {
    const cfa_variable *v = &w->p->variables.at[i];
    if (v->is_scalar)
      w->scalars[i] = v->is_pointer ? draw(k, MEMORY) : odd_value(k, v->width);
  }
  for (int i = 0; i < MEMORY; i++)
    w->memory[i] = (unsigned char)(draw(k, 3) ? draw(k, 256) : 0);
}

static desk_text printed;

static bool print_it(const cfa *p, uint32_t n) {
  text out;
  desk_empty(&printed);
  text_init(&out, desk_add, &printed);
  bool is_c = cfa_print_expression(p, n, &out);
  text_end(&out);
  return is_c;
}

static unsigned long compared, refused;

static void compare(maker *k, uint32_t n, uint32_t back) {
  world w = {.p = &k->x->p};
  size_t count = w.p->expressions.count;
  w.values = mem_array(&k->x->m, count, sizeof *w.values);
  w.good = mem_alloc(&k->x->m, count);
  for (int i = 0; i < 20; i++) {
    shake(&w, k);
    evaluate_all(&w);
    if (!w.good[n])
      continue;
    compared++;
    CHECK(w.good[back] && w.values[n] == w.values[back]);
    if (!w.good[back] || w.values[n] != w.values[back]) {
      printf("%u bits: '%s'\n", w.p->pointer_bits, printed.at);
      break;
    }
  }
  mem_free(&k->x->m, w.values);
  mem_free(&k->x->m, w.good);
}

static void there_and_back(const char *program, uint64_t seed, bool is_odd) {
  static cfa_case x;
  cfa_case_init(&x);
  bool right = cfa_case_read(&x, program, strlen(program));
  CHECK(right);
  if (!right) {
    printf("%u: %s\n", x.r.entries[0].line, x.r.entries[0].message);
    cfa_case_clear(&x);
    return;
  }
  maker k = {.x = &x, .seed = seed, .is_odd = is_odd};
  unsigned depth = (unsigned)draw(&k, 5) + 1;
  uint32_t n = word(&k, 1, depth), back;
  if (!print_it(&x.p, n)) {
    refused++;
  } else {
    right = cfa_read_condition(&x.m, &x.p, printed.at, printed.count, CFA_NONE,
                               0, "p", 1, 1, &x.r, &back);
    CHECK(right);
    if (right)
      compare(&k, n, back);
    else
      printf("'%s': %u: %s\n", printed.at, x.r.entries[0].column,
             x.r.entries[0].message);
  }
  cfa_case_clear(&x);
}

static void test_there_and_back(void) {
  for (uint64_t i = 0; i < 3000 && check_failed < 5; i++)
    there_and_back(i & 1 ? program64 : program32, i * 7919 + 3, i & 2);
  CHECK(compared > 15000 && refused < 500);
  printf("%lu compared, %lu have no C form\n", compared, refused);
}

/* Layer upon layer of one kind around a variable. */
static const char *const layers[][2] = {
    {"-", ""},
    {"- -", ""},
    {"!", ""},
    {"~", ""},
    {"(", ")"},
    {"1 - (", ")"},
    {"(", ") * 3 - 1"},
    {"(b ? u : ", ")"},
    {"(signed char)-", ""},
    {"l + (long long)(unsigned char)(", ")"},
    {"!b || (", ")"},
    {"(", ") << 1 == us"},
    {"-(short)~", ""},
    {"a[1 & ", "]"}};

/* False: it is refused, and said why. */
static bool read_deep(cfa_case *x, const char *const layer[2], unsigned count,
                      uint32_t *condition) {
  desk_text whole = {0};
  for (unsigned i = 0; i < count; i++)
    desk_add(&whole, layer[0], strlen(layer[0]));
  desk_add(&whole, "i", 1);
  for (unsigned i = 0; i < count; i++)
    desk_add(&whole, layer[1], strlen(layer[1]));
  size_t before = x->r.count;
  bool is_read = cfa_read_condition(&x->m, &x->p, whole.at, whole.count,
                                    CFA_NONE, 0, "p", 1, 1, &x->r, condition);
  CHECK(is_read == (x->r.count == before));
  free(whole.at);
  return is_read;
}

/* What is printed is read again, however deep it is. */
static unsigned deepest_printed(const char *program,
                                const char *const layer[2]) {
  unsigned most = 0;
  for (unsigned count = 1; count < 260; count += count < 60 ? 7 : 3) {
    static cfa_case x;
    uint32_t n, back;
    cfa_case_init(&x);
    CHECK(cfa_case_read(&x, program, strlen(program)));
    CHECK(read_deep(&x, layer, count, &n));
    if (print_it(&x.p, n)) {
      bool right = cfa_read_condition(&x.m, &x.p, printed.at, printed.count,
                                      CFA_NONE, 0, "p", 1, 1, &x.r, &back);
      CHECK(right);
      if (right)
        compare(&(maker){.x = &x, .seed = count}, n, back);
      most = count;
    }
    cfa_case_clear(&x);
  }
  return most;
}

static void test_deep(void) {
  for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
    CHECK(deepest_printed(program32, layers[i]) > 30);
    CHECK(deepest_printed(program64, layers[i]) > 30);
    static cfa_case x;
    uint32_t n;
    cfa_case_init(&x);
    CHECK(cfa_case_read(&x, program32, strlen(program32)));
    bool is_left = layers[i][0][0] == '(' && !layers[i][0][1];
    CHECK(!read_deep(&x, layers[i], 5000, &n) || is_left);
    cfa_case_clear(&x);
  }
}

/* What a compiler says. */

enum { PURE = 300, ROUNDS = 6 };

static const char *const declared[] = {
    "signed char c",  "unsigned char uc",
    "short s",        "unsigned short us",
    "int i",          "unsigned int u",
    "long long l",    "unsigned long long ul",
    "unsigned char b"};

static void write_functions(cfa_case *x, FILE *f, uint32_t *chosen) {
  maker k = {.x = x, .seed = 99, .is_odd = false, .is_pure = true};
  fputs("#include <stdio.h>\n", f);
  for (size_t i = 0; i < sizeof declared / sizeof *declared; i++)
    fprintf(f, "static %s;\n", declared[i]);
  for (int i = 0; i < PURE; i++) {
    k.is_odd = i & 1;
    uint32_t n;
    do
      n = word(&k, 1, 4);
    while (!print_it(&x->p, n) || strstr(printed.at, " j") ||
           strstr(printed.at, "(j") || printed.at[0] == 'j' ||
           strstr(printed.at, "~j") || strstr(printed.at, ")j") ||
           strstr(printed.at, "-j"));
    chosen[i] = n;
    fprintf(f, "static int f%d(void) { return (%s) != 0; }\n", i, printed.at);
  }
}

/* One line of 0, 1 and '-' a round; where the automaton's value is undefined,
 * the compiled function is not called. */
static void write_rounds(cfa_case *x, FILE *f, const uint32_t *chosen,
                         char *expected) {
  world w = {.p = &x->p};
  maker k = {.x = x, .seed = 5};
  size_t count = x->p.expressions.count;
  w.values = mem_array(&x->m, count, sizeof *w.values);
  w.good = mem_alloc(&x->m, count);
  fputs("int main(void) {\n", f);
  for (int r = 0; r < ROUNDS; r++) {
    shake(&w, &k);
    evaluate_all(&w);
    for (size_t i = 0; i < sizeof declared / sizeof *declared; i++)
      fprintf(f, "  %s = %lluu;\n", strrchr(declared[i], ' ') + 1,
              (unsigned long long)w.scalars[i]);
    for (int i = 0; i < PURE; i++) {
      bool good = w.good[chosen[i]];
      *expected++ = (char)(!good ? '-' : '0' + (int)w.values[chosen[i]]);
      if (good)
        fprintf(f, "  putchar('0' + f%d());\n", i);
      else
        fputs("  putchar('-');\n", f);
    }
  }
  fputs("  return 0;\n}\n", f);
  *expected = '\0';
}

/* A compiler's own idea of C, where there is one. */
static void test_compiled(void) {
  static cfa_case x;
  static uint32_t chosen[PURE];
  static char expected[PURE * ROUNDS + 1], got[PURE * ROUNDS + 1];
  char name[64], command[300];
  snprintf(name, sizeof name, "/tmp/cfa-print-%ld", (long)getpid());
  snprintf(command, sizeof command, "%s.c", name);
  FILE *f = fopen(command, "w");
  cfa_case_init(&x);
  CHECK(f && cfa_case_read(&x, program32, strlen(program32)));
  write_functions(&x, f, chosen);
  write_rounds(&x, f, chosen, expected);
  fclose(f);
  snprintf(command, sizeof command,
           "cc -w -O0 -fwrapv -o %s %s.c && %s >%s.out", name, name, name,
           name);
  if (system("cc --version >/dev/null 2>&1") != 0) {
    printf("skipped: no C compiler\n");
  } else {
    CHECK(system(command) == 0);
    snprintf(command, sizeof command, "%s.out", name);
    f = fopen(command, "r");
    size_t n = f ? fread(got, 1, sizeof got - 1, f) : 0;
    if (f)
      fclose(f);
    CHECK(n == PURE * ROUNDS);
    for (size_t i = 0; i < n; i++) {
      CHECK(got[i] == expected[i]);
      if (got[i] != expected[i]) {
        print_it(&x.p, chosen[i % PURE]);
        printf("compiled: '%s'\n", printed.at);
      }
    }
  }
  snprintf(command, sizeof command, "rm -f %s %s.c %s.out", name, name, name);
  CHECK(system(command) == 0);
  cfa_case_clear(&x);
}

int main(void) {
  make_program64();
  test_there_and_back();
  test_deep();
  test_compiled();
  free(printed.at);
  return check_end();
}
