/** A line or record as it was read. */
export interface RawEntry {
  /** Its text, if it is valid UTF-8. */
  readonly text?: string;
  /** Its bytes, if they are not valid UTF-8. */
  readonly base64?: string;
}

/** A line or record of a block: its text, or why there is none. */
export interface Entry {
  readonly line: number;
  /** Undefined if it cannot be read. */
  readonly content: string | readonly unknown[] | undefined;
  readonly problem?: string;
  /** The content of a reject. */
  readonly raw: () => RawEntry;
}
