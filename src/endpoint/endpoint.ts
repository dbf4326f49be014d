import { readFileSync } from 'node:fs';
import { SCALARS, type ScalarKind, type ScalarType } from '../googlesql/index.ts';
import { mergeableProblem } from './mergeable.ts';

/** The scalar types that a parameter or a column may be declared with. */
export type ScalarSpelling = ScalarKind;

/** BigQuery's type name, followed by GraphQL's `!` if the value is never NULL. */
export type Spelling = ScalarSpelling | `${ScalarSpelling}!`;

/** The TypeScript type that a spelling stands for. */
export type ValueOf<Text extends Spelling> = Text extends `${infer Kind}!`
  ? ScalarValue<Kind>
  : ScalarValue<Text> | undefined;

type ScalarValue<Kind> = Kind extends 'BOOL'
  ? boolean
  : Kind extends 'INT64' | 'TIMESTAMP'
    ? bigint
    : Kind extends 'FLOAT64'
      ? number
      : string;

/** One declared parameter of an endpoint. */
export interface ParameterSpec {
  readonly type: Spelling;
  readonly description: string;
  /** The allowed values, each with its name in the GraphQL enum. */
  readonly values?: Readonly<Record<string, string>>;
  /** The GraphQL enum's name; by default made from the endpoint's and the parameter's names. */
  readonly enumName?: string;
  /** The value that others outside `values` behave as; without it they are errors. */
  readonly fallback?: string;
  /** Whether `''` counts as not sent. */
  readonly emptyIsAbsent?: boolean;
  /** A value for examples; every required parameter has one. */
  readonly example?: string;
  /** Whether the value is a regular expression (RE2), which is checked before it is bound. */
  readonly isPattern?: boolean;
  /**
   * Whether requests that differ in this parameter only may share one run of the query: `UNNEST` lists their values,
   * and the rows are split afterwards. The query must be rewritable in this way. At most one parameter has it: a STRING
   * or INT64 without `values` that is neither a pattern nor the tenant, and that `derive` does not use.
   */
  readonly isMergeable?: boolean;
}

/** One result column; a RECORD column takes its type from the column of a log table. */
export type ColumnSpec =
  | { readonly type: Spelling; readonly description: string }
  | {
      /** Logical table and its column: `['cloudflare.logs.prod', 'metadata']`. */
      readonly record: readonly [table: string, column: string];
      /** The GraphQL type's name, and the prefix of its nested types. */
      readonly typeName: string;
      readonly description: string;
    };

/** A CTE of the stored query that GraphQL offers as pages of typed rows, newest first. */
export interface ViewSpec {
  /** The CTE; its rows are ordered by its columns `timestamp` (TIMESTAMP) and `id` (STRING). */
  readonly cte: string;
  /** The GraphQL type of its rows, and the prefix of their nested types. */
  readonly typeName: string;
  readonly description: string;
}

/** How the stored query separates tenants. */
export interface TenantSpec {
  /** The parameter that names the tenant. */
  readonly parameter: string;
  /** `equal`: compared with the tenant column; `pattern`: a regular expression over another column. */
  readonly match: 'equal' | 'pattern';
}

/** Settings of an endpoint. */
export interface EndpointSettings {
  readonly maxRows: number;
  /** How long a result is fresh; undefined for results that are never cached. */
  readonly cacheSeconds: number | undefined;
  /** Refresh interval of results in use; undefined if they are not warmed. */
  readonly warmSeconds: number | undefined;
  readonly sandbox: boolean;
  readonly redactPii: boolean;
  /** Maximum billed bytes of one query; by default the engine's limit. */
  readonly maxBytesBilled?: number;
}

type Specs = Readonly<Record<string, ParameterSpec>>;
type Spellings = Readonly<Record<string, Spelling>>;

/** The coerced arguments of an endpoint with these parameters. */
export type ArgumentsOf<Parameters extends Specs> = {
  readonly [Name in keyof Parameters]: ValueOf<Parameters[Name]['type']>;
};

/**
 * Internal parameters computed from arguments and the request's clock; callers and sandbox SQL cannot refer to them.
 */
export interface Derivation<
  Parameters extends Specs = Specs,
  Used extends keyof Parameters & string = keyof Parameters & string,
  Derived extends Spellings = Spellings,
> {
  /** The parameters that `compute` reads. */
  readonly uses: readonly Used[];
  readonly parameters: Derived;
  /** `now` and TIMESTAMP values are microseconds since the epoch. */
  compute(
    values: Pick<ArgumentsOf<Parameters>, Used>,
    now: bigint,
  ): { readonly [Name in keyof Derived]: ValueOf<Derived[Name]> };
}

/** The declaration in an endpoint's folder. */
export interface EndpointSpec<
  Parameters extends Specs = Specs,
  Used extends keyof Parameters & string = keyof Parameters & string,
  Derived extends Spellings = Spellings,
> {
  /** UUID, lower case. */
  readonly id: string;
  /** Dotted name: `logs.all`. */
  readonly name: string;
  readonly description: string;
  /** The file of the stored query, next to the definition. */
  readonly query: URL;
  readonly parameters: Parameters;
  readonly tenant: TenantSpec;
  readonly derive: Derivation<Parameters, Used, Derived>;
  readonly columns: Readonly<Record<string, ColumnSpec>>;
  /** By GraphQL field name. */
  readonly views?: Readonly<Record<string, ViewSpec>>;
  readonly settings: EndpointSettings;
}

/** An endpoint as the rest of the service sees it: its declaration and the text of its query. */
export interface Endpoint extends Omit<EndpointSpec, 'query' | 'derive'> {
  readonly sql: string;
  readonly derive: {
    readonly uses: readonly string[];
    readonly parameters: Spellings;
    compute(values: Readonly<Record<string, unknown>>, now: bigint): Record<string, unknown>;
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/;
const IDENTIFIER = /^[a-z][a-z0-9_]*$/;
const FIELD_NAME = /^[a-z][A-Za-z0-9]*$/;
const TYPE_NAME = /^[A-Z][A-Za-z0-9]*$/;

/**
 * Checks a declaration as far as possible without its SQL, and reads its query; throws an `Error` that names the
 * problem.
 */
export function defineEndpoint<
  const Parameters extends Specs,
  const Used extends keyof Parameters & string,
  const Derived extends Spellings,
>(spec: EndpointSpec<Parameters, Used, Derived>): Endpoint {
  const fail = (problem: string) => new Error(`Cannot define endpoint "${spec.name}": ${problem}`);
  if (!NAME.test(spec.name)) throw fail('its name is not dotted lower-case words');
  if (!UUID.test(spec.id)) throw fail(`its id "${spec.id}" is not a lower-case UUID`);
  if (!isSentence(spec.description))
    throw fail('its description is missing or has no final full stop');
  for (const [name, parameter] of Object.entries(spec.parameters))
    checkParameter(name, parameter, fail);
  for (const [name, column] of Object.entries(spec.columns)) checkColumn(name, column, fail);
  for (const [name, view] of Object.entries(spec.views ?? {})) checkView(name, view, fail);
  checkDerivation(spec, fail);
  const mergeable = mergeableProblem(spec);
  if (mergeable) throw fail(mergeable);
  const tenant = spec.parameters[spec.tenant.parameter];
  if (!tenant?.type.startsWith('STRING!')) {
    throw fail(`its tenant parameter "${spec.tenant.parameter}" is not declared as STRING!`);
  }
  return Object.freeze({
    ...spec,
    // The generic signature has checked `compute` against the declaration; from here on names are data.
    derive: spec.derive as unknown as Endpoint['derive'],
    sql: readFileSync(spec.query, 'utf8'),
  });
}

type Fail = (problem: string) => Error;

function checkDerivation(
  spec: {
    readonly parameters: Specs;
    readonly derive: { uses: readonly string[]; parameters: Spellings };
  },
  fail: Fail,
): void {
  for (const [name, type] of Object.entries(spec.derive.parameters)) {
    checkSpelling(`derived parameter "${name}"`, type, fail);
    if (name in spec.parameters) throw fail(`"${name}" is both a parameter and derived`);
  }
  for (const name of spec.derive.uses) {
    if (!(name in spec.parameters)) {
      throw fail(`its derivation uses the undeclared parameter "${name}"`);
    }
  }
}

function checkParameter(name: string, parameter: ParameterSpec, fail: Fail): void {
  if (!IDENTIFIER.test(name)) throw fail(`parameter "${name}" is not a lower-case identifier`);
  if (!isSentence(parameter.description)) {
    throw fail(`parameter "${name}" has no description with a final full stop`);
  }
  checkSpelling(`parameter "${name}"`, parameter.type, fail);
  if (isRequired(parameter.type) && !parameter.example) {
    throw fail(`parameter "${name}" is required and has no example`);
  }
  if (parameter.values && scalarOf(parameter.type).kind !== 'STRING') {
    throw fail(`parameter "${name}" lists values, so its type must be STRING`);
  }
  if (
    parameter.fallback !== undefined &&
    !(parameter.values && parameter.fallback in parameter.values)
  ) {
    throw fail(
      `parameter "${name}" falls back to "${parameter.fallback}", which is not one of its values`,
    );
  }
}

function checkColumn(name: string, column: ColumnSpec, fail: Fail): void {
  if (!IDENTIFIER.test(name)) throw fail(`column "${name}" is not a lower-case identifier`);
  if (!isSentence(column.description)) {
    throw fail(`column "${name}" has no description with a final full stop`);
  }
  if ('type' in column) checkSpelling(`column "${name}"`, column.type, fail);
}

function checkView(name: string, view: ViewSpec, fail: Fail): void {
  if (!FIELD_NAME.test(name)) throw fail(`view "${name}" is not a camelCase name`);
  if (!TYPE_NAME.test(view.typeName)) {
    throw fail(`view "${name}" has the type name "${view.typeName}", which is not in PascalCase`);
  }
  if (!isSentence(view.description)) {
    throw fail(`view "${name}" has no description with a final full stop`);
  }
}

function checkSpelling(what: string, type: string, fail: Fail): void {
  if (!(type.replace(/!$/, '') in SCALARS)) {
    throw fail(
      `${what} has the unknown type "${type}"; known are ${Object.keys(SCALARS).join(', ')}`,
    );
  }
}

function isSentence(text: string): boolean {
  return /\S.*\.$/s.test(text);
}

/** The GoogleSQL type of a spelling. */
export function scalarOf(type: Spelling): ScalarType {
  return SCALARS[type.replace(/!$/, '') as ScalarKind];
}

/** Whether a spelling ends in `!`. */
export function isRequired(type: Spelling): boolean {
  return type.endsWith('!');
}

/** A dotted or snake-case name in camelCase: `functions.invocation-stats` is `functionsInvocationStats`. */
export function camelCase(name: string): string {
  return name.replace(/[._-]+(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** A name in PascalCase. */
export function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
