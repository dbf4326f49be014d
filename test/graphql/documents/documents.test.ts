import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readTrustedDocuments } from '../../../src/graphql/documents/documents.ts';
import { type Gateway, gateway } from '../../support/gateway.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TEXT = 'query Names { endpoints { name } }';
const OTHER = '{ endpoints { id } }';
const sha256 = (text: string) => hash('sha256', text, 'hex');
const trusted = new Map([[sha256(TEXT), TEXT]]);

async function post({ app, key }: Gateway, body: object) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const response = await app.inject({ method: 'POST', url: '/graphql', headers, payload: body });
  return { status: response.statusCode, body: response.json() };
}

async function get({ app, key }: Gateway, query: Readonly<Record<string, string>>) {
  const url = `/graphql?${new URLSearchParams(query)}`;
  const response = await app.inject({ url, headers: { 'x-api-key': key } });
  return { status: response.statusCode, body: response.json() };
}

const apollo = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: sha256(text) } });
const NAMES = { status: 200, body: { data: { endpoints: expect.any(Array) } } };

test.each(['optional', 'only'])(
  'trusted documents run by their hash in the mode %s',
  async (mode) => {
    const server = await gateway({ documents: { trusted, trustedOnly: mode === 'only' } });
    const id = sha256(TEXT);

    expect(await post(server, { documentId: id })).toEqual(NAMES);
    expect(await post(server, { documentId: `sha256:${id}` })).toEqual(NAMES);
    expect(await post(server, { extensions: apollo(TEXT) })).toEqual(NAMES);
    expect(await get(server, { documentId: id })).toEqual(NAMES);
    expect(await get(server, { extensions: JSON.stringify(apollo(TEXT)) })).toEqual(NAMES);
    expect(await post(server, { query: TEXT })).toEqual(NAMES);
  },
);

test('a document that was registered once runs by its hash, as Apollo Client and urql ask', async () => {
  const server = await gateway({ documents: { trusted } });
  const extensions = apollo(OTHER);

  const unknown = await post(server, { extensions });
  const registered = await post(server, { query: OTHER, extensions });
  const known = await get(server, { extensions: JSON.stringify(extensions) });

  expect(unknown.body.errors).toMatchObject([
    { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
  ]);
  expect([registered, known]).toEqual([NAMES, NAMES]);
});

test('a text under the hash of another one is refused, and not remembered', async () => {
  const server = await gateway();

  const refused = await post(server, { query: OTHER, extensions: apollo(TEXT) });
  const asked = await post(server, { extensions: apollo(TEXT) });

  expect(refused).toMatchObject({
    status: 400,
    body: { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] },
  });
  expect(asked.body.errors[0].message).toBe('PersistedQueryNotFound');
});

test('in the mode only nothing else runs, and nothing is registered', async () => {
  const server = await gateway({ documents: { trusted, trustedOnly: true } });
  const forbidden = { status: 403, body: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } };

  expect(await post(server, { query: OTHER })).toMatchObject(forbidden);
  expect(await post(server, { query: OTHER, extensions: apollo(OTHER) })).toMatchObject(forbidden);
  expect(await get(server, { query: OTHER })).toMatchObject(forbidden);
  expect((await post(server, { extensions: apollo(OTHER) })).body.errors[0].message).toBe(
    'PersistedQueryNotFound',
  );
});

test('readTrustedDocuments takes what the client preset writes, and no other hashes', () => {
  const file = join(temporaryFolder(), 'persisted-documents.json');

  writeFileSync(file, JSON.stringify(Object.fromEntries(trusted)));
  expect(readTrustedDocuments(file)).toEqual(trusted);
  writeFileSync(file, JSON.stringify({ [hash('sha1', TEXT, 'hex')]: TEXT }));
  expect(() => readTrustedDocuments(file)).toThrow('is not the SHA-256 of its text');
  expect(() => readTrustedDocuments(`${file}.none`)).toThrow(
    /^Cannot read TRUSTED_DOCUMENTS ".*": there is no such file$/,
  );
});

test('the documents of our own typed client are trusted as codegen writes them', async () => {
  const file = fileURLToPath(new URL('../../generated/persisted-documents.json', import.meta.url));
  const server = await gateway({
    documents: { trusted: readTrustedDocuments(file), trustedOnly: true },
  });

  const ids = [...readTrustedDocuments(file).keys()];
  expect(ids.length).toBeGreaterThan(0);
  for (const documentId of ids) {
    const { body } = await post(server, { documentId });
    // Their variables are missing, which only a document that was found can say.
    expect(JSON.stringify(body)).not.toContain('PersistedQuery');
    expect(JSON.stringify(body)).not.toContain('FORBIDDEN');
  }
});
