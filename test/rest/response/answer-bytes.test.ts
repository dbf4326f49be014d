import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { AnswerBytes } from '../../../src/rest/response/answer-bytes.ts';

const PLAIN = Buffer.from('{"result":[]}'.repeat(200));

test('AnswerBytes keeps no more of a coding than its bytes, and counts them', async () => {
  const counted: number[] = [];
  const answer = new AnswerBytes(PLAIN, 'tag', (_, bytes) => counted.push(bytes));

  const bytes = await answer.encode('gzip');

  expect(gunzipSync(bytes)).toEqual(PLAIN);
  expect(bytes.buffer.byteLength).toBe(bytes.length);
  expect(counted[0]).toBeGreaterThanOrEqual(bytes.length);
  expect(answer.get('gzip')).toBe(bytes);
});

test('AnswerBytes makes a coding once for all who ask meanwhile', async () => {
  const counted: string[] = [];
  const answer = new AnswerBytes(PLAIN, 'tag', (coding) => counted.push(coding));

  const made = await Promise.all(
    ['br', 'br', 'gzip'].map((coding) => answer.encode(coding as 'br')),
  );

  expect(made[0]).toBe(made[1]);
  expect(made[0]).not.toEqual(made[2]);
  expect(counted.sort()).toEqual(['br', 'gzip']);
});

test('AnswerBytes has a tag for each coding, and none for an answer that is not kept', () => {
  const kept = new AnswerBytes(PLAIN, 'tag');

  expect([kept.tag('identity'), kept.tag('br')]).toEqual(['"tag"', '"tag-br"']);
  expect(new AnswerBytes(PLAIN, undefined).tag('identity')).toBeUndefined();
});
