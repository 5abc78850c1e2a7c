/* Sorts numbers by one of several orders: functions that only a table or a call of qsort refers to. */
#include <stdlib.h>

#define CLEAR(p) do { free(p); (p) = NULL; } while (0)

typedef int (*order)(const void *, const void *);

static int up(const void *one, const void *other);
static int down(const void *one, const void *other);

static const order orders[] = { up };

static int up(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

static int down(const void *one, const void *other)
{
    return up(other, one);
}

static int forgotten(int number)
{
    return number + 1;
}

void sort_down(int *numbers, size_t count)
{
    qsort(numbers, count, sizeof *numbers, down);
}

void drop(int *numbers)
{
    CLEAR(numbers);
}

enum { BASE = 10, TENS = 100 };

struct tally {
    int digits;
    int zeros;
};

int tens(struct tally *tally, int number)
{
    tally->digits = number / TENS;
    return number % BASE;
}

int digits(int number)
{
    int count = 0;

    do {
        number /= 10;
        count++;
    } while (number != 0);
    return count;
}
