/** What the command line asked for. */
export interface WallOptions {
  /** The long form, which takes as long as it needs. */
  readonly long: boolean;
  /** Words after the names of parts: `--without-barrier`. */
  readonly flags: ReadonlySet<string>;
}

/** One of the walls between callers, and how it is tried. */
export interface WallPart {
  readonly name: string;
  /** Resolves with what was found, in one line; throws where the wall does not hold. */
  run(options: WallOptions): Promise<string>;
}

/**
 * What a goal for a time is held to. The bounded form runs in the gate, on machines that may do other things too: it has
 * three times as long. `--long` holds the goal itself.
 */
export function limitFor(goalMs: number, { long }: Pick<WallOptions, 'long'>): number {
  return long ? goalMs : 3 * goalMs;
}
