import { expect, test } from 'vitest';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { Random } from '../fuzz/random.ts';
import { labelledLines, randomUserAgent } from './labelled-lines.ts';

const redactor = createRedactor('default');
const LINES = labelledLines(7, 40);

test('createRedactor hides what is personal in labelled lines', () => {
  const personal = LINES.filter((line) => line.personal.length > 0);

  const leaks = personal.filter((line) => {
    const redacted = redactor.text(line.text);
    return !redacted.includes('REDACTED') || line.personal.some((part) => redacted.includes(part));
  });

  expect(personal.length).toBeGreaterThan(2_000);
  expect(leaks).toEqual([]);
});

test('createRedactor leaves labelled lines without anything personal as they are', () => {
  const clean = LINES.filter((line) => line.personal.length === 0).map(({ text }) => text);

  const changed = clean.filter((text) => redactor.text(text) !== text);

  expect(clean.length).toBeGreaterThan(500);
  expect(changed).toEqual([]);
});

test('createRedactor is idempotent on labelled lines', () => {
  const once = LINES.map(({ text }) => redactor.text(text));

  const twice = once.map((text) => redactor.text(text));

  expect(twice).toEqual(once);
});

test('createRedactor changes at most one in fifty user agents with four-part versions', () => {
  const random = new Random(11);
  const agents = Array.from({ length: 400 }, () => randomUserAgent(random));

  const changed = agents.filter((agent) => redactor.text(agent) !== agent);

  expect(changed.length).toBeLessThanOrEqual(8);
});
