import { expect, test } from 'vitest';
import type { EndpointDeclaration, Specs } from '../../../src/endpoint/endpoint-spec.ts';
import { completed } from '../../support/endpoints.ts';

function parametersOf(sql: string, parameters: Specs = {}, others: EndpointDeclaration = {}) {
  return completed('x', sql, { ...others, parameters }).parameters;
}

const SQL = `SELECT x FROM UNNEST([1, 2]) AS x
WHERE x >= @Least AND (@most IS NULL OR x <= @most) AND x NOT IN UNNEST(@others)`;

test('parameters are inferred in the order of their first use, named as first written', () => {
  expect(Object.entries(parametersOf(SQL))).toEqual([
    ['Least', { description: undefined, type: { kind: 'INT64' }, isRequired: true }],
    ['most', { description: undefined, type: { kind: 'INT64' }, isRequired: false }],
    [
      'others',
      {
        description: undefined,
        type: { kind: 'ARRAY', element: { kind: 'INT64' } },
        isRequired: true,
      },
    ],
  ]);
});

test('those that endpoint.ts declares come first, whatever their case', () => {
  const parameters = parametersOf(SQL, { OTHERS: { description: 'None of these.' }, least: {} });

  expect(Object.keys(parameters)).toEqual(['others', 'Least', 'most']);
  expect(parameters['others']?.description).toBe('None of these.');
});

test('a tag says the type, the default and the text', () => {
  const tag = '-- @param {NUMERIC} least = 1.5 - The least.\n-- @example {"LEAST": "2"}\n';

  expect(parametersOf(tag + SQL)['Least']).toEqual({
    description: 'The least.',
    type: { kind: 'NUMERIC' },
    isRequired: true,
    default: { value: '1.5', text: '1.5' },
    example: '2',
  });
});

test.each<[what: string, tag: string, parameters: Specs, message: string]>([
  ['a tag of none', '@param {STRING} nosuch', {}, 'The query has no parameter @nosuch'],
  ['an example of none', '@example {"nosuch": 1}', {}, 'The query has no parameter @nosuch'],
  [
    'one that nothing uses',
    'X.',
    { idle: { type: 'STRING' } },
    'its parameter "idle" is used by neither its query nor its derivation',
  ],
  [
    'two types',
    '@param {INT64!} least',
    { least: { type: 'STRING!' } },
    '@least is INT64! here, and STRING! in endpoint.ts',
  ],
  [
    'two texts',
    '@param least - One.',
    { least: { description: 'Two.' } },
    'The description of @Least is "One." here, and "Two." in endpoint.ts',
  ],
  [
    'two examples',
    '@example {"least": "1"}',
    { least: { example: '2' } },
    'The example of @Least is "1" here, and "2" in endpoint.ts',
  ],
  [
    'values of a number',
    'X.',
    { least: { values: { 1: 'ONE' } } },
    'parameter "Least" lists values, so its type must be STRING',
  ],
])('%s is refused', (_, tag, parameters, message) => {
  expect(() => parametersOf(`-- ${tag}\n${SQL}`, parameters)).toThrow(message);
});

test('a parameter that only the derivation reads is one too, and has a name that can be said', () => {
  const derive = (name: string) => ({ uses: [name], parameters: {}, compute: () => ({}) });
  const declared = (name: string) =>
    parametersOf('SELECT 1 AS n', { [name]: { type: 'STRING!' } }, { derive: derive(name) });

  expect(declared('tier')['tier']).toEqual({ type: { kind: 'STRING' }, isRequired: true });
  expect(() => declared('redact_pii')).toThrow('has a name that every endpoint uses itself');
});
