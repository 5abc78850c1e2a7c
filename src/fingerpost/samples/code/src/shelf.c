/* A shelf of books: a linked list of items that the shelf owns. */
#include "shelf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int live_items = 0;

/* Copies a title, so that the item owns its text. */
static char *copy_title(const char *title)
{
    size_t length = strlen(title);
    char *copy;

    if (length > MAX_TITLE) {
        length = MAX_TITLE;
    }
    copy = malloc(length + 1);
    if (copy == NULL) {
        return NULL;
    }
    memcpy(copy, title, length);
    copy[length] = '\0';
    return copy;
}

static struct item *find_item(const struct shelf *shelf, const char *title)
{
    struct item *item = shelf->first;

    while (item != NULL && strcmp(item->title, title) != 0) {
        item = item->next;
    }
    return item;
}

static void item_free(struct item *item)
{
    if (item == NULL) {
        return;
    }
    free(item->title);
    free(item);
    live_items--;
}

struct shelf *shelf_new(void)
{
    struct shelf *shelf = malloc(sizeof(struct shelf));

    if (shelf != NULL) {
        shelf->first = NULL;
        shelf->length = 0;
    }
    return shelf;
}

static void free_chain(struct item *item)
{
    if (item != NULL) {
        free_chain(item->next);
        item_free(item);
    }
}

void shelf_free(struct shelf *shelf)
{
    if (shelf != NULL) {
        free_chain(shelf->first);
        free(shelf);
    }
}

/* Adds copies of a title; a title that is there already gets more copies. */
int shelf_add(struct shelf *shelf, const char *title, int copies)
{
    struct item *item = find_item(shelf, title);

    if (item != NULL) {
        item->copies += copies;
        return 1;
    }
    item = malloc(sizeof(struct item));
    if (item == NULL) {
        goto fail;
    }
    item->title = copy_title(title);
    if (item->title == NULL) {
        goto fail;
    }
    item->copies = copies;
    item->next = shelf->first;
    shelf->first = item;
    shelf->length++;
    live_items++;
    return 1;

fail:
    free(item);
    return 0;
}

int shelf_remove(struct shelf *shelf, const char *title)
{
    struct item **link = &shelf->first;

    for (; *link != NULL; link = &(*link)->next) {
        if (strcmp((*link)->title, title) == 0) {
            struct item *gone = *link;
            *link = gone->next;
            shelf->length--;
            item_free(gone);
            return 1;
        }
    }
    return 0;
}

int shelf_count(const struct shelf *shelf)
{
    int total = 0;
    const struct item *item;

    for (item = shelf->first; item != NULL; item = item->next) {
        total += item->copies;
    }
    return total;
}

void shelf_print(const struct shelf *shelf)
{
    const struct item *item;

    if (shelf->length == 0) {
        printf("the shelf is empty\n");
        return;
    }
    for (item = shelf->first; item != NULL; item = item->next) {
        printf("%d x %s\n", item->copies, item->title);
    }
}
