import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';

const entry = (id: string, message: string, application: string, project = 'demo') => ({
  timestamp: '2026-07-01T11:00:00Z',
  id,
  event_message: message,
  project,
  metadata: [{ parsed: [{ application_name: application }, { application_name: application }] }],
});

test('pg_cron_logs are the entries that the scheduler wrote, once each', async () => {
  const rows = [
    entry('of-scheduler', 'starting', 'pg_cron'),
    entry('of-message', 'cron job 1 starting', 'psql'),
    entry('of-another', 'connection authorized', 'psql'),
    entry('foreign', 'cron job 1 starting', 'pg_cron', 'other'),
  ];
  const { rest } = await gateway({ rows: { 'postgres.logs': rows }, now: '2026-07-01T12:00:00Z' });

  const { body } = await rest('logs.all', {
    project: 'demo',
    project_tier: 'PRO',
    sql: 'SELECT id, (SELECT COUNT(*) FROM supavisor_logs) AS n FROM pg_cron_logs ORDER BY id',
  });

  expect(body.result).toEqual([
    { id: 'of-message', n: 0 },
    { id: 'of-scheduler', n: 0 },
  ]);
});
