/** The files of a project by their paths; undefined for one that is not there. */
export type Files = Readonly<Record<string, string | undefined>>;

/** A change of a project, and what is said of it. */
export interface Scenario {
  /** The kind of change, which is the name of the endpoint too. */
  readonly kind: string;
  readonly before: Files;
  readonly now: Files;
  /** What stands in braces in the documented sentences. */
  readonly words: Readonly<Record<string, string>>;
  /** `file:line` of what is said. */
  readonly at: string;
  /** Other kinds that the same edit is, with their words. */
  readonly also?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What other endpoints see of it too; undefined for one that concerns only its own. */
  readonly isShared?: boolean;
  /** The name of the endpoint, where it is not the kind. */
  readonly endpoint?: string;
}

interface Parts extends Partial<Pick<Scenario, 'words' | 'at' | 'also'>> {
  readonly line?: number;
}

/** A change of an endpoint that is one SQL file; its place is a line of that, 1 by default. */
export function sqlChange(
  kind: string,
  before: string,
  now: string,
  { line = 1, words = {}, ...others }: Parts = {},
): Scenario {
  const file = `endpoints/${kind}.sql`;
  return {
    kind,
    before: { [file]: before },
    now: { [file]: now },
    words,
    at: `${file}:${line}`,
    ...others,
  };
}

/** A change of what `endpoint.ts` declares beside the same SQL; its place is a line of that. */
export function codeChange(
  kind: string,
  sql: string,
  [before, now]: readonly [before: string, now: string],
  { line = 3, words = {}, ...others }: Parts = {},
): Scenario {
  const folder = `endpoints/${kind}`;
  const files = (members: string): Files => ({
    [`${folder}/query.sql`]: sql,
    [`${folder}/endpoint.ts`]: `import { defineEndpoint } from 'fieldstone';\nexport default defineEndpoint({\n  ${members}\n});\n`,
  });
  return {
    kind,
    before: files(before),
    now: files(now),
    words,
    at: `${folder}/endpoint.ts:${line}`,
    ...others,
  };
}
