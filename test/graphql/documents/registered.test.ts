import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Documents, readTrustedDocuments } from '../../../src/graphql/documents/documents.ts';
import { gateway } from '../../support/gateway.ts';
import { graphqlServer } from '../../support/graphql-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const sha256 = (text: string) => hash('sha256', text, 'hex');

/** Registers texts, and says which of them are known then. */
function registered(documents: Documents, texts: readonly string[]): readonly boolean[] {
  for (const text of texts) expect(documents.register(sha256(text), text)).toBe(true);
  return texts.map((text) => documents.find(sha256(text)) === text);
}

test('Documents keeps a thousand registered texts, those that were asked for last', () => {
  const texts = Array.from({ length: 1_001 }, (_, i) => `{ a${i} }`);

  const known = registered(new Documents(), texts);

  expect(known.indexOf(true)).toBe(1);
  expect(known.slice(1)).toEqual(Array(1_000).fill(true));
});

test('Documents keeps registered texts within their bytes, and none that is larger by itself', () => {
  const documents = new Documents();
  const texts = Array.from({ length: 30 }, (_, i) => `{ a${i} } # ${'x'.repeat(100_000)}`);

  const known = registered(documents, texts);

  // Four million bytes are two million letters.
  expect(known.filter((one) => one)).toHaveLength(19);
  expect(registered(documents, [`{ a } # ${'x'.repeat(2_000_000)}`])).toEqual([false]);
});

test('Documents lets no registered text push out or stand for a trusted one', () => {
  const trusted = new Map([[sha256('{ trusted }'), '{ trusted }']]);
  const documents = new Documents({ trusted });

  registered(
    documents,
    Array.from({ length: 2_000 }, (_, i) => `{ a${i} }`),
  );

  expect(documents.find(sha256('{ trusted }'))).toBe('{ trusted }');
  expect(documents.register(sha256('{ trusted }'), '{ other }')).toBe(false);
});

test.each([
  ['no JSON', '{', 'Cannot read TRUSTED_DOCUMENTS'],
  ['null', 'null', 'Cannot read TRUSTED_DOCUMENTS'],
  ['a list', '["{ a }"]', 'is not the SHA-256 of its text'],
  ['the hash of another text', { [sha256('{ a }')]: '{ b }' }, 'is not the SHA-256'],
  ['a hash in capitals', { [sha256('{ a }').toUpperCase()]: '{ a }' }, 'is not the SHA-256'],
  ['SHA-1', { [hash('sha1', '{ a }', 'hex')]: '{ a }' }, "set hashAlgorithm: 'sha256'"],
  ['a text that is none', { [sha256('1')]: 1 }, 'is not the SHA-256 of its text'],
  ['another algorithm', { [`md5:${hash('md5', '{ a }', 'hex')}`]: '{ a }' }, 'is not the SHA-256'],
])('readTrustedDocuments refuses a file with %s, by its name', (_, content, says) => {
  const file = join(temporaryFolder(), 'documents.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));

  const read = () => readTrustedDocuments(file);

  expect(read).toThrow(says);
  expect(read).toThrow(`TRUSTED_DOCUMENTS "${file}"`);
});

test('readTrustedDocuments takes hashes with and without the name of their algorithm', () => {
  const file = join(temporaryFolder(), 'documents.json');
  writeFileSync(
    file,
    JSON.stringify({ [`sha256:${sha256('{ a }')}`]: '{ a }', [sha256('{ b }')]: '{ b }' }),
  );

  expect(readTrustedDocuments(file)).toEqual(
    new Map([
      [sha256('{ a }'), '{ a }'],
      [sha256('{ b }'), '{ b }'],
    ]),
  );
});

test.each([
  ['a number', 1],
  ['an object', { sha256: 'a' }],
  ['an object that has no text', { toString: 1 }],
  ['a list', [sha256('{ __typename }')]],
  ['an empty text', ''],
  ['a text that is no hash', '../../etc/passwd'],
  ['the name of a method', 'toString'],
  ['a prototype', '__proto__'],
])('a documentId that is %s is not found', async (_, documentId) => {
  const { post } = await graphqlServer();

  const { body } = await post({ documentId });

  expect(body.data).toBeUndefined();
  expect(body.errors).toMatchObject([
    { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
  ]);
});

test.each([1, true, {}, ['{ __typename }']])(
  'a query that is %j is refused by name, whatever hash is beside it',
  async (query) => {
    const server = await gateway({ documents: { trusted: new Map(), trustedOnly: true } });
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256('{ __typename }') } };

    for (const others of [{}, { extensions }, { documentId: sha256('{ __typename }') }]) {
      const response = await server.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'x-api-key': server.key },
        payload: { query, ...others },
      });

      expect(response.statusCode).toBe(400);
      expect(response.json().errors).toMatchObject([
        { message: 'The member "query" must be text', extensions: { code: 'BAD_USER_INPUT' } },
      ]);
    }
  },
);

test('a document is limited and checked also when it is asked for by its hash', async () => {
  const { post } = await graphqlServer();
  const query = `{ ${Array.from({ length: 61 }, (_, i) => `a${i}: __typename`).join(' ')} }`;
  const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(query) } };

  const registering = await post({ query, extensions });
  const asking = await post({ extensions });

  for (const { status, body } of [registering, asking]) {
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { message: 'This operation has more than 60 aliases, the most allowed' },
    ]);
  }
});
