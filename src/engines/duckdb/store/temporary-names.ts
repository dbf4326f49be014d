/** Names of what writers make in the store's folder and delete, unless they die. */

/** The prefix of the folders that writers work in. */
export const WRITING = '.writing-';

/** The prefix of the same folders of the earlier release. */
export const EARLIER_WRITING = '.import-';

/** The file in a writer's folder that is locked as long as the writer lives. */
export const WRITER_LOCK = 'alive.lock';

/** A lock file that did not get its final name, because its writer died. */
export const UNFINISHED_LOCK = /^\.lock\..+\.new/;
