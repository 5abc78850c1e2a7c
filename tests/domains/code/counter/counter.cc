#include "counter.h"

#include <cstdio>
#include <cstdlib>

namespace tally {

Counter::Counter() : most_(100) {}

// Keeps an amount, at most the largest that is allowed.
void Counter::Heard(int amount) {
  Guard guard(&mutex_);
  amounts_.push_back(Checked(amount));
}

int Counter::Checked(int amount) const {
  if (amount < 0) {
    std::abort();
  }
  return amount < most_ ? amount : most_;
}

int Counter::Total() const {
  Guard guard(&mutex_);
  int total = 0;
  for (int amount : amounts_) {
    total += amount;
  }
  return total;
}

void Counter::Reset() { amounts_.clear(); }

void LoudCounter::Heard(int amount) {
  std::printf("heard %d\n", amount);
  Counter::Heard(amount);
}

}  // namespace tally
