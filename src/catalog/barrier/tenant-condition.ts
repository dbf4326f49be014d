import {
  type Expression,
  parseCondition,
  printIdentifier,
  SCALARS,
  type ScalarKind,
  type Table,
  type Type,
} from '#googlesql';

/** The parameter that a row's tenant is compared with, and how. */
export interface TenantMatch {
  readonly parameter: string;
  /** Whether every entry of an array must name the tenant: a record shared by two tenants is then hidden from both. */
  readonly exclusive: boolean;
}

/** The match of each table; undefined for one without a tenant. */
export type TenantOf = (table: Table) => TenantMatch | undefined;

/** The condition that a row of the table, under the range variable `alias`, belongs to the tenant. */
export function tenantCondition(
  table: Table,
  alias: string,
  { parameter, exclusive }: TenantMatch,
): Expression {
  const [first, second, ...rest] = (table.tenant ?? []).map(printIdentifier);
  if (!first || rest.length > 0) {
    throw new Error(`the tenant column of "${table.name}" is neither a column nor a field of one`);
  }
  const column = `${printIdentifier(alias)}.${first}`;
  if (!second) return parseCondition(`${column} = @${parameter}`);
  const entries = `FROM UNNEST(${column}) AS entry WHERE entry.${second}`;
  const some = `EXISTS (SELECT 1 ${entries} = @${parameter})`;
  const none = `NOT EXISTS (SELECT 1 ${entries} IS DISTINCT FROM @${parameter})`;
  return parseCondition(exclusive ? `${some} AND ${none}` : some);
}

/** The type of a table's tenant; undefined in tables without one. */
export function tenantKind({ columns, tenant = [] }: Table): TenantKind | undefined {
  const [first, second] = tenant;
  const type = columns.find(({ name }) => name === first)?.type;
  const record = type?.kind === 'ARRAY' ? type.element : type;
  const nested = record?.kind === 'STRUCT' ? record.fields : [];
  const own = second === undefined ? type : nested.find(({ name }) => name === second)?.type;
  // The project's tables are checked to have no other types.
  return own?.kind as TenantKind | undefined;
}

/** The types by which tenants may be told apart. */
export type TenantKind = Extract<ScalarKind, 'STRING' | 'INT64' | 'DATE' | 'BYTES' | 'BOOL'>;

const KINDS: readonly TenantKind[] = ['STRING', 'INT64', 'DATE', 'BYTES', 'BOOL'];

/** The parameter that carries a pinned tenant as a value of a type: `pin` itself for STRING, `<pin>_int64` for INT64. */
export function pinParameter(pin: string, kind: TenantKind): string {
  return kind === 'STRING' ? pin : `${pin}_${kind.toLowerCase()}`;
}

/** All parameters that may carry a pinned tenant, with their types. */
export function pinParameters(pin: string): readonly (readonly [string, Type])[] {
  return KINDS.map((kind) => [pinParameter(pin, kind), SCALARS[kind]]);
}
