#ifndef SHELF_H
#define SHELF_H

#include <stddef.h>

#define MAX_TITLE 64

/* One item on the shelf. */
struct item {
    char *title;
    int copies;
    struct item *next;
};

struct shelf {
    struct item *first;
    size_t length;
};

struct shelf *shelf_new(void);
void shelf_free(struct shelf *shelf);
int shelf_add(struct shelf *shelf, const char *title, int copies);
int shelf_remove(struct shelf *shelf, const char *title);
int shelf_count(const struct shelf *shelf);
void shelf_print(const struct shelf *shelf);

#endif
