import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphqlServer } from '../support/graphql-server.ts';
import { ScriptedSource } from '../support/scripted-source.ts';

const ADDRESS = '203.0.113.9';
const VALUES: Readonly<Record<string, string | number>> = {
  id: ADDRESS,
  timestamp: 1_782_907_140_000_000,
  event_message: `from ${ADDRESS}`,
};

/** One row of whatever columns are asked for. */
const source = new ScriptedSource(({ columns }) => ({
  rows: [columns.map(({ name }) => VALUES[name] ?? null)],
}));

const LOGS = 'project: "demo", projectTier: PRO';
/** The fields that show rows, each with its argument `redactPii`. */
const FIELDS: Readonly<Record<string, (redact: string) => string>> = {
  stored: (redact) =>
    `stored: logsAll(${LOGS} ${redact}) { rows { id eventMessage } meta { redacted } }`,
  view: (redact) =>
    `view: logsAllViews(${LOGS} ${redact}) { edge { rows { id eventMessage } meta { redacted } } }`,
  sandbox: (redact) =>
    `sandbox(endpoint: "logs.all", arguments: { project: "demo", project_tier: "PRO" }, sql: "SELECT id, event_message FROM edge_logs" ${redact}) { rows meta { redacted } }`,
};

/** Values of the argument; one that is left out is the empty text. */
const argument = fc.constantFrom('', 'redactPii: null', 'redactPii: false', 'redactPii: true');
const header = fc.constantFrom(undefined, '', 'false', '0', 'true', 'no');
const asked = fc.record({
  arguments: fc.record({ stored: argument, view: argument, sandbox: argument }),
  headers: fc.record({ 'svc-endpoint-redact-pii': header, 'lf-endpoint-redact-pii': header }),
  byKey: fc.oneof(fc.constant(false), fc.boolean()),
});

test('a field is redacted where its argument, a header or the key says so, and nowhere else', async () => {
  const { keys, post } = await graphqlServer(source);
  const open = keys.add();
  const redacting = keys.add({ redact: true });

  await fc.assert(
    fc.asyncProperty(asked, async ({ arguments: given, headers, byKey }) => {
      const sent = Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      const fields = Object.entries(given).map(([name, redact]) => FIELDS[name]?.(redact));
      const key = { 'x-api-key': byKey ? redacting : open };

      const { body } = await post(
        { query: `{ ${fields.join(' ')} }` },
        { ...Object.fromEntries(sent), ...key },
      );

      expect(body.errors).toBeUndefined();
      const byHeader = sent.some(([, value]) => value === 'true' || value === 'no');
      for (const [name, redact] of Object.entries(given)) {
        const redacted = byKey || byHeader || redact.endsWith('true');
        const shown = JSON.stringify(body.data?.[name]);
        expect(shown).toContain(`"redacted":${redacted}`);
        expect([shown.includes('from REDACTED'), shown.includes(ADDRESS)]).toEqual([
          redacted,
          !redacted,
        ]);
      }
    }),
    { numRuns: 100 },
  );
});
