// Makes Node what it is on Windows and before 23.11, where a process cannot be replaced.
'use strict';

process.execve = undefined;
