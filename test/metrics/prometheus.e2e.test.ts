import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startGateway } from '../support/gateway-process.ts';
import { writeKeys } from '../support/key-file.ts';
import { freePort } from '../support/redis-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const RULES = fileURLToPath(new URL('../../docs/operating/prometheus/alerts.yml', import.meta.url));
const DASHBOARD = new URL('../../docs/operating/prometheus/dashboard.json', import.meta.url);

// biome-ignore lint/style/noProcessEnv: tests have no other place for it.
const BIN = process.env['PROMETHEUS_BIN'] ?? '/usr/bin';
const PROMETHEUS = join(BIN, 'prometheus');
const PROMTOOL = join(BIN, 'promtool');

const PATHS = [
  '/api/endpoints/query/usage.api-counts?project=a&interval=daily',
  '/api/endpoints/query/usage.api-counts?interval=daily',
  '/graphql?query={endpoints{id}}',
];

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

function dashboardExpressions(): readonly string[] {
  const { panels }: Dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8'));
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  return expressions.map((text) => text.replaceAll('$__rate_interval', '30s'));
}

/** What Prometheus says of its rules. */
interface Rules {
  readonly data: { readonly groups: readonly { rules: readonly { query: string }[] }[] };
}

/** What an alert compares, without the limits: in a healthy service there is nothing beyond them. */
function withoutLimits(expression: string): string {
  return expression.replace(/ (?:==|>|<) [\d.]+/g, '');
}

/** A gateway whose metrics need no key, and one that asks it for this and that. */
async function loadedGateway(): Promise<{ readonly metricsPort: number; ask(): Promise<void> }> {
  const metricsPort = await freePort();
  const folder = temporaryFolder();
  const [key = ''] = await writeKeys(join(folder, 'keys.json'), 1);
  const gateway = await startGateway({
    folder,
    // Nobody answers there.
    environment: {
      METRICS_PORT: String(metricsPort),
      OIDC_ISSUER: 'http://127.0.0.1:1',
      AUDIENCE: 'fieldstone',
      CLAIMS: '{"endpoints":"*","pins":{"project":"*"}}',
    },
  });
  onTestFinished(async () => {
    gateway.child.kill('SIGKILL');
    await gateway.ended;
  });
  const ask = async () => {
    for (const path of PATHS) {
      const response = await fetch(`${gateway.url}${path}`, { headers: { 'x-api-key': key } });
      await response.arrayBuffer();
    }
  };
  return { metricsPort, ask };
}

/** A Prometheus that scrapes a port every second; asks it for a path of its API. */
async function startPrometheus(metricsPort: number): Promise<(path: string) => Promise<string>> {
  const folder = temporaryFolder();
  const port = await freePort();
  const config = join(folder, 'prometheus.yml');
  writeFileSync(
    config,
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ['${RULES}']
scrape_configs:
  - job_name: fieldstone
    static_configs: [{ targets: ['127.0.0.1:${metricsPort}'] }]
`,
  );
  const child = spawn(
    PROMETHEUS,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
  });
  return async (path) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    return response?.text() ?? '';
  };
}

test.skipIf(!existsSync(PROMTOOL))('promtool accepts the rules of alerts', async () => {
  const { stdout } = await promisify(execFile)(PROMTOOL, ['check', 'rules', RULES]);

  expect(stdout).toMatch(/SUCCESS: [1-9]\d* rules found/);
});

/** What happens each minute for half an hour, and which alerts fire at its end. */
const SITUATIONS: readonly (readonly [
  what: string,
  series: Readonly<Record<string, string>>,
  fires: readonly string[],
])[] = [
  ['nothing is scraped', {}, ['FieldstoneDown']],
  ['a target does not answer', { 'up{job="fieldstone"}': '0x30' }, ['FieldstoneDown']],
  [
    'one request of ten fails beside very many health checks',
    {
      'up{job="fieldstone"}': '1x30',
      'fieldstone_requests_total{interface="rest",code="OK"}': '0+90x30',
      'fieldstone_requests_total{interface="rest",code="ENGINE_FAILED"}': '0+10x30',
      'fieldstone_requests_total{interface="probe",code="OK"}': '0+9000x30',
    },
    ['FieldstoneErrors'],
  ],
  [
    'health checks of a service without callers fail',
    {
      'up{job="fieldstone"}': '1x30',
      'fieldstone_requests_total{interface="rest",code="OK"}': '0x30',
      'fieldstone_requests_total{interface="probe",code="ENGINE_UNAVAILABLE"}': '0+100x30',
    },
    [],
  ],
  [
    'half of the requests are slow beside very many health checks',
    {
      'up{job="fieldstone"}': '1x30',
      'fieldstone_request_duration_seconds_bucket{interface="rest",le="1"}': '0+10x30',
      'fieldstone_request_duration_seconds_bucket{interface="rest",le="30"}': '0+20x30',
      'fieldstone_request_duration_seconds_bucket{interface="rest",le="+Inf"}': '0+20x30',
      'fieldstone_request_duration_seconds_bucket{interface="probe",le="1"}': '0+9000x30',
      'fieldstone_request_duration_seconds_bucket{interface="probe",le="30"}': '0+9000x30',
      'fieldstone_request_duration_seconds_bucket{interface="probe",le="+Inf"}': '0+9000x30',
    },
    ['FieldstoneSlow'],
  ],
  [
    'the identity provider cannot be read, and data are damaged',
    {
      'up{job="fieldstone"}': '1x30',
      fieldstone_token_keys_last_fetch_successful: '0x30',
      fieldstone_damaged_files: '2x30',
    },
    ['FieldstoneIdentityProvider', 'FieldstoneDataDamaged'],
  ],
];

/** The input of `promtool test rules`, which is YAML and so may be JSON; labels of alerts are not compared. */
function ruleTests() {
  return SITUATIONS.map(([name, series, fires]) => ({
    name,
    interval: '1m',
    input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: '30m',
        exp_samples: fires.map((alertname) => ({
          labels: `{alertname="${alertname}"}`,
          value: 1,
        })),
      },
    ],
  }));
}

test.skipIf(!existsSync(PROMTOOL))('alerts fire for what callers meet, and only then', async () => {
  const file = join(temporaryFolder(), 'tests.json');
  const tests = { rule_files: [RULES], evaluation_interval: '1m', tests: ruleTests() };
  writeFileSync(file, JSON.stringify(tests));

  const { stdout } = await promisify(execFile)(PROMTOOL, ['test', 'rules', file]);

  expect(stdout).toContain('SUCCESS');
});

test.skipIf(!existsSync(PROMETHEUS))(
  'every expression of dashboard and alerts has series from a gateway under load',
  async () => {
    const { metricsPort, ask } = await loadedGateway();
    const api = await startPrometheus(metricsPort);
    const emptyOnes = async (queries: readonly string[]) => {
      const empty: string[] = [];
      for (const query of queries) {
        const answer = JSON.parse(await api(`/api/v1/query?${new URLSearchParams({ query })}`));
        if (!(answer.data?.result.length > 0)) empty.push(`${query}: ${JSON.stringify(answer)}`);
      }
      return empty;
    };
    await expect.poll(() => api('/-/ready')).toContain('Ready');
    const { data }: Rules = JSON.parse(await api('/api/v1/rules'));
    const alerts = data.groups.flatMap(({ rules }) => rules.map(({ query }) => query));

    expect(alerts.length).toBeGreaterThan(5);
    const queries = [...alerts.map(withoutLimits), ...dashboardExpressions()];
    const loadAndAsk = async () => {
      for (let i = 0; i < 20; i += 1) await ask();
      return emptyOnes(queries);
    };
    await expect.poll(loadAndAsk, { interval: 1_000 }).toEqual([]);
  },
);
