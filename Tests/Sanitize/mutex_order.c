// Tells ThreadSanitizer what a contended Swift Mutex orders, when loaded before the Swift runtime.
//
// Without contention a Mutex is an atomic exchange, compiled into our code, where the sanitizer sees it. With contention
// it is a futex call inside the runtime, which is not instrumented: a thread that waited for the lock would seem never to
// have taken it, and all it guards would look like races. These two stand before the runtime's functions of the same name.

#include <dlfcn.h>
#include <stddef.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// There only in a process built with the sanitizer.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef SWIFT void (*LockSlow)(unsigned thread, SELF void *mutex);
typedef SWIFT void (*UnlockSlow)(SELF void *mutex);

SWIFT void lockSlow(unsigned thread, SELF void *mutex) __asm__(LOCK_SLOW);
SWIFT void unlockSlow(SELF void *mutex) __asm__(UNLOCK_SLOW);

static LockSlow runtimeLock;
static UnlockSlow runtimeUnlock;

// Before any thread starts.
__attribute__((constructor)) static void findRuntime(void) {
    runtimeLock = (LockSlow)dlsym(RTLD_NEXT, LOCK_SLOW);
    runtimeUnlock = (UnlockSlow)dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

SWIFT void lockSlow(unsigned thread, SELF void *mutex) {
    runtimeLock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlockSlow(SELF void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    runtimeUnlock(mutex);
}
