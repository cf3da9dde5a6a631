int largest(const int *list, int count);
