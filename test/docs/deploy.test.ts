import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

const DOCKERFILE = read('Dockerfile');

test('the image starts as npm start does', () => {
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(DOCKERFILE) ?? [];
  const { scripts } = JSON.parse(read('package.json'));

  expect(JSON.parse(command).join(' ').replace('/app/', '')).toBe(scripts.start);
});

test('the image loses no package but the Node that npm ci brings along', () => {
  const [, removed = ''] = /rm -rf (.+)$/m.exec(DOCKERFILE) ?? [];
  const patterns = removed.split(' ').map((path) => new RegExp(`^${path.replaceAll('*', '.*')}$`));
  const packages = Object.keys(JSON.parse(read('package-lock.json')).packages);
  const lost = packages.filter((path) => patterns.some((pattern) => pattern.test(path)));

  expect(lost.length).toBeGreaterThan(0);
  expect(lost.filter((path) => !/^node_modules\/node-linux-(?:x64|arm64)$/.test(path))).toEqual([]);
});

test('the image is built of what is there, and is sent nothing else', () => {
  const copied = [...DOCKERFILE.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  const sent = read('.dockerignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));

  expect(copied.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
  expect(copied.toSorted()).toEqual(sent.toSorted());
});

/** Names and values of variables in manifests and commands. */
const VARIABLES: Readonly<Record<string, RegExp>> = {
  'examples/deploy/kubernetes/deployment.yaml': /\{ name: ([A-Z_]+), value: '?([^'}]+?)'? \}/g,
  'examples/deploy/compose.yaml': /^ {6}([A-Z_]+): '?([^'\n]+)'?$/gm,
  'docs/operating/containers.md': /(?<=--set-env-vars=\S*)([A-Z_]+)=([^,\s]+)/g,
};

test.each(Object.entries(VARIABLES))('the settings in %s are right', (path, pattern) => {
  const matches = [...read(path).matchAll(pattern)];
  const settings = Object.fromEntries(matches.map(([, name = '', value = '']) => [name, value]));

  expect(matches.length).toBeGreaterThan(1);
  expect(() =>
    readConfig({ ...settings, ...('BIGQUERY_PROJECT' in settings && { BIGQUERY_PROJECT: 'p-1' }) }),
  ).not.toThrow();
});

test('every manifest is about fieldstone', () => {
  for (const file of readdirSync(new URL('examples/deploy/kubernetes/', ROOT))) {
    const documents = read(`examples/deploy/kubernetes/${file}`).split(/^---$/m);
    for (const document of documents) {
      expect(document).toMatch(/^apiVersion: \S+$/m);
      expect(document).toMatch(/^kind: \w+$/m);
      expect(document).toMatch(/^ {2}name: fieldstone$/m);
    }
  }
});
