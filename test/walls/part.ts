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

/** The number of a flag such as `--count=100`, of which `name` is all but the number; undefined without it. */
export function numberIn({ flags }: Pick<WallOptions, 'flags'>, name: string): number | undefined {
  const flag = [...flags].find((candidate) => candidate.startsWith(name));
  return flag === undefined ? undefined : Number(flag.slice(name.length));
}
