import type { Client, Effect } from '../change.ts';

/** What a change of the level `breaking` does to clients. */
export function breaking(clients: readonly Client[], sentence: string): readonly Effect[] {
  return [{ level: 'breaking', for: clients, sentence }];
}

/** What a change of the level `dangerous` does to clients. */
export function dangerous(clients: readonly Client[], sentence: string): readonly Effect[] {
  return [{ level: 'dangerous', for: clients, sentence }];
}

/** What a change of the level `safe` does to clients. */
export function safe(clients: readonly Client[], sentence: string): readonly Effect[] {
  return [{ level: 'safe', for: clients, sentence }];
}
