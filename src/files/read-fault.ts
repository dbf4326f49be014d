import { messageOf } from '../errors.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

/** Why a file cannot be read, as the end of a sentence: the system's errors in words, the message of others. */
export function readFault(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? (code || messageOf(error));
}
