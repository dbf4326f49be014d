import { parseFunctions } from '../definitions/parse-functions.ts';
import { parseView } from '../definitions/parse-view.ts';
import { parseHeader } from '../header/parse-header.ts';
import { type PseudoTraits, pseudoColumns } from '../pseudo-columns.ts';
import { printExpressionText } from '../syntax/printer/print.ts';
import { parseTable, type SchemaField, type Table, type TableTraits } from '../table.ts';
import type { Type } from '../types.ts';
import { inferStatement } from './infer-statement.ts';
import { type ProvenType, provenColumn, spellType } from './proven-type.ts';

/** A table as a project declares it. */
export interface DescribedTable
  extends Omit<TableTraits, 'tenant' | 'pseudo'>,
    Partial<PseudoTraits> {
  /** Its fields in BigQuery's JSON schema format. */
  readonly schema: readonly SchemaField[];
  /** The path of the column that identifies the tenant, with dots. */
  readonly tenant?: string;
}

/** What a described statement may read and call. */
export interface DescribeOptions {
  /** By logical name. */
  readonly tables?: Readonly<Record<string, DescribedTable>>;
  /** By name: their SELECTs. */
  readonly views?: Readonly<Record<string, string>>;
  /** Texts of `CREATE FUNCTION` statements. */
  readonly functions?: readonly string[];
}

/** A statement's parameters and columns; types have a `!` after what is never NULL. */
export interface StatementDescription {
  /** By name as first written; a default is a GoogleSQL literal. */
  readonly parameters: Readonly<
    Record<string, { readonly type: string; readonly default?: string }>
  >;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Describes a statement as an endpoint is inferred from it; throws an `SqlError` for what GoogleSQL refuses. */
export function describe(
  sql: string,
  { tables = {}, views = {}, functions = [] }: DescribeOptions = {},
): StatementDescription {
  const header = parseHeader(sql);
  const [fault] = header.errors;
  if (fault) throw fault;
  const { parameters, columns } = inferStatement(sql, {
    tables: new Map(Object.entries(tables).map(([name, table]) => [name, tableOf(name, table)])),
    definitions: {
      functions: functions.flatMap((text) => parseFunctions(text)),
      views: Object.entries(views).map(([name, text]) => parseView(name, text)),
    },
    tags: () => header.parameters,
  });
  const written = new Map(
    header.parameters.flatMap((tag) =>
      tag.default ? [[tag.name.toLowerCase(), printExpressionText(tag.default)] as const] : [],
    ),
  );
  return {
    parameters: Object.fromEntries(
      parameters.map(({ name, type, isRequired, default: value }) => [
        name,
        {
          type: spellType(parameterType(type, isRequired)),
          ...(value && { default: written.get(name.toLowerCase()) ?? '' }),
        },
      ]),
    ),
    columns: columns.map(({ name, type }) => ({ name, type: spellType(type) })),
  };
}

function tableOf(
  name: string,
  { ingestionTime = false, schema, tenant, wildcard = false, ...traits }: DescribedTable,
): Table {
  const pseudo = pseudoColumns({ ingestionTime, wildcard });
  return parseTable(name, schema, { ...traits, tenant: tenant?.split('.'), pseudo });
}

/** The type of a parameter as it is spelt: elements of arrays are never NULL, so their `!` is left out. */
export function parameterType(type: Type, isRequired: boolean): ProvenType {
  const { element, ...proven } = provenColumn(type);
  return { ...proven, isRequired, ...(element && { element: { ...element, isRequired: false } }) };
}
