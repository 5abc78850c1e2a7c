/* Fills a shelf from the command line and prints it. */
#include "shelf.h"

#include <stdio.h>
#include <stdlib.h>

static int parse_copies(const char *text)
{
    int copies = atoi(text);

    switch (copies) {
    case 0:
        return 1;
    default:
        return copies < 0 ? -copies : copies;
    }
}

static void usage(const char *program)
{
    fprintf(stderr, "usage: %s title copies ...\n", program);
}

int main(int argc, char **argv)
{
    struct shelf *shelf = shelf_new();
    int index;

    if (shelf == NULL || argc < 3) {
        usage(argv[0]);
        shelf_free(shelf);
        return 1;
    }
    for (index = 1; index + 1 < argc; index += 2) {
        if (!shelf_add(shelf, argv[index], parse_copies(argv[index + 1]))) {
            shelf_free(shelf);
            return 2;
        }
    }
    shelf_print(shelf);
    printf("%d copies\n", shelf_count(shelf));
    shelf_free(shelf);
    return 0;
}
