import type { MergedStatement } from '../../src/catalog/merging/merged-statement.ts';
import { type PreparedEndpoint, prepareEndpoints } from '../../src/catalog/prepare.ts';
import { PAGE_PARAMETERS } from '../../src/catalog/views.ts';
import type { BoundParameter, EngineQuery } from '../../src/engines/engine.ts';
import { exampleMembers, exampleValues } from '../../src/execution/arguments/example-values.ts';
import { projectStatement } from '../../src/execution/projection.ts';
import type { Statement } from '../../src/googlesql/analysis/analyze.ts';
import { compiled } from '../support/compiled.ts';
import { PROJECT } from '../support/project.ts';

/** A statement that the service sends of itself. */
export interface OwnStatement {
  readonly title: string;
  readonly query: Pick<EngineQuery, 'statement' | 'parameters' | 'maxRows'>;
}

/** Every stored statement: open, pinned, merged, in part, and the pages of views. */
export function allStatements(): readonly OwnStatement[] {
  return prepareEndpoints(PROJECT).flatMap((endpoint) => {
    const { definition } = endpoint;
    const parameters = new Map<string, BoundParameter>([
      ...exampleValues(endpoint, 1, 1_782_907_200_000_000n),
      ...[...PAGE_PARAMETERS].map(([name, type]) => [name, { type, value: null }] as const),
    ]);
    return statementsOf(endpoint).map(([name, statement, merged]) => ({
      title: `${definition.name}, ${name}`,
      query: {
        statement,
        parameters: merged ? exampleMembers(parameters, merged) : parameters,
        maxRows: definition.settings.maxRows,
      },
    }));
  });
}

type Named = readonly [name: string, statement: Statement, merged?: MergedStatement];

function statementsOf(endpoint: PreparedEndpoint): readonly Named[] {
  const { open, pinned, views } = endpoint;
  const stored: readonly Named[] = [
    ['open', compiled(open.statement)],
    ['pinned', compiled(pinned.statement)],
  ];
  const merged: readonly Named[] = [open, pinned].flatMap(({ merging }, i) =>
    merging.statements.map((part) => [`merged ${i}`, part.statement, part] as const),
  );
  const pages: readonly Named[] = [...views].flatMap(([name, view]) => [
    [`first page of ${name}`, view.open.atTime] as const,
    [`page of ${name}`, view.open.behindId] as const,
    [`pinned first page of ${name}`, view.pinned.atTime] as const,
    [`pinned page of ${name}`, view.pinned.behindId] as const,
  ]);
  return [...stored, ...merged, ...pages, ...inPart(endpoint, [...stored, ...pages])];
}

/** Each statement with its first column alone, where others can be left out. */
function inPart(endpoint: PreparedEndpoint, statements: readonly Named[]): readonly Named[] {
  const parameters = new Map([...endpoint.open.parameters, ...PAGE_PARAMETERS]);
  const scope = { tables: endpoint.tables, parameters };
  return statements.flatMap(([name, statement]) => {
    const first = new Set(statement.columns.slice(0, 1).map((column) => column.name));
    const part = projectStatement(statement, first, scope);
    return part ? [[`${name}, in part`, part.statement] as const] : [];
  });
}
