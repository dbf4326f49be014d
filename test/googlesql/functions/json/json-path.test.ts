import { expect, test } from 'vitest';
import { jsonPointer, parseJsonPath } from '../../../../src/googlesql/functions/json/json-path.ts';

test.each([
  ['$', 'standard', '$'],
  ['$.a.b[0]', 'standard', '/a/b/0'],
  ['$."a.b"[01]', 'standard', '/a.b/1'],
  ['$."a\\"/~"', 'standard', '/a"~1~0'],
  ["$['a.b'].c", 'legacy', '/a.b/c'],
  ["$['it\\'s']", 'legacy', "/it's"],
] as const)('jsonPointer writes %s (%s) as %s', (path, style, pointer) => {
  expect(jsonPointer(parseJsonPath(path, style))).toBe(pointer);
});

test.each([
  ['a', "JSONPath must start with '$'"],
  ['$.', 'Invalid token in JSONPath at: .'],
  ["$['a']", "Invalid token in JSONPath at: ['a']"],
  ['$..a', 'Unsupported operator in JSONPath: ..'],
  ['$.a[*]', 'Unsupported operator in JSONPath: *'],
])('parseJsonPath refuses %s', (path, message) => {
  expect(() => parseJsonPath(path, 'standard')).toThrow(message);
});
