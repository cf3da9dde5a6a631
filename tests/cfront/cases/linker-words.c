// exit: 2
// says: words for the linker \(pragma comment\) are not supported
#pragma comment(lib, "anything")

int main(void) {
  return 0;
}
