// Stands in for the kernel's dma heaps, which many machines are without, when preloaded into a process.
//
// A heap hands out memory that devices share. The virtual camera of libcamera only maps its buffers, so memory
// of a memfd will do. (/dev/udmabuf would do, too, but it rounds the planes of a picture up to whole pages.)
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define ALLOCATE 0xc0184800u /* DMA_HEAP_IOCTL_ALLOC */
#define SYNC 0x40086200u     /* DMA_BUF_IOCTL_SYNC */
#define NAME 0x6201u         /* DMA_BUF_SET_NAME_A or _B, without its size */

struct allocation {
    uint64_t length;
    uint32_t file, flags;
    uint64_t heap_flags;
};

static int opened(const char *path, int flags, mode_t mode)
{
    if (path && !strncmp(path, "/dev/dma_heap/", 14))
        path = "/dev/null";
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

#define STAND_IN(name)                                        \
    int name(const char *path, int flags, ...)                \
    {                                                         \
        mode_t mode = 0;                                      \
        if (flags & (O_CREAT | O_TMPFILE)) {                  \
            va_list rest;                                     \
            va_start(rest, flags);                            \
            mode = (mode_t)va_arg(rest, unsigned);            \
            va_end(rest);                                     \
        }                                                     \
        return opened(path, flags, mode);                     \
    }

STAND_IN(open)
STAND_IN(open64)

int __open_2(const char *path, int flags) { return opened(path, flags, 0); }
int __open64_2(const char *path, int flags) { return opened(path, flags, 0); }

static int allocate(struct allocation *wanted)
{
    int file = memfd_create("dma heap", MFD_CLOEXEC);
    if (file < 0)
        return -1;
    if (ftruncate(file, (off_t)wanted->length) < 0) {
        close(file);
        return -1;
    }
    wanted->file = (uint32_t)file;
    return 0;
}

int ioctl(int file, unsigned long request, ...)
{
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if ((uint32_t)request == ALLOCATE)
        return allocate(argument);
    long result = syscall(SYS_ioctl, file, request, argument);
    int harmless = (uint32_t)request == SYNC || ((uint32_t)request & 0xffff) == NAME;
    if (result < 0 && harmless) {
        errno = 0;
        return 0;
    }
    return (int)result;
}
