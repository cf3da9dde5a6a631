#include "sandbox/calls.h"

#include <sys/syscall.h>

/* Numbers of i386 stand beside the names, since programs may be compiled for 32
 * bits; a name that not every machine knows is asked for. Nothing here opens a
 * socket, starts a process, looks into another one or changes who one is. Which
 * files may be opened is not for these rules to say: they see no names. */

const call program_calls[] = {{SYS_read, 3, ANY},
                              {SYS_write, 4, ANY},
                              {SYS_readv, 145, ANY},
                              {SYS_writev, 146, ANY},
                              {SYS_pread64, 180, ANY},
                              {SYS_pwrite64, 181, ANY},
                              {SYS_lseek, 19, ANY},
                              {SYS_close, 6, ANY},
                              {SYS_brk, 45, ANY},
                              {SYS_mmap, 90, ANY},
                              {SYS_munmap, 91, ANY},
                              {SYS_mremap, 163, ANY},
                              {SYS_mprotect, 125, ANY},
                              {SYS_madvise, 219, ANY},
                              {SYS_mincore, 218, ANY},
                              {SYS_futex, 240, ANY},
                              {SYS_rt_sigaction, 174, ANY},
                              {SYS_rt_sigprocmask, 175, ANY},
                              {SYS_rt_sigreturn, 173, ANY},
                              {SYS_rt_sigsuspend, 179, ANY},
                              {SYS_rt_sigpending, 176, ANY},
                              {SYS_rt_sigtimedwait, 177, ANY},
                              {SYS_sigaltstack, 186, ANY},
                              {SYS_clock_gettime, 265, ANY},
                              {SYS_clock_getres, 266, ANY},
                              {SYS_clock_nanosleep, 267, ANY},
                              {SYS_nanosleep, 162, ANY},
                              {SYS_gettimeofday, 78, ANY},
                              {SYS_times, 43, ANY},
                              {SYS_getrusage, 77, ANY},
                              {SYS_getitimer, 105, ANY},
                              {SYS_setitimer, 104, ANY},
                              {SYS_openat, 295, ANY},
                              {SYS_faccessat, 307, ANY},
                              {SYS_faccessat2, 439, ANY},
                              {SYS_stat, 106, ANY},
                              {SYS_lstat, 107, ANY},
                              {SYS_fstat, 108, ANY},
                              {SYS_newfstatat, -1, ANY},
                              {SYS_statx, 383, ANY},
                              {SYS_readlinkat, 305, ANY},
                              {SYS_getcwd, 183, ANY},
                              {SYS_chdir, 12, ANY},
                              {SYS_fchdir, 133, ANY},
                              {SYS_getdents64, 220, ANY},
                              {SYS_umask, 60, ANY},
                              {SYS_dup, 41, ANY},
                              {SYS_dup3, 330, ANY},
                              {SYS_fcntl, 55, ANY},
                              {SYS_pipe2, 331, ANY},
                              {SYS_ppoll, 309, ANY},
                              {SYS_pselect6, 308, ANY},
                              {SYS_ftruncate, 93, ANY},
                              {SYS_fsync, 118, ANY},
                              {SYS_getpid, 20, ANY},
                              {SYS_gettid, 224, ANY},
                              {SYS_getppid, 64, ANY},
                              {SYS_getpgid, 132, ANY},
                              {SYS_getsid, 147, ANY},
                              {SYS_getuid, 24, ANY},
                              {SYS_geteuid, 49, ANY},
                              {SYS_getgid, 47, ANY},
                              {SYS_getegid, 50, ANY},
                              {SYS_getgroups, 80, ANY},
                              {SYS_getresuid, 165, ANY},
                              {SYS_getresgid, 171, ANY},
                              {SYS_sched_yield, 158, ANY},
                              {SYS_sched_getaffinity, 242, ANY},
                              {SYS_getcpu, 318, ANY},
                              {SYS_sysinfo, 116, ANY},
                              {SYS_uname, 122, ANY},
                              {SYS_getrandom, 355, ANY},
                              {SYS_membarrier, 375, ANY},
                              {SYS_set_tid_address, 258, ANY},
                              {SYS_set_robust_list, 311, ANY},
                              {SYS_rseq, 386, ANY},
                              {SYS_restart_syscall, 0, ANY},
                              {SYS_exit, 1, ANY},
                              {SYS_exit_group, 252, ANY},
                              {SYS_kill, 37, TO_SELF},
                              {SYS_tkill, 238, TO_SELF},
                              {SYS_tgkill, 270, TO_SELF},
                              {SYS_prlimit64, 340, OF_SELF},
                              {SYS_ioctl, 54, LOOKS_AT_TERMINAL},
                              {SYS_personality, 136, ASKS},
                              {SYS_prctl, 172, NAMES_ITSELF},
                              {SYS_clone3, 435, NOT_THERE},
#ifdef SYS_time
                              {SYS_time, 13, ANY},
#endif
#ifdef SYS_alarm
                              {SYS_alarm, 27, ANY},
#endif
#ifdef SYS_pause
                              {SYS_pause, 29, ANY},
#endif
#ifdef SYS_open
                              {SYS_open, 5, ANY},
#endif
#ifdef SYS_access
                              {SYS_access, 33, ANY},
#endif
#ifdef SYS_readlink
                              {SYS_readlink, 85, ANY},
#endif
#ifdef SYS_getdents
                              {SYS_getdents, 141, ANY},
#endif
#ifdef SYS_dup2
                              {SYS_dup2, 63, ANY},
#endif
#ifdef SYS_pipe
                              {SYS_pipe, 42, ANY},
#endif
#ifdef SYS_poll
                              {SYS_poll, 168, ANY},
#endif
#ifdef SYS_select
                              {SYS_select, 82, ANY},
#endif
#ifdef SYS_getpgrp
                              {SYS_getpgrp, 65, ANY},
#endif
#ifdef SYS_getrlimit
                              {SYS_getrlimit, 76, ANY},
#endif
#ifdef SYS_arch_prctl
                              {SYS_arch_prctl, 384, ANY},
#endif
                              {-1, 140, ANY}, /* _llseek */
                              {-1, 192, ANY}, /* mmap2 */
                              {-1, 195, ANY}, /* stat64 */
                              {-1, 196, ANY}, /* lstat64 */
                              {-1, 197, ANY}, /* fstat64 */
                              {-1, 300, ANY}, /* fstatat64 */
                              {-1, 221, ANY}, /* fcntl64 */
                              {-1, 199, ANY}, /* getuid32 */
                              {-1, 200, ANY}, /* getgid32 */
                              {-1, 201, ANY}, /* geteuid32 */
                              {-1, 202, ANY}, /* getegid32 */
                              {-1, 205, ANY}, /* getgroups32 */
                              {-1, 209, ANY}, /* getresuid32 */
                              {-1, 211, ANY}, /* getresgid32 */
                              {-1, 191, ANY}, /* ugetrlimit */
                              {-1, 142, ANY}, /* _newselect */
                              {-1, 243, ANY}, /* set_thread_area */
                              {-1, 244, ANY}, /* get_thread_area */
                              {-1, 119, ANY}, /* sigreturn */
                              {-1, 126, ANY}, /* sigprocmask */
                              {-1, 67, ANY},  /* sigaction */
                              {-1, 72, ANY},  /* sigsuspend */
                              {-1, 73, ANY},  /* sigpending */
                              {-1, 403, ANY}, /* clock_gettime64 */
                              {-1, 406, ANY}, /* clock_getres_time64 */
                              {-1, 407, ANY}, /* clock_nanosleep_time64 */
                              {-1, 413, ANY}, /* pselect6_time64 */
                              {-1, 414, ANY}, /* ppoll_time64 */
                              {-1, 421, ANY}, /* rt_sigtimedwait_time64 */
                              {-1, 422, ANY}, /* futex_time64 */
                              {-1, 194, ANY}, /* ftruncate64 */
                              {-1, -1, ANY}};

/* A virtual machine has threads of its own. */
const call thread_calls[] = {{SYS_clone, 120, THREAD_ALONE},
                             {SYS_sched_getparam, 155, ANY},
                             {SYS_sched_getscheduler, 157, ANY},
                             {SYS_sched_get_priority_max, 159, ANY},
                             {SYS_sched_get_priority_min, 160, ANY},
                             {-1, -1, ANY}};

/* Compilers start others and write files. They may signal each other: where
 * that must not reach further, a namespace or Landlock sees to it. */
const call tool_calls[] = {{SYS_unlinkat, 301, ANY},
                           {SYS_execve, 11, ANY},
                           {SYS_wait4, 114, ANY},
                           /* Java's files begin with a pair that leads nowhere
                            * else; 'socket' and 'connect' stay refused. */
                           {SYS_socketpair, 360, ANY},
                           {SYS_waitid, 284, ANY},
                           {SYS_renameat, 302, ANY},
                           {SYS_renameat2, 353, ANY},
                           {SYS_mkdirat, 296, ANY},
                           {SYS_fchmod, 94, ANY},
                           {SYS_fchmodat, 306, ANY},
                           {SYS_truncate, 92, ANY},
                           {SYS_fallocate, 324, ANY},
                           {SYS_linkat, 303, ANY},
                           {SYS_symlinkat, 304, ANY},
                           {SYS_utimensat, 320, ANY},
                           {SYS_fdatasync, 148, ANY},
                           {SYS_sync_file_range, 314, ANY},
                           {SYS_fadvise64, 250, ANY},
                           {SYS_readahead, 225, ANY},
                           {SYS_sendfile, 187, ANY},
                           {SYS_copy_file_range, 377, ANY},
                           {SYS_splice, 313, ANY},
                           {SYS_flock, 143, ANY},
                           {SYS_statfs, 99, ANY},
                           {SYS_fstatfs, 100, ANY},
                           {SYS_msync, 144, ANY},
                           {SYS_setpgid, 57, ANY},
                           {SYS_setsid, 66, ANY},
                           {SYS_sched_setaffinity, 241, ANY},
                           {SYS_sched_getparam, 155, ANY},
                           {SYS_sched_getscheduler, 157, ANY},
                           {SYS_sched_get_priority_max, 159, ANY},
                           {SYS_sched_get_priority_min, 160, ANY},
                           {SYS_getpriority, 96, ANY},
                           {SYS_getxattr, 229, ANY},
                           {SYS_lgetxattr, 230, ANY},
                           {SYS_fgetxattr, 231, ANY},
                           {SYS_listxattr, 232, ANY},
                           {SYS_llistxattr, 233, ANY},
                           {SYS_flistxattr, 234, ANY},
                           {SYS_preadv, 333, ANY},
                           {SYS_pwritev, 334, ANY},
                           {SYS_preadv2, 378, ANY},
                           {SYS_pwritev2, 379, ANY},
                           {SYS_eventfd2, 328, ANY},
                           {SYS_epoll_create1, 329, ANY},
                           {SYS_epoll_ctl, 255, ANY},
                           {SYS_epoll_pwait, 319, ANY},
                           {SYS_memfd_create, 356, ANY},
                           {SYS_close_range, 436, ANY},
                           {SYS_mlock, 150, ANY},
                           {SYS_munlock, 151, ANY},
                           {SYS_timer_create, 259, ANY},
                           {SYS_timer_settime, 260, ANY},
                           {SYS_timer_gettime, 261, ANY},
                           {SYS_timer_delete, 263, ANY},
                           {SYS_clone, 120, NO_NAMESPACE},
#ifdef SYS_unlink
                           {SYS_unlink, 10, ANY},
#endif
#ifdef SYS_fork
                           {SYS_fork, 2, ANY},
#endif
#ifdef SYS_vfork
                           {SYS_vfork, 190, ANY},
#endif
#ifdef SYS_rename
                           {SYS_rename, 38, ANY},
#endif
#ifdef SYS_mkdir
                           {SYS_mkdir, 39, ANY},
#endif
#ifdef SYS_rmdir
                           {SYS_rmdir, 40, ANY},
#endif
#ifdef SYS_chmod
                           {SYS_chmod, 15, ANY},
#endif
#ifdef SYS_fchmodat2
                           {SYS_fchmodat2, -1, ANY},
#endif
#ifdef SYS_link
                           {SYS_link, 9, ANY},
#endif
#ifdef SYS_symlink
                           {SYS_symlink, 83, ANY},
#endif
#ifdef SYS_utime
                           {SYS_utime, 30, ANY},
#endif
#ifdef SYS_utimes
                           {SYS_utimes, 271, ANY},
#endif
#ifdef SYS_futimesat
                           {SYS_futimesat, 299, ANY},
#endif
#ifdef SYS_setrlimit
                           {SYS_setrlimit, 75, ANY},
#endif
#ifdef SYS_epoll_wait
                           {SYS_epoll_wait, 256, ANY},
#endif
                           {-1, 7, ANY},   /* waitpid */
                           {-1, 268, ANY}, /* statfs64 */
                           {-1, 269, ANY}, /* fstatfs64 */
                           {-1, 272, ANY}, /* fadvise64_64 */
                           {-1, 239, ANY}, /* sendfile64 */
                           {-1, 193, ANY}, /* truncate64 */
                           {-1, 412, ANY}, /* utimensat_time64 */
                           {-1, 409, ANY}, /* timer_settime64 */
                           {-1, 408, ANY}, /* timer_gettime64 */
                           {-1, -1, ANY}};
