import type { GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../access/caller.ts';
import { isOfMoment, type Moment, momentOf } from '../../run/moment.ts';
import { RecentMap } from '../../run/recent-map.ts';
import type { PlannedRun, Runner, RunResult } from '../../run/runner.ts';
import type { Context } from '../context.ts';
import type { DocumentLimits } from '../document-limits.ts';
import { compileOperation, type Operation, type RootField } from './operation.ts';
import type { Params } from './params.ts';
import type { Chunks } from './result-writer.ts';

/** What a responder is made of. */
export interface ResponderOptions {
  readonly schema: GraphQLSchema;
  readonly runner: Runner;
  readonly limits: DocumentLimits;
}

/** One request, by its text and by what is read from it when the text is new. */
export interface ReadyQuestion {
  /** The body or the query string as it was sent. */
  readonly text: string;
  params(text: string): Params | undefined;
  readonly context: Omit<Context, 'run'>;
}

interface PlannedField {
  readonly field: RootField;
  readonly planned: PlannedRun;
}

interface Known {
  readonly caller: Caller;
  readonly fields: readonly PlannedField[];
}

/** The last answer to a question, and the moments of its results. */
interface LastAnswer {
  readonly bytes: Buffer;
  readonly moments: readonly Moment[];
}

/** An operation, or that graphql's own executor has to answer it. */
type Compiled = Operation | 'other';

/** Longer requests are rare, and reading them anew costs little beside sending them. */
const MOST_TEXT = 20_000;

/**
 * Answers operations that ask endpoints alone, where every one of their results is at hand; leaves all others, and
 * everything that ends in an error, to graphql's own executor, whose answer would be the same.
 */
export class Responder {
  readonly #schema: GraphQLSchema;
  readonly #runner: Runner;
  readonly #limits: DocumentLimits;
  readonly #operations = new RecentMap<Compiled>({ entries: 1_000, weight: 4_000_000 });
  readonly #known = new RecentMap<Known>({ entries: 5_000, weight: 8_000_000 });
  readonly #last = new LRUCache<Known, LastAnswer>({
    max: 1_000,
    maxSize: 8_000_000,
    sizeCalculation: ({ bytes }) => bytes.length,
  });

  constructor({ schema, runner, limits }: ResponderOptions) {
    this.#schema = schema;
    this.#runner = runner;
    this.#limits = limits;
  }

  /** The JSON of the answer; undefined where it is not at hand. */
  answer(question: ReadyQuestion): Buffer | undefined {
    const recalled = this.#recall(question);
    const known = recalled ?? this.#plan(question);
    const results = known && this.#peekAll(known, question.context.now);
    if (!results) return undefined;
    const last = this.#last.get(known);
    const isSame = last && results.every((result, i) => isOfMoment(result, last.moments[i]));
    if (isSame) return last.bytes;
    const bytes = write(known.fields, results);
    // What is asked once need not be kept, and some questions never are.
    if (bytes && recalled) this.#last.set(known, { bytes, moments: results.map(momentOf) });
    return bytes;
  }

  #peekAll({ fields }: Known, now: bigint): readonly RunResult[] | undefined {
    const results: RunResult[] = [];
    for (const { planned } of fields) {
      const result = this.#runner.peek(planned, now);
      if (!result) return undefined;
      results.push(result);
    }
    return results;
  }

  #recall({ text, context }: ReadyQuestion): Known | undefined {
    const known = this.#known.get(keyOf(text, context));
    // A key file that was read anew makes new callers, whose rights may be others.
    return known?.caller === context.caller ? known : undefined;
  }

  #plan({ text, params, context }: ReadyQuestion): Known | undefined {
    const asked = params(text);
    const operation = asked && this.#operation(asked);
    if (!operation) return undefined;
    const fields = planFields(operation, asked, context, this.#runner);
    if (!fields) return undefined;
    const known = { caller: context.caller, fields };
    if (text.length <= MOST_TEXT) this.#keep(text, context, known);
    return known;
  }

  #keep(text: string, context: Omit<Context, 'run'>, known: Known): void {
    const { fields } = known;
    // A statement of the caller's own has a memory of its own, which counts its bytes.
    if (fields.some(({ planned }) => planned.request.sql !== undefined)) return;
    let weight = text.length;
    for (const { planned } of fields) weight += planned.plan.identity.length;
    this.#known.set(keyOf(text, context), known, weight);
  }

  #operation({ query, operationName }: Params): Operation | undefined {
    const key = `${operationName ?? ''} ${query}`;
    let compiled = this.#operations.get(key);
    if (!compiled) {
      compiled = compileOperation(this.#schema, this.#limits, query, operationName) ?? 'other';
      this.#operations.set(key, compiled, key.length);
    }
    return compiled === 'other' ? undefined : compiled;
  }
}

function keyOf(text: string, { caller, redact }: Omit<Context, 'run'>): string {
  return `${redact ? '+' : '-'}${caller.keyId} ${text}`;
}

/** Lets every resolver plan its run; undefined where one does more than to run its endpoint, or refuses. */
function planFields(
  { fields, variables }: Operation,
  asked: Params,
  context: Omit<Context, 'run'>,
  runner: Runner,
): readonly PlannedField[] | undefined {
  try {
    const values = variables(asked.variables);
    if (!values) return undefined;
    return fields.map((field) => planField(field, values, context, runner));
  } catch {
    // Its error is made where it is answered.
    return undefined;
  }
}

function planField(
  field: RootField,
  values: NonNullable<ReturnType<Operation['variables']>>,
  context: Omit<Context, 'run'>,
  runner: Runner,
): PlannedField {
  // What the resolver returns where it runs its endpoint and no more; nobody awaits it.
  const { promise } = Promise.withResolvers<never>();
  let planned: PlannedRun | undefined;
  const run: Context['run'] = (request) => {
    planned = runner.plan(request);
    return promise;
  };
  const returned = field.resolve(values, { ...context, run });
  if (returned !== promise || !planned) throw new Error('The resolver does more than to run');
  return { field, planned };
}

/** Undefined where the answer would have an error in it. */
function write(fields: readonly PlannedField[], results: readonly RunResult[]): Buffer | undefined {
  const chunks: Chunks = ['{"data":{'];
  try {
    for (const [i, result] of results.entries()) {
      const field = fields[i]?.field;
      chunks.push(i === 0 ? '' : ',', field?.start ?? '');
      field?.write(result, chunks);
    }
  } catch {
    return undefined;
  }
  chunks.push('}}');
  return join(chunks);
}

function join(chunks: Chunks): Buffer {
  return Buffer.concat(
    chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)),
  );
}
