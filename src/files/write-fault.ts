interface Reason {
  readonly code: string;
  /** The system's own text: errors of DuckDB contain only that, no code. */
  readonly text: string;
  readonly meaning: string;
}

const REASONS: readonly Reason[] = [
  { code: 'ENOSPC', text: 'No space left on device', meaning: 'its disk is full' },
  { code: 'EDQUOT', text: 'Disk quota exceeded', meaning: 'its quota is used up' },
  { code: 'EROFS', text: 'Read-only file system', meaning: 'its file system is read-only' },
  { code: 'EACCES', text: 'Permission denied', meaning: 'this user may not write there' },
  { code: 'EPERM', text: 'Operation not permitted', meaning: 'this user may not write there' },
  { code: 'EISDIR', text: 'Is a directory', meaning: 'it is a folder' },
  { code: 'ENOTDIR', text: 'Not a directory', meaning: 'it is not a folder' },
  { code: 'ENOENT', text: 'No such file or directory', meaning: 'it cannot be made' },
];

/** Why the system does not write into a folder or file, as the end of a sentence; undefined for other errors. */
export function writeFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS.find((one) => one.code === code || message.includes(one.text))?.meaning;
}
