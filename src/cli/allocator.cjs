// Settings of glibc's malloc, which it reads when a process starts. Threads get no arena of their own, and blocks of
// 256 KB and more are returned to the system when they are freed, instead of raising that limit to their size: imports
// took up to 65 MB and 70 MB more.
'use strict';

module.exports = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };
