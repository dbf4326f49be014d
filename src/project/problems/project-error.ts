import { type ProjectProblem, printProblem } from './problem.ts';

/** All that is wrong with the files of a project, or with some of them. */
export class ProjectError extends Error {
  override name = 'ProjectError' as const;
  readonly problems: readonly ProjectProblem[];

  constructor(problems: readonly ProjectProblem[], options?: ErrorOptions) {
    super(problems.map(printProblem).join('\n\n'), options);
    this.problems = problems;
  }
}

/** Collects what is wrong with the parts of a project, so that all is said at once. */
export class ProblemList {
  readonly #problems: ProjectProblem[] = [];

  get all(): readonly ProjectProblem[] {
    return this.#problems;
  }

  add(...problems: readonly ProjectProblem[]): void {
    this.#problems.push(...problems);
  }

  /** The result of `read`; undefined if it fails with a `ProjectError`, whose problems are added. */
  async collect<Result>(read: () => Result | Promise<Result>): Promise<Result | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      this.add(...error.problems);
      return undefined;
    }
  }

  /** Throws a `ProjectError` with all problems, if there is one. */
  throwIfAny(): void {
    if (this.#problems.length > 0) throw new ProjectError(this.#problems);
  }
}
