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
