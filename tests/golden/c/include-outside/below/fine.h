int below = 3;
