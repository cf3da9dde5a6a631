byte y;
byte x = 1 / y;

init {
  skip
}
