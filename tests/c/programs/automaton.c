/* A scanner: states in an enumeration, a table of transitions. */
unsigned char __VERIFIER_nondet_uchar(void);
enum state { START, NUMBER, NAME, STRING, ERROR, STATES };
enum class { DIGIT, LETTER, QUOTE, SPACE, OTHER, CLASSES };
static const unsigned char next[STATES][CLASSES] = {
    [START] = {NUMBER, NAME, STRING, START, ERROR},
    [NUMBER] = {NUMBER, ERROR, ERROR, START, START},
    [NAME] = {NAME, NAME, ERROR, START, START},
    [STRING] = {STRING, STRING, START, STRING, STRING},
    [ERROR] = {ERROR, ERROR, ERROR, START, ERROR},
};
static enum class class_of(unsigned char c) {
  if (c >= '0' && c <= '9') return DIGIT;
  if ((c | 32) >= 'a' && (c | 32) <= 'z') return LETTER;
  return c == '"'   ? QUOTE
         : c <= ' ' ? SPACE
                    : OTHER;
}
int main(void) {
  enum state s = START;
  int seen[STATES] = {0}, sum = 0;
  for (int i = 0; i < 200; i++) {
    s = next[s][class_of(__VERIFIER_nondet_uchar())];
    seen[s]++;
  }
  for (enum state k = START; k < STATES; k++)
    sum = sum * 201 + seen[k];
  return sum;
}
