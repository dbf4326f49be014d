import { expect, test } from 'vitest';
import { gateway } from '../../../support/gateway.ts';

const ASK = 'logsAll(project: "p", projectTier: FREE';

test.each(['2026-07-01T10:00:60Z', '2026-07-01T10:00:00.1234567Z'])(
  'the gateway answers 400 to the DateTime %s, whatever the client accepts and however it is sent',
  async (time) => {
    const { app, key } = await gateway();
    const operations = [
      { query: `{ ${ASK}, isoTimestampEnd: "${time}") { rowCount } }` },
      {
        query: `query ($end: DateTime) { ${ASK}, isoTimestampEnd: $end) { rowCount } }`,
        variables: { end: time },
      },
    ];
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      for (const payload of operations) {
        const response = await app.inject({
          method: 'POST',
          url: '/graphql',
          headers: { 'x-api-key': key, accept },
          payload,
        });

        expect(response.statusCode).toBe(400);
        expect(response.json().errors).toEqual([
          {
            message: expect.stringContaining(`DateTime cannot be "${time}"`),
            // Of the value in the operation, or of the variable's definition.
            locations: [{ line: 1, column: expect.any(Number) }],
            extensions: { code: 'BAD_USER_INPUT', requestId: response.headers['x-request-id'] },
          },
        ]);
      }
    }
  },
);
