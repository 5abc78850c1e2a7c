// Counters of events, in C++: a small program for tests.
#ifndef COUNTER_H
#define COUNTER_H

#include <mutex>
#include <vector>

namespace tally {

// What is told of each event.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void Heard(int amount) = 0;
};

class Guard {
 public:
  explicit Guard(std::mutex* mutex) : mutex_(mutex) { mutex_->lock(); }
  ~Guard() { mutex_->unlock(); }

 private:
  std::mutex* mutex_;
};

class Counter : public Listener {
 public:
  Counter();
  void Heard(int amount) override;
  int Total() const;
  void Reset();

 private:
  int Checked(int amount) const;

  mutable std::mutex mutex_;
  std::vector<int> amounts_;
  int most_;
};

class LoudCounter : public Counter {
 public:
  void Heard(int amount) override;
};

}  // namespace tally

#endif
