/* Fails one allocation of a program: preloaded, it counts them and gives no memory for the one that FAIL_ALLOCATION numbers. Where
   COUNT_ALLOCATIONS names a file, their number is written into it at the end. It needs glibc, whose own functions it calls. */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_long count;
static long failing = -1;

__attribute__((constructor)) static void begin(void) {
    const char *number = getenv("FAIL_ALLOCATION");
    count = 0;
    failing = number ? atol(number) : 0;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("COUNT_ALLOCATIONS");
    long made = count;
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%ld\n", made);
        fclose(file);
    }
}

static int fails(void) {
    return atomic_fetch_add(&count, 1) + 1 == failing;
}

void *malloc(size_t size) {
    return fails() ? (errno = ENOMEM, NULL) : __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    return fails() ? (errno = ENOMEM, NULL) : __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    return fails() ? (errno = ENOMEM, NULL) : __libc_realloc(memory, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (fails()) {
        return ENOMEM;
    }
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}
