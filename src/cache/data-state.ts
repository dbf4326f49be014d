/** The state of the data that rows were computed from. */
export interface EntryState {
  /** Hash of what all replicas see of the data. */
  readonly shared: string;
  /** Hash of all that this process sees of the data; undefined for rows of another process. */
  readonly local?: string | undefined;
}

/** Whether rows were computed from data of the given state; undefined where the engine knows none. */
export function isOfState(
  { dataState: entry }: { readonly dataState?: EntryState | undefined },
  now: EntryState | undefined,
): boolean {
  return entry?.local === undefined ? entry?.shared === now?.shared : entry.local === now?.local;
}
