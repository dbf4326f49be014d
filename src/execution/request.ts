import type { Caller } from '../auth/caller.ts';
import { MEMBER_COLUMN } from '../catalog/merging/member-nodes.ts';
import type { MergedStatement } from '../catalog/merging/merged-statement.ts';
import type { PreparedEndpoint } from '../catalog/prepare.ts';
import { PAGE_PARAMETERS } from '../catalog/views.ts';
import { type EngineQuery, isForeign, type Via } from '../engines/engine.ts';
import { FieldstoneError } from '../errors.ts';
import type { JobLabels } from '../request/job-labels.ts';
import type { RawArguments } from './arguments/arguments.ts';
import { positionText } from './paging/view-cursor.ts';
import { type PageRead, pageParameters, type ViewRequest } from './paging/view-page.ts';
import { type Projection, projectStatement } from './projection.ts';
import { compileSandbox, isCompiled, SANDBOX_MAX_BYTES } from './sandbox.ts';
import { orderedStatement } from './shaping/ordered-statement.ts';
import type { Shape } from './shaping/shape.ts';

/** One request to one endpoint, from either interface. */
export interface RunRequest {
  readonly endpoint: PreparedEndpoint;
  readonly caller: Caller;
  /** By REST parameter name; members that the endpoint does not declare are ignored. */
  readonly arguments: RawArguments;
  /** The caller's own SELECT over the endpoint's views; undefined for the stored one. */
  readonly sql: string | undefined;
  /** The names of the columns that are shown; undefined for all. Others are NULL where that saves work. */
  readonly columns?: ReadonlySet<string> | undefined;
  /** How the rows of the stored SELECT are ordered and limited; undefined for neither. */
  readonly shape?: Shape | undefined;
  /** The requested page of a view, in place of the stored SELECT. */
  readonly view?: ViewRequest | undefined;
  /** Whether the request asks for redaction; the key and the endpoint may require it too. */
  readonly redact: boolean;
  readonly via: Via;
  /** Labels for the jobs of the request. */
  readonly labels?: JobLabels | undefined;
}

/** A question to an endpoint: its stored query, the caller's own SELECT, or a page of a view. */
export interface Question
  extends Pick<EngineQuery, 'statement' | 'maxRows' | 'maxBytes' | 'isCallersSql'> {
  /** Distinguishes the question from others to the endpoint; null for the stored query. */
  readonly key: unknown;
  /** The statements that answer the question for many values of one parameter; they are compiled at their first use. */
  readonly merged: () => readonly MergedStatement[];
  /** Bound in addition to the endpoint's parameters. */
  readonly parameters: EngineQuery['parameters'];
  /** Whether the statement is the endpoint's own, and is folded where parameters are absent. */
  readonly isFoldable: boolean;
  /** Undefined if the statement computes all columns. */
  readonly projection: Projection | undefined;
}

/** The form of an endpoint's statements: `pinned` ones filter by the key's tenant. */
export type Variant = keyof Pick<PreparedEndpoint, 'open' | 'pinned'>;

/** The question of a request, with all columns: to its endpoint, or to the view that the page is read from. */
export function questionOf(request: RunRequest, variant: Variant, page?: PageRead): Question {
  return page ? pageQuestion(page, variant) : endpointQuestion(request, variant);
}

function endpointQuestion({ endpoint, sql }: RunRequest, variant: Variant): Question {
  const stored = endpoint[variant];
  if (isForeign(stored.statement) && variant === 'pinned') throw unproven(endpoint);
  const sandbox = sql === undefined ? undefined : compileSandbox(endpoint, stored, sql);
  return {
    statement: sandbox?.statement ?? stored.statement,
    key: sandbox?.text ?? null,
    maxRows: endpoint.definition.settings.maxRows,
    maxBytes: sandbox ? SANDBOX_MAX_BYTES : undefined,
    isCallersSql: sandbox !== undefined,
    merged: sandbox ? NOT_MERGED : () => stored.merging.statements,
    parameters: NO_PARAMETERS,
    isFoldable: sandbox === undefined,
    projection: undefined,
  };
}

/** `checkMayRun` has refused such a key before. */
function unproven({ definition }: PreparedEndpoint): FieldstoneError {
  const message = `Endpoint "${definition.name}" cannot be restricted to one tenant`;
  return new FieldstoneError('FORBIDDEN', message);
}

const NOT_MERGED = () => [];

const NO_PARAMETERS: Question['parameters'] = new Map();

function pageQuestion(read: PageRead, variant: Variant): Question {
  const { request, rows } = read;
  const pages = request.view[variant];
  return {
    statement: request.after.id === undefined ? pages.atTime : pages.behindId,
    key: [request.name, rows, positionText(request.after)],
    maxRows: rows,
    isCallersSql: false,
    merged: NOT_MERGED,
    parameters: pageParameters(read),
    isFoldable: false,
    projection: undefined,
  };
}

/**
 * Restricts a question to the columns that a request shows. Cached rows have all columns, so that they answer every
 * selection.
 */
export function narrow(
  question: Question,
  { endpoint, columns: selected, shape, sql }: RunRequest,
): Question {
  const isCached = endpoint.definition.settings.cacheSeconds !== undefined;
  if (!selected || sql !== undefined || isCached || isForeign(question.statement)) return question;
  const columns = new Set([...selected, ...(shape?.orderBy ?? []).map(({ name }) => name)]);
  const parameters = new Map([...endpoint.open.parameters, ...PAGE_PARAMETERS]);
  const { tables } = endpoint;
  const scope = { tables, parameters };
  const projection = projectStatement(question.statement, columns, scope);
  if (!projection) return question;
  const merged = () =>
    question.merged().flatMap((whole) => projectMerged(whole, columns, { tables, projection }));
  return { ...question, statement: projection.statement, merged, projection };
}

/** The merged statement of a projection; none if it would have other columns. */
function projectMerged(
  merged: MergedStatement,
  columns: ReadonlySet<string>,
  { projection, tables }: Pick<PreparedEndpoint, 'tables'> & { readonly projection: Projection },
): readonly MergedStatement[] {
  const { parameters, statement } = merged;
  const narrow = projectStatement(statement, new Set([MEMBER_COLUMN, ...columns]), {
    tables,
    parameters,
  });
  const isSame = narrow?.names.join() === [MEMBER_COLUMN, ...projection.names].join();
  return narrow && isSame ? [{ ...merged, statement: narrow.statement }] : [];
}

/** A question whose rows the engine orders as a shape says. */
export function orderedQuestion(
  question: Question,
  { endpoint }: RunRequest,
  variant: Variant,
  { orderBy }: Shape,
): Question {
  const { statement } = question;
  if (isForeign(statement)) throw new TypeError('A foreign statement cannot be ordered');
  return {
    ...question,
    statement: orderedStatement(endpoint, endpoint[variant], statement, orderBy),
    key: ['order', orderBy.map(({ index, isDescending }) => [index, isDescending])],
    merged: NOT_MERGED,
  };
}

/** Whether planning the request compiles the caller's SQL, which takes up to 10 ms. */
export function needsCompiling({ endpoint, sql }: RunRequest, variant: Variant): boolean {
  return sql !== undefined && !isCompiled(endpoint[variant], sql);
}
