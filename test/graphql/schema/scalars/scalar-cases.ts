/** A value of a type, as each interface takes and gives it. */
export interface ScalarCase {
  /** GoogleSQL's type, which is the name of the parameter and the column too. */
  readonly kind: string;
  /** As GraphQL documents write it. */
  readonly literal: string;
  /** As a variable of GraphQL and a member of a JSON body, in JSON. */
  readonly json: string;
  /** In a query string. */
  readonly text: string;
  /** As GraphQL answers it. */
  readonly graphql: unknown;
  /** As REST answers it, in JSON. */
  readonly rest: string;
}

/** Values with one text everywhere: `sent`, and `canonical` in answers. */
function textCases(kind: string, texts: readonly (readonly [sent: string, canonical?: string])[]) {
  return texts.map(([text, canonical = text]): ScalarCase => {
    const json = JSON.stringify(text);
    const rest = JSON.stringify(canonical);
    return { kind, literal: json, json, text, graphql: canonical, rest };
  });
}

/** Decimals as numbers and as texts. */
function decimalCases(
  kind: string,
  texts: readonly (readonly [sent: string, canonical: string])[],
): readonly ScalarCase[] {
  const written = texts.map(([text, graphql]): ScalarCase => {
    return { kind, literal: text, json: text, text, graphql, rest: `"${graphql}"` };
  });
  return [...written, ...textCases(kind, texts)];
}

/** Values that every scalar takes. */
export const TAKEN: readonly ScalarCase[] = [
  { kind: 'BOOL', literal: 'true', json: 'true', text: 'true', graphql: true, rest: 'true' },
  { kind: 'INT64', literal: '-7', json: '-7', text: '-7', graphql: -7, rest: '-7' },
  { kind: 'FLOAT64', literal: '1.5', json: '1.5', text: '1.5', graphql: 1.5, rest: '1.5' },
  ...decimalCases('NUMERIC', [
    ['1.50', '1.5'],
    ['-0.000000001', '-0.000000001'],
    ['0', '0'],
    ['1e3', '1000'],
    ['123456789.123456', '123456789.123456'],
  ]),
  ...textCases('NUMERIC', [
    ['99999999999999999999999999999.999999999'],
    ['1.0000000005', '1.000000001'],
    ['+.5', '0.5'],
  ]),
  ...decimalCases('BIGNUMERIC', [
    ['-1.50', '-1.5'],
    ['1e-20', '0.00000000000000000001'],
  ]),
  ...textCases('BIGNUMERIC', [
    ['1.10000000000000000001'],
    ['578960446186580977117854925043439539266.3499233282028201972879200395656481'],
  ]),
  ...textCases('STRING', [['a "b"\n'], ['']]),
  ...textCases('BYTES', [['AP8='], ['/+8='], ['YWJj']]),
  ...textCases('DATE', [['2026-07-01'], ['0001-01-01'], ['2024-02-29'], ['9999-12-31']]),
  ...textCases('TIME', [
    ['10:00:00'],
    ['23:59:59.999999'],
    ['10:00:00.5', '10:00:00.500000'],
    ['10:00:00.000', '10:00:00'],
  ]),
  ...textCases('DATETIME', [
    ['2026-07-01T10:00:00'],
    ['2026-07-01T10:00:00.123456'],
    ['2026-07-01 10:00:00.5', '2026-07-01T10:00:00.500000'],
    ['2026-07-01', '2026-07-01T00:00:00'],
  ]),
  ...textCases('INTERVAL', [
    ['1-2 3 4:5:6.789', '1-2 3 4:5:6.789000'],
    ['-1-2 3 -4:5:6'],
    ['P1Y2M3DT4H5M6.789S', '1-2 3 4:5:6.789000'],
    ['PT36H', '0-0 0 36:0:0'],
  ]),
  {
    kind: 'TIMESTAMP',
    literal: '"2026-07-01T12:00:00+02:00"',
    json: '"2026-07-01T12:00:00+02:00"',
    text: '2026-07-01T12:00:00+02:00',
    graphql: '2026-07-01T10:00:00.000000Z',
    rest: '1782900000000000',
  },
];

/** A value that a scalar does not have. */
export interface RefusedCase {
  readonly kind: string;
  readonly literal: string;
  readonly json: string;
  /** Undefined where the text would be right. */
  readonly text?: string;
  /** How the message goes on behind the scalar or the argument. */
  readonly says: string;
}

function wrongTexts(kind: string, says: string, texts: readonly string[]): readonly RefusedCase[] {
  return texts.map((text) => {
    const json = JSON.stringify(text);
    return { kind, literal: json, json, text, says: `cannot be ${json}: it must be ${says}` };
  });
}

const NOT_TEXTS = (kind: string): readonly RefusedCase[] =>
  ['7', 'true', '["a"]', '{}'].map((json) => {
    return { kind, literal: json, json, says: `cannot be ${json}: it must be ` };
  });

/** Values that no scalar takes. */
export const REFUSED: readonly RefusedCase[] = [
  ...wrongTexts('NUMERIC', 'a decimal number', ['ten', '1,5', '1 2', 'NaN', '0x1', '1e999999']),
  ...NOT_TEXTS('NUMERIC').slice(1),
  ...wrongTexts('BIGNUMERIC', 'a decimal number', [
    'ten',
    '1e39',
    '578960446186580977117854925043439539266.34992332820282019728792003956564819967'.replace(
      /^5/,
      '6',
    ),
  ]),
  ...wrongTexts('BYTES', 'base64 with padding', ['AP8', 'YQ=', '_-8=', 'AP 8=', '====', 'é']),
  ...wrongTexts('DATE', 'a date like 2026-07-01', [
    '2026-02-29',
    '2026-7-1',
    '0000-01-01',
    '20260701',
    '2026-07-01T00:00:00',
    ' 2026-07-01',
    'today',
  ]),
  ...wrongTexts('TIME', 'a time like 10:00:00', [
    '24:00:00',
    '1:00:00',
    '10:00',
    '10:00:60',
    '10:00:00.1234567',
    '10:00:00Z',
  ]),
  ...wrongTexts('DATETIME', 'a date and a time without an offset like 2026-07-01T10:00:00', [
    '2026-07-01T10:00:00Z',
    '2026-07-01T10:00:00+02:00',
    '2026-07-01T10:00',
    '2026-02-29T10:00:00',
    '2026-07-01T10:00:00.1234567',
    'tomorrow',
  ]),
  ...wrongTexts('INTERVAL', 'an interval like 1-2 3 4:5:6.789 or P1Y2M3DT4H5M6.789S', [
    '1 day',
    '5',
    'P',
    'P1.5D',
    'P10001Y',
  ]),
  ...['BYTES', 'DATE', 'TIME', 'DATETIME', 'INTERVAL'].flatMap(NOT_TEXTS),
];
