import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import { type InitSource, init } from '../../../src/cli/init/init.ts';
import { startGateway } from '../../support/gateway-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A project that was made, and what was printed. */
export interface MadeFolder {
  readonly folder: string;
  readonly lines: readonly string[];
  readonly complaints: readonly string[];
}

/** Makes a project, by default in a folder that is not there. */
export async function runInit(
  source: InitSource,
  folder = join(temporaryFolder(), 'made'),
  variables: NodeJS.ProcessEnv = {},
): Promise<MadeFolder> {
  const lines: string[] = [];
  const complaints: string[] = [];
  await init(folder, source, {
    variables,
    print: (line) => lines.push(line),
    complain: (line) => complaints.push(line),
  });
  return { folder, lines, complaints };
}

/** Runs an endpoint over HTTP; expects an answer. */
export type Query = (endpoint: string, parameters?: string) => Promise<readonly object[]>;

/** Starts the service over a project that was made, with the settings and the key of its own `.env`. */
export async function serve(folder: string): Promise<Query> {
  const environment = { FIELDSTONE_PROJECT: folder, DATA_DIR: '.data', ...WITHOUT_CREDENTIALS };
  const gateway = await startGateway({ folder, environment });
  onTestFinished(() => void gateway.child.kill('SIGKILL'));
  const { FIELDSTONE_KEY: key = '' } = parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
  return async (endpoint, parameters = '') => {
    const response = await fetch(`${gateway.url}/api/endpoints/query/${endpoint}${parameters}`, {
      headers: { 'x-api-key': key },
    });
    const answer = (await response.json()) as { readonly result: readonly object[] };
    expect(response.status, JSON.stringify(answer)).toBe(200);
    return answer.result;
  };
}

/** The credentials of whoever runs the tests are not looked for. */
const WITHOUT_CREDENTIALS = { HOME: '/nowhere', METADATA_SERVER_DETECTION: 'none' };
