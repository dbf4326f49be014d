import { type Statement, tablesIn } from '#googlesql';
import { type PreparedEndpoint, prepareEndpoints } from '../../catalog/prepare.ts';
import { isForeign } from '../../engines/engine.ts';
import type { Project } from '../../project/load-project.ts';

/** The names of the endpoints whose compiled statements read a table, those of views included. */
export function readersOf(project: Project, table: string): readonly string[] {
  return prepareEndpoints(project)
    .filter((endpoint) => statementsOf(endpoint).some((statement) => reads(statement, table)))
    .map(({ definition }) => definition.name);
}

/** A foreign statement reads BigQuery's tables alone. */
function statementsOf({ open, views }: PreparedEndpoint): readonly Statement[] {
  const { statement } = open;
  return [
    ...(isForeign(statement) ? [] : [statement]),
    ...[...views.values()].map((view) => view.open.atTime),
  ];
}

function reads({ resolved }: Statement, table: string): boolean {
  return tablesIn(resolved.scan).some(({ name }) => name === table);
}
