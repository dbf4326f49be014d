import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { openEngine } from '../../engines/opening/open-engine.ts';
import { recordCase } from '../../testing/recording/record-case.ts';
import { EmbeddedEngines } from '../../testing/running/embedded-engines.ts';
import { UsageError } from '../command-error.ts';
import { operatorError } from '../query/query.ts';
import type { TestCommand } from './test-command.ts';

/** The endpoint of a case to record, and the name of the case. */
export interface CaseName {
  readonly endpoint: PreparedEndpoint;
  readonly name: string;
}

/** The endpoint and the case that `--record` names; throws a `UsageError` for a name that no case can have. */
export function readCaseName(
  [name, caseName, ...more]: readonly string[],
  endpoints: readonly PreparedEndpoint[],
): CaseName {
  if (name === undefined || caseName === undefined || more.length > 0) {
    throw new UsageError('--record takes the name of an endpoint and that of a case');
  }
  if (!/^(?!\.)[\w.-]+$/.test(caseName) || caseName === 'equivalent') {
    throw new UsageError(
      `"${caseName}" cannot be the name of a case: it must consist of letters, digits, "_", "-" and ".", and not be "equivalent"`,
    );
  }
  const endpoint = endpoints.find(({ definition }) => definition.name === name);
  if (!endpoint) throw new TypeError('The name of the endpoint has not been checked');
  if (endpoint.definition.statement.kind === 'foreign') {
    throw new UsageError(`"${name}" is @engine bigquery: no rows can take the place of its tables`);
  }
  return { endpoint, name: caseName };
}

/** Records a case from the project's data, and prints what its file says. */
export async function record(
  { config, processes, project, write }: TestCommand,
  { endpoint, name }: CaseName,
): Promise<void> {
  const engines = new EmbeddedEngines({ project, config, ...(processes && { processes }) });
  try {
    const { file, note } = await recordCase({
      project,
      endpoint,
      name,
      over: (tables) => engines.over(tables),
      data: (now) =>
        config.bigquery
          ? openEngine({ ...config, project }).then(({ engine }) => engine)
          : engines.overData(now),
    });
    write(`${[file, ...note].join('\n  ')}\n`);
  } catch (error) {
    throw operatorError(error);
  } finally {
    await engines.close();
  }
}
