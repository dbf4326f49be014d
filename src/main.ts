import { setImmediate } from 'node:timers/promises';
import { configuredProject } from './config/settings-folder.ts';
import { bigQueryDescriber } from './engines/bigquery/describer.ts';
import { cachedInference } from './engines/duckdb/infer-table.ts';
import { messageOf } from './errors.ts';
import { OWN_FOLDER } from './files/own-folder.ts';
import { ProjectError } from './project/problems/project-error.ts';
import { announce } from './server/lifecycle/start-messages.ts';
import type { Follow } from './serving/follow.ts';
import { ProjectReader } from './serving/project-reader.ts';

// Without a listener, writing to a closed terminal or pipe would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** Loaded on demand: a service that does not follow its files needs nothing of it. */
function followBy(reader: ProjectReader): Follow {
  return async (first, options) => {
    const { ProjectWatch } = await import('./cli/dev/watch-project.ts');
    return new ProjectWatch({ ...options, reader, first, errors: process.stderr });
  };
}

/** Loads the service's own modules while a process infers what no file says of tables; that one starts first. */
async function loadService() {
  await setImmediate();
  return import('./service.ts');
}

const [command = 'start', ...rest] = process.argv.slice(2);
const isDev = command === 'dev';
if (rest.length > 0 || !(isDev || command === 'start')) {
  process.stderr.write('"start" takes no arguments; settings are environment variables or .env\n');
  process.exit(2);
}

try {
  const folder = configuredProject() ?? OWN_FOLDER;
  announce(`Reading and compiling the project in ${folder}`);
  const reader = new ProjectReader(folder, {
    inferFields: cachedInference(),
    describeOnBigQuery: bigQueryDescriber(),
  });
  const [first, { serve }] = await Promise.all([reader.read(), loadService()]);
  if (!isDev && first.problems.length > 0) throw new ProjectError(first.problems);
  await serve(first, isDev ? followBy(reader) : undefined);
} catch (error) {
  // Problems of the configuration, an endpoint or the key file: the message names them, a stack does not help.
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
