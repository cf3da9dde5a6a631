#include "engine/parallel/pool_array.h"

struct pool_words {
  pool_array words;
};

pool_words *pool_words_new(mem *m) { return mem_alloc(m, sizeof(pool_words)); }

_Atomic uint32_t *pool_word(pool_words *words, pool_hand *hand,
                            uint32_t number) {
  pool_place at = pool_array_place(number);
  _Atomic uint32_t *piece =
      pool_array_piece(&words->words, hand, at, sizeof *piece);
  return piece + at.offset;
}
