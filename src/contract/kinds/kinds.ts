import type { Change, Client, Effect, Subject } from '../change.ts';
import { COLUMN_KINDS, VIEW_KINDS } from './column-kinds.ts';
import { ENDPOINT_KINDS } from './endpoint-kinds.ts';
import { PARAMETER_KINDS } from './parameter-kinds.ts';
import { COST_KINDS, SETTING_KINDS, TENANT_KINDS } from './setting-kinds.ts';

/** Every kind of change with what it does to whom; `docs/contract.md` has the same as tables. */
export const KINDS = {
  ...ENDPOINT_KINDS,
  ...PARAMETER_KINDS,
  ...COLUMN_KINDS,
  ...SETTING_KINDS,
  ...VIEW_KINDS,
  ...TENANT_KINDS,
  ...COST_KINDS,
};

/** A kind of change. */
export type Kind = keyof typeof KINDS;

/** A change of an endpoint, without the clients that it affects. */
export interface Finding {
  readonly kind: Kind;
  readonly subject: Subject;
  /** By the names in braces in the sentences of the kind. */
  readonly words?: Readonly<Record<string, string | number>>;
}

/** The changes that a finding is, one for each level; `absent` are clients that the endpoint does not have. */
export function changesOf(
  endpoint: string,
  { kind, subject, words = {} }: Finding,
  absent: ReadonlySet<Client> = new Set(),
): readonly Change[] {
  const effects: readonly Effect[] = KINDS[kind];
  return effects.flatMap(({ for: clients, level, sentence }): readonly Change[] => {
    const affected = clients.filter((client) => !absent.has(client));
    if (affected.length === 0) return [];
    const message = fill(sentence, words);
    return [{ endpoint, kind, level, for: affected, message, subject }];
  });
}

function fill(sentence: string, words: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(words[name]));
}
