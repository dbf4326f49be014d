import { parseDuration } from '#googlesql';
import type { SettingName } from './change.ts';
import type { ContractEndpoint } from './contract.ts';
import type { Finding, Kind } from './kinds/kinds.ts';

type Compare = (before: ContractEndpoint, now: ContractEndpoint) => readonly Finding[];

/** The changes of limits, caching, redaction, the sandbox, and what else the head comment says. */
export const compareSettings: Compare = (before, now) =>
  [compareRows, compareCap, compareCache, compareSwitches, compareText, compareDeprecation].flatMap(
    (compare) => compare(before, now),
  );

function finding(name: SettingName, kind: Kind, words: Finding['words'] = {}): readonly Finding[] {
  return [{ kind, subject: { part: 'setting', name }, words }];
}

const compareRows: Compare = (before, now) => {
  if (before.returns !== now.returns) {
    return finding('returns', now.returns === 'one' ? 'returns-one' : 'returns-many');
  }
  const [from, to] = [before.settings.maxRows, now.settings.maxRows];
  if (from === to) return [];
  return finding('maxRows', to < from ? 'rows-fewer' : 'rows-more', { before: from, now: to });
};

const compareCap: Compare = (before, now) => {
  const [from, to] = [before.settings.maxBytes, now.settings.maxBytes];
  if (from === to) return [];
  const words = { before: digits(from), now: digits(to) };
  if (from === undefined) return finding('maxBytes', 'cap-added', words);
  if (to === undefined) return finding('maxBytes', 'cap-removed', words);
  return finding('maxBytes', to < from ? 'cap-lowered' : 'cap-raised', words);
};

function digits(bytes: number | undefined): string {
  return bytes === undefined ? 'none' : bytes.toLocaleString('en');
}

const compareCache: Compare = ({ settings: before }, { settings: now }) => [
  ...(before.cache === now.cache ? [] : cacheFinding(before.cache, now.cache)),
  ...(before.warm === now.warm
    ? []
    : finding('warm', 'warm', { before: before.warm, now: now.warm })),
];

function cacheFinding(before: string, now: string): readonly Finding[] {
  const words = { before, now };
  if (now === 'off') return finding('cache', 'cache-off', words);
  if (before === 'off') return finding('cache', 'cache-on', words);
  const isLonger = (parseDuration(now) ?? 0) > (parseDuration(before) ?? 0);
  return finding('cache', isLonger ? 'cache-longer' : 'cache-shorter', words);
}

const compareSwitches: Compare = (before, now) => [
  ...turned('redact', before.settings.redact, now.settings.redact),
  ...turned('shape', before.shape, now.shape),
  ...turned('sandbox', before.settings.sandbox, now.settings.sandbox),
];

function turned(
  name: 'redact' | 'shape' | 'sandbox',
  before: boolean,
  now: boolean,
): readonly Finding[] {
  return before === now ? [] : finding(name, `${name}-${now ? 'on' : 'off'}`);
}

const compareText: Compare = (before, now) => {
  if (before.engine !== now.engine) {
    return finding('engine', now.engine === undefined ? 'engine-compiled' : 'engine-bigquery');
  }
  if (before.text === now.text) return [];
  return [{ kind: 'text-changed', subject: { part: 'endpoint' } }];
};

const compareDeprecation: Compare = ({ deprecated: before }, { deprecated: now }) => {
  if (before === now) return [];
  if (now === undefined) return finding('deprecated', 'deprecation-removed');
  return finding('deprecated', before === undefined ? 'deprecated' : 'deprecation-text', { now });
};
