import { readFileSync } from 'node:fs';

/** A line of the tables of `docs/contract.md`. */
export interface DocumentedEffect {
  readonly kind: string;
  readonly level: string;
  readonly for: readonly string[];
  /** With names in braces. */
  readonly sentence: string;
}

/** The tables of kinds in `docs/contract.md`, line by line. */
export function documentedEffects(): readonly DocumentedEffect[] {
  const page = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8');
  const [, kinds = ''] = page.split('## Kinds of changes');
  return [...kinds.matchAll(/^\| `([^`|]+)` \| (\w+) \| ([\w, ]+) \| (.+) \|$/gm)].map(
    ([, kind = '', level = '', clients = '', sentence = '']) => ({
      kind,
      level,
      for: clients.split(', '),
      sentence,
    }),
  );
}

/** What is said of a kind of change, by the page: without clients that an endpoint does not have. */
export function documentedOf(
  kind: string,
  words: Readonly<Record<string, string>>,
  absent: readonly string[] = [],
) {
  return documentedEffects()
    .filter((effect) => effect.kind === kind)
    .map(({ for: clients, level, sentence }) => ({
      kind,
      level,
      for: clients.filter((client) => !absent.includes(client)),
      message: sentence.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? `{${name}}`),
    }))
    .filter(({ for: clients }) => clients.length > 0);
}
