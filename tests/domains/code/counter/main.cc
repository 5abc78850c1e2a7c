#include "counter.h"

#include <cstdio>

namespace tally {
class Listener;
class Counter;

void Play(Counter& counter) {
  counter.Heard(3);
  counter.Heard(4);
}
}  // namespace tally

int main() {
  tally::LoudCounter counter;
  tally::Play(counter);
  std::printf("%d\n", counter.Total());
  return 0;
}
