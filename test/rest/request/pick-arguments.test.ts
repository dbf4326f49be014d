import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayOf, SCALARS, type Type } from '../../../src/googlesql/types.ts';
import { parseJsonMembers } from '../../../src/rest/request/json-members.ts';
import { parseForm } from '../../../src/rest/request/members.ts';
import { type InputParameter, pickArguments } from '../../../src/rest/request/pick-arguments.ts';

const { STRING, INT64, FLOAT64, NUMERIC, BIGNUMERIC, BOOL, JSON: JSON_TYPE } = SCALARS;

const optional = (type: Type): InputParameter => ({ type, isRequired: false });
const required = (type: Type): InputParameter => ({ type, isRequired: true });

const fromForm = (text: string, x: InputParameter) =>
  pickArguments(parseForm(text, 'The form'), { x }, 'the form');
const fromJson = (text: string, x: InputParameter) =>
  pickArguments(parseJsonMembers(text), { x }, 'the body');

const LEFT_OUT = {};
const LISTED: InputParameter = { ...required(STRING), values: { a: 'A' } };

test.each<[what: string, InputParameter, expected: object]>([
  ['a required STRING', required(STRING), { x: '' }],
  ['an optional STRING', optional(STRING), LEFT_OUT],
  ['a STRING with a default', { ...required(STRING), default: { value: 'a' } }, LEFT_OUT],
  ['a required STRING that says so', { ...required(STRING), emptyIsAbsent: true }, LEFT_OUT],
  ['one of listed values', LISTED, LEFT_OUT],
  ['a required INT64', required(INT64), LEFT_OUT],
  ['an optional BOOL', optional(BOOL), LEFT_OUT],
  ['an ARRAY', optional(arrayOf(INT64)), { x: [] }],
  ['a required ARRAY', required(arrayOf(STRING)), { x: [] }],
  ['an ARRAY of listed values', { ...LISTED, type: arrayOf(STRING) }, { x: [] }],
  ['an ARRAY that says so', { ...required(arrayOf(STRING)), emptyIsAbsent: true }, LEFT_OUT],
])('an empty value in a form for %s', (_, parameter, expected) => {
  expect(fromForm('x=', parameter)).toEqual(expected);
  expect(fromForm('x', parameter)).toEqual(expected);
});

test.each<[what: string, InputParameter, expected: object]>([
  ['a required STRING', required(STRING), { x: '' }],
  ['an optional STRING', optional(STRING), { x: '' }],
  ['a STRING with a default', { ...required(STRING), default: { value: 'a' } }, { x: '' }],
  ['a STRING that says so', { ...optional(STRING), emptyIsAbsent: true }, LEFT_OUT],
  ['one of listed values', LISTED, LEFT_OUT],
  ['an INT64', optional(INT64), { x: '' }],
  ['an ARRAY', optional(arrayOf(STRING)), { x: '' }],
])('an empty text in a JSON body for %s', (_, parameter, expected) => {
  expect(fromJson('{"x": ""}', parameter)).toEqual(expected);
});

test('null in a JSON body is left out', () => {
  for (const type of [STRING, INT64, JSON_TYPE, arrayOf(STRING)]) {
    expect(fromJson('{"x": null}', required(type))).toEqual(LEFT_OUT);
  }
});

test.each([
  ['x=1', ['1']],
  ['x=1&x=2&y=3&x=1', ['1', '2', '1']],
  ['x=&x=a', ['', 'a']],
  ['x=&x=', ['', '']],
  ['x=1%2C2', ['1,2']],
])('the form %s is the ARRAY %j', (form, expected) => {
  expect(fromForm(form, optional(arrayOf(STRING)))).toEqual({ x: expected });
});

test.each([
  [INT64, '9007199254740993', '9007199254740993'],
  [STRING, '12345678901234567890', '12345678901234567890'],
  [STRING, '1.0', 1],
  [STRING, '1e2', 100],
  [FLOAT64, '1.50', 1.5],
  [FLOAT64, '7', '7'],
  [NUMERIC, '1.10000000000000000001', '1.10000000000000000001'],
  [NUMERIC, ' 12345678901234567890.123456789 ', '12345678901234567890.123456789'],
  [BIGNUMERIC, '1.10000000000000000001', '1.10000000000000000001'],
  [BIGNUMERIC, '-1E-30', '-1E-30'],
  [NUMERIC, '"1.10"', '1.10'],
  [BOOL, 'true', true],
  [arrayOf(INT64), '[1, 9007199254740993 ,"2",-0]', ['1', '9007199254740993', '2', '-0']],
  [
    arrayOf(NUMERIC),
    '[1.10000000000000000001,"a,1",null]',
    ['1.10000000000000000001', 'a,1', null],
  ],
  [arrayOf(FLOAT64), '[1.50,2]', [1.5, '2']],
  [arrayOf(STRING), '[ ]', []],
  [arrayOf(STRING), '["a,]","",["b"],{"c":[1,2]},2]', ['a,]', '', ['b'], { c: [1, 2] }, '2']],
  [arrayOf(INT64), '9007199254740993', '9007199254740993'],
])('%j in a JSON body: %s is %j', (type, json, expected) => {
  expect(fromJson(`{"x":${json}}`, optional(type))).toEqual({ x: expected });
});

test('all digits of the elements of a JSON array are there', () => {
  const number = fc
    .tuple(fc.constantFrom('', '-'), fc.bigInt({ min: 0n }), fc.stringMatching(/^(?:\.\d{1,30})?$/))
    .map((parts) => parts.join(''));

  fc.assert(
    fc.property(fc.array(number), fc.constantFrom(',', ', ', '\n,\t'), (numbers, comma) => {
      const json = `{"y":[0],"x":[ ${numbers.join(comma)} ]}`;

      expect(fromJson(json, optional(arrayOf(BIGNUMERIC)))).toEqual({ x: numbers });
    }),
  );
});

const TWICE = 'Argument "x" is given twice in the ';

test('a scalar twice is an error, and a member of a JSON body twice whatever it is', () => {
  expect(() => fromForm('x=a&x=a', optional(STRING))).toThrow(`${TWICE}form`);
  expect(() => fromForm('x=&x=', optional(INT64))).toThrow(`${TWICE}form`);
  expect(() => fromJson('{"x":1,"\\u0078":1}', optional(INT64))).toThrow(`${TWICE}body`);
  expect(() => fromJson('{"x":[1],"x":[1]}', optional(arrayOf(INT64)))).toThrow(
    expect.objectContaining({ code: 'BAD_USER_INPUT', message: `${TWICE}body` }),
  );
});

test('names are as written, and members of every object are no parameters', () => {
  const members = parseForm('X=1&x=2&__proto__=3&constructor=4&toString=5', 'The form');

  expect(pickArguments(members, { x: optional(STRING) }, 'the form')).toEqual({ x: '2' });
});
