import { codeChange, type Scenario, sqlChange } from './scenario.ts';

/** An endpoint with one parameter, as its tag says. */
function withTag(tag: string, name = 'x'): string {
  return `-- @param ${tag}\nSELECT IF(@${name} IS NULL, 0, 1) AS a`;
}

const NONE = 'SELECT 0 AS a';
const X = { parameter: 'x' };

/** A change of the tag of the parameter `x`. */
function tagChange(
  kind: string,
  before: string,
  now: string,
  words: Scenario['words'] = {},
  also?: Scenario['also'],
): Scenario {
  return sqlChange(kind, withTag(before), withTag(now), {
    words: { ...X, ...words },
    ...(also && { also }),
  });
}

/** A change of the values of the parameter `x`. */
function valuesChange(
  kind: string,
  before: string | undefined,
  now: string | undefined,
  values?: string,
): Scenario {
  const members = (list: string | undefined) =>
    `parameters: {\n    x: { type: 'STRING!', example: 'a'${list ? `, values: { ${list} }` : ''} },\n  },`;
  return codeChange(kind, 'SELECT IF(@x IS NULL, 0, 1) AS a', [members(before), members(now)], {
    words: { ...X, ...(values !== undefined && { values }) },
    line: 4,
  });
}

export const PARAMETER_SCENARIOS: readonly Scenario[] = [
  sqlChange('parameter-required-added', NONE, withTag('{INT64!} x'), {
    words: { ...X, now: 'INT64!' },
  }),
  sqlChange('parameter-added', NONE, withTag('{INT64} x = 5'), {
    words: { ...X, now: 'INT64! = 5' },
  }),
  sqlChange('parameter-over-argument', NONE, withTag('{STRING} order_by', 'order_by'), {
    words: { parameter: 'order_by', argument: 'order_by' },
    also: { 'parameter-added': { parameter: 'order_by', now: 'STRING' } },
  }),
  sqlChange('parameter-removed', withTag('{INT64} x'), `-- What is left\n${NONE}`, {
    words: X,
    line: 2,
  }),
  sqlChange(
    'parameter-spelling',
    withTag('{INT64} an_id', 'an_id'),
    withTag('{INT64} anId', 'anId'),
    {
      words: { before: 'an_id', now: 'anId' },
    },
  ),
  tagChange('parameter-type', '{INT64!} x', '{STRING!} x', { before: 'INT64', now: 'STRING' }),
  tagChange('parameter-wider', '{INT64!} x', '{NUMERIC!} x', { before: 'INT64', now: 'NUMERIC' }),
  tagChange('parameter-digits', '{NUMERIC!} x', '{BIGNUMERIC!} x', {
    before: 'NUMERIC',
    now: 'BIGNUMERIC',
  }),
  tagChange('parameter-list', '{STRING!} x', '{ARRAY<STRING>!} x', {
    before: 'STRING',
    now: 'ARRAY<STRING>',
  }),
  tagChange('parameter-scalar', '{ARRAY<STRING>!} x', '{STRING!} x', {
    before: 'ARRAY<STRING>',
    now: 'STRING',
  }),
  tagChange('parameter-required', '{INT64} x', '{INT64!} x'),
  tagChange('parameter-optional', '{INT64!} x', '{INT64} x'),
  tagChange('parameter-empty-text', '{STRING!} x', '{STRING} x', {}, { 'parameter-optional': X }),
  tagChange('default-changed', "{STRING} x = 'EUR'", "{STRING} x = 'USD'", {
    before: "'EUR'",
    now: "'USD'",
  }),
  tagChange('default-removed', '{INT64} x = 1', '{INT64!} x', { before: '1' }),
  tagChange('default-null', '{INT64} x = 1', '{INT64} x', { before: '1' }),
  tagChange('default-added', '{INT64!} x', '{INT64} x = 1', { now: '1' }),
  tagChange('default-for-null', '{INT64} x', '{INT64} x = 1', { now: '1' }),
  valuesChange('values-added', "a: 'A'", "a: 'A', b: 'B', c: 'C'", '"b", "c"'),
  valuesChange('values-removed', "a: 'A', b: 'B'", "a: 'A'", '"b"'),
  valuesChange('values-order', "a: 'A', b: 'B'", "b: 'B', a: 'A'"),
  valuesChange('values-listed', undefined, "a: 'A', b: 'B'", '"a", "b"'),
  valuesChange('values-unlisted', "a: 'A', b: 'B'", undefined),
];
