import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.d.ts';
import type { ConfigMap, Service, ServiceAccount } from 'kubernetes-types/core/v1.d.ts';
import type { LabelSelector } from 'kubernetes-types/meta/v1.d.ts';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseConfigFile } from '../../src/reload/config-file.ts';
import { NAMES } from '../support/service-names.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = join(ROOT, 'examples/deploy/kubernetes');
const run = promisify(execFile);

/** Their forms are what the first test is about. */
interface Kinds {
  readonly ConfigMap: ConfigMap;
  readonly Deployment: Deployment;
  readonly HorizontalPodAutoscaler: HorizontalPodAutoscaler;
  readonly NetworkPolicy: NetworkPolicy;
  readonly PodDisruptionBudget: PodDisruptionBudget;
  readonly Service: Service;
  readonly ServiceAccount: ServiceAccount;
  readonly ServiceMonitor: {
    readonly spec: {
      readonly selector: LabelSelector;
      readonly endpoints: readonly { readonly port: string }[];
    };
  };
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

const MANIFESTS: readonly Manifest[] = readdirSync(FOLDER).flatMap((file) =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8'), { strict: true }).map(
    (document): Manifest => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS();
    },
  ),
);

function ofKind<Kind extends keyof Kinds>(kind: Kind): Kinds[Kind] {
  const [one, another] = MANIFESTS.filter((manifest) => manifest.kind === kind);
  if (!one || another) throw new Error(`There is not one ${kind}`);
  return one as unknown as Kinds[Kind];
}

/** `networking.k8s.io/v1` is in `networking/v1`; what has no group is in `core`. */
function moduleOf(apiVersion: string): string {
  const [version = '', group = 'core'] = apiVersion.split('/').toReversed();
  return `kubernetes-types/${group.replace(/\..*$/, '')}/${version}`;
}

/** What the compiler says of manifests as values of their kinds: unknown members, absent ones, wrong types. */
async function faultsOf(manifests: readonly Manifest[]): Promise<string> {
  const file = join(temporaryFolder(), 'manifests.ts');
  const lines = manifests.map((manifest, i) => {
    const from = join(ROOT, 'node_modules', moduleOf(manifest.apiVersion));
    return `export const m${i}: import('${from}').${manifest.kind} = ${JSON.stringify(manifest)};`;
  });
  writeFileSync(file, lines.join('\n'));
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--skipLibCheck',
    '--strict',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ];
  const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, file]).catch(
    (error: { readonly stdout: string }) => error,
  );
  return stdout;
}

/** The resources of Kubernetes itself. */
const BUILT_IN = MANIFESTS.filter(({ kind }) => kind !== 'ServiceMonitor');

test('every manifest has the form of its kind', async () => {
  expect(BUILT_IN.map(({ kind }) => kind).toSorted()).toEqual([
    'ConfigMap',
    'Deployment',
    'HorizontalPodAutoscaler',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'Service',
    'ServiceAccount',
  ]);
  expect(await faultsOf(BUILT_IN)).toBe('');
});

test('a misspelt member deep in a manifest, and one of another type, are found', async () => {
  const text = JSON.stringify(BUILT_IN)
    .replace('"averageUtilization"', '"averageUtilisation"')
    .replace('"failureThreshold":60', '"failureThreshold":"60"');

  const faults = await faultsOf(JSON.parse(text));

  expect(faults).toContain(`'"averageUtilisation"' does not exist`);
  expect(faults).toContain("Type 'string' is not assignable to type 'number'");
});

const { spec: deployment } = ofKind('Deployment');
const pod = deployment?.template.spec;
const [container] = pod?.containers ?? [];
const namesOf = (list: readonly { readonly name?: string }[] = []) => list.map(({ name }) => name);

test('the manifests name each other by what is there', () => {
  const labels = deployment?.template.metadata?.labels;
  const ports = namesOf(container?.ports);
  const { metadata, spec: service } = ofKind('Service');
  const { spec: policy } = ofKind('NetworkPolicy');
  const { spec: monitor } = ofKind('ServiceMonitor');
  const { spec: budget } = ofKind('PodDisruptionBudget');
  const selectors = [deployment?.selector, policy?.podSelector, budget?.selector];

  expect(labels).toBeDefined();
  expect(selectors.map((selector) => selector?.matchLabels)).toEqual([labels, labels, labels]);
  expect(service?.selector).toEqual(labels);
  expect(monitor.selector.matchLabels).toEqual(metadata?.labels);
  expect(service?.ports?.map(({ targetPort }) => targetPort)).toEqual(ports);
  expect(namesOf(service?.ports)).toContain(monitor.endpoints[0]?.port);
  expect(policy?.ingress?.map((rule) => rule.ports?.[0]?.port)).toEqual(ports);
  expect(namesOf(container?.volumeMounts)).toEqual(namesOf(pod?.volumes));
  expect(pod?.serviceAccountName).toBe(ofKind('ServiceAccount').metadata?.name);
});

test('the autoscaler alone says how many replicas there are, by a part of what is requested', () => {
  const { spec: autoscaler } = ofKind('HorizontalPodAutoscaler');

  expect(autoscaler?.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: 'fieldstone' });
  expect(deployment).not.toHaveProperty('replicas');
  expect(container?.resources?.requests).toHaveProperty('cpu');
  expect(autoscaler?.minReplicas).toBeGreaterThan(
    Number(ofKind('PodDisruptionBudget').spec?.minAvailable),
  );
});

test('the settings of the ConfigMap are right, and the container reads them where they are', () => {
  const { data = {}, metadata } = ofKind('ConfigMap');
  const volume = pod?.volumes?.find(({ configMap }) => configMap?.name === metadata?.name);
  const mount = container?.volumeMounts?.find(({ name }) => name === volume?.name);
  const variable = container?.env?.find(({ name }) => name === 'CONFIG_FILE');

  expect(variable?.value).toBe(`${mount?.mountPath}/config.json`);
  expect(mount).not.toHaveProperty('subPath');
  expect(Object.keys(parseConfigFile(data['config.json'] ?? '', NAMES))).toEqual([
    'CORS_ORIGINS',
    'RATE_LIMIT_PER_MINUTE',
    'REFUSED_KEYS_PER_MINUTE',
  ]);
});

// biome-ignore lint/style/noProcessEnv: tests have no other place for it.
const PATHS = (process.env['PATH'] ?? '').split(delimiter);
const LINTER = PATHS.map((folder) => join(folder, 'kubectl-validate')).find(existsSync);

test.skipIf(!LINTER)('kubectl-validate accepts the manifests (skipped without it)', async () => {
  const own = readdirSync(FOLDER).filter((file) => file !== 'monitoring.yaml');
  const { stdout } = await run(
    LINTER ?? '',
    own.map((file) => join(FOLDER, file)),
  );

  expect(stdout.match(/OK/g)).toHaveLength(own.length);
});
