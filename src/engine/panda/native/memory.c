/* Loads and stores as C. Each site keeps what it knows of the object that it
 * was at last; whatever could make that wrong makes all sites forget. */
#include "engine/panda/native/write.h"

#include <stdio.h>

static unsigned bytes_of(const instruction *i) { return (i->width + 7U) / 8; }

static bool is_power(unsigned bytes) { return (bytes & (bytes - 1)) == 0; }

bool native_can_access(const native_writer *writer, const instruction *i) {
  bool is_whole =
      !(i->flags & CODE_POINTER) || i->width == writer->c->cfa->pointer_bits;
  return is_power(bytes_of(i)) && is_whole;
}

static unsigned site_of(native_writer *writer, uint32_t root, unsigned bytes,
                        bool writes) {
  native_site site = {root, bytes, writes};
  for (size_t n = 0; n < writer->sites.count; n++)
    if (writer->sites.at[n].root == root &&
        writer->sites.at[n].bytes == bytes &&
        writer->sites.at[n].writes == writes)
      return (unsigned)n;
  vec_push(writer->m, &writer->sites, site);
  return (unsigned)(writer->sites.count - 1);
}

void native_declare_sites(native_writer *writer) {
  for (unsigned n = 0; n < writer->sites.count; n++)
    native_write(writer,
                 "u32 v%uo = NONE, *v%un = 0, *v%ur = 0; u64 v%ul = 0;\n"
                 "u8 *v%ub = 0, *v%us = 0; (void)v%ur;\n",
                 n, n, n, n, n, n, n);
  native_write(writer, "#define DROP() (void)(");
  for (unsigned n = 0; n < writer->sites.count; n++)
    native_write(writer, "v%uo = ", n);
  native_write(writer, "NONE)\n");
}

/* The site's object becomes that of the pointer, and the access is within it.
 */
static unsigned go_to(native_writer *writer, const operand *p, unsigned bytes,
                      bool writes) {
  unsigned n = site_of(writer, p->root, bytes, writes);
  const char *o = p->object[0] ? p->object : "0u";
  native_write(writer,
               "if (ODD(v%uo != %s)) { if (!x->look(x, %s, %s, %u, %d)) STOP;\n"
               "v%uo = %s; v%ub = x->view.bytes; v%us = x->view.state;\n"
               "v%un = x->view.notes; v%ur = x->view.refs;\n"
               "v%ul = x->view.size - %u; }\n",
               n, o, o, p->bits, bytes, writes, n, o, n, n, n, n, n, bytes);
  native_write(writer, "if (ODD(%s > v%ul)) STOP;\n", p->bits, n);
  return n;
}

/* Granules that nobody has noted since. */
static void note(native_writer *writer, unsigned n, const operand *p,
                 unsigned bytes, const char *test, const char *call) {
  native_write(writer, "if (v%un && (v%un[%s >> %d] %s", n, n, p->bits,
               GRANULE_SHIFT, test);
  if (bytes > 1)
    native_write(writer, " || v%un[(%s + %uu) >> %d] %s", n, p->bits, bytes - 1,
                 GRANULE_SHIFT, test);
  native_write(writer, ")) x->%s(x, %s, %s, %u);\n", call,
               p->object[0] ? p->object : "0u", p->bits, bytes);
}

/* What 'state' holds if the bytes are those of one pointer. */
static unsigned long long pointer_state(unsigned bytes) {
  uint64_t all = 0;
  for (unsigned i = bytes; i-- > 0;)
    all = all << 8 | (BYTE_POINTER | i << BYTE_INDEX);
  return (unsigned long long)all;
}

static void load_pointer(native_writer *writer, const instruction *i,
                         unsigned n, const operand *p) {
  unsigned bytes = bytes_of(i), name = writer->serial++;
  native_write(writer, "u32 q%u = 0; if (v%us && get%u(v%us + %s)) {\n", name,
               n, 8 * bytes, n, p->bits);
  native_write(writer, "if (get%u(v%us + %s) != 0x%llxull || !v%ur) STOP;\n",
               8 * bytes, n, p->bits, pointer_state(bytes), n);
  native_write(writer, "q%u = v%ur[%s];\n", name, n, p->bits);
  for (unsigned b = 1; b < bytes; b++)
    native_write(writer, "if (v%ur[%s + %u] != q%u) STOP;\n", n, p->bits, b,
                 name);
  native_write(writer, "}\n");
  char bits[NATIVE_TEXT], into[NATIVE_NAME];
  snprintf(bits, sizeof bits, "get%u(v%ub + %s)", 8 * bytes, n, p->bits);
  snprintf(into, sizeof into, "q%u", name);
  /* Where it leads to is known to this instruction only. */
  native_put(writer, i, bits, into, CODE_NONE, NATIVE_ALWAYS);
}

void native_write_load(native_writer *writer, const instruction *i) {
  unsigned bytes = bytes_of(i);
  operand p = native_read(writer, i->a);
  unsigned n = go_to(writer, &p, bytes, false);
  note(writer, n, &p, bytes, "!= x->serial", "note_read");
  if (i->flags & CODE_POINTER) {
    load_pointer(writer, i, n, &p);
    return;
  }
  native_write(writer, "if (v%us && ODD(get%u(v%us + %s))) STOP;\n", n,
               8 * bytes, n, p.bits);
  char whole[NATIVE_TEXT / 2], bits[NATIVE_TEXT];
  snprintf(whole, sizeof whole, "get%u(v%ub + %s)", 8 * bytes, n, p.bits);
  native_cut(bits, i->width, whole);
  native_put(writer, i, bits, "", CODE_NONE, NATIVE_ALWAYS);
}

void native_write_store(native_writer *writer, const instruction *i) {
  unsigned bytes = bytes_of(i);
  operand p = native_read(writer, i->a), v = native_read(writer, i->b);
  bool may_be_pointer = v.object[0] && i->width == writer->c->cfa->pointer_bits;
  if (v.object[0] && !may_be_pointer)
    native_write(writer, "if (%s) STOP;\n", v.object);
  unsigned n = go_to(writer, &p, bytes, true);
  native_write(writer, "changes++;\n");
  if (may_be_pointer)
    native_write(writer,
                 "if (%s) { x->write_pointer(x, %s, %s, %s, %s); DROP(); } "
                 "else {\n",
                 v.object, p.object[0] ? p.object : "0u", p.bits, v.bits,
                 v.object);
  note(writer, n, &p, bytes, "< x->since", "note_write");
  native_write(writer, "put%u(v%ub + %s, (u%u)%s);\n", 8 * bytes, n, p.bits,
               8 * bytes, v.bits);
  native_write(writer, "if (v%us) put%u(v%us + %s, 0);\n", n, 8 * bytes, n,
               p.bits);
  if (may_be_pointer)
    native_write(writer, "}\n");
}
