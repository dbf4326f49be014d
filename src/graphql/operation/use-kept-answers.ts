import type { ExecutionArgs, ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RunResult } from '../../execution/run-result.ts';
import type { Context, RootValue } from './context.ts';
import { onlyField, runOnlyField } from './only-field.ts';

/** Of one result: rows must not fill the cache by the many ways to select from them. */
const MAX_ANSWERS = 4;

/** Maximum characters of a key; a caller writes them. */
const MAX_KEY = 16_384;

/** Estimated overhead of an answer's objects, beside its key and its JSON. */
const ANSWER_BYTES = 400;

const NAME = 'graphql';

/** The JSON of answers, by all that decides them beside the rows. */
type Answers = Map<string, Buffer>;

/** Where an answer is kept. */
interface Place {
  readonly derived: NonNullable<RunResult['derived']>;
  readonly key: string;
}

/**
 * Keeps the JSON of answers beside the rows that they show, as the REST path keeps its bytes.
 *
 * The endpoint is run for every operation, with its arguments, rights, limits and counters. If that gives the same fresh
 * rows of the cache again, the answer that was made from them is sent again; else the operation is executed with the
 * result as its root value. Only answers of one endpoint are kept that do not show the age of rows, and no long ones:
 * `useYieldingJson` writes them in its own way.
 */
export function useKeptAnswers(): Plugin<Context> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { document, operationName, schema, variableValues = {} } = args;
      const field = onlyField(schema, document, operationName);
      const result = field && runOnlyField(field, schema, variableValues, args.contextValue);
      if (result === undefined) return undefined;
      args.rootValue = { result } satisfies RootValue;
      const place = result instanceof Promise ? undefined : placeOf(result, args);
      if (!place) return undefined;
      const kept = place.derived.get<Answers>(NAME)?.get(place.key);
      if (kept) {
        setResultAndStopExecution(writtenAs({ data: {} }, () => kept));
        return undefined;
      }
      return {
        onExecuteDone({ result: executed, setResult }) {
          if (!('data' in executed) || executed.errors) return;
          setResult(writtenAs(executed, (shown) => keep(place, shown)));
        },
      };
    },
  };
}

/** Undefined for an answer that changes while the rows stay, or whose rows are not fresh rows of the cache. */
function placeOf(
  { fresh, derived, redacted }: RunResult,
  {
    document,
    operationName,
    variableValues,
  }: Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'>,
): Place | undefined {
  const text = document.loc?.source.body;
  if (!fresh || !derived || text === undefined || text.includes('ageSeconds')) return undefined;
  // Neither names nor JSON have line breaks.
  const key = `${redacted}\n${operationName}\n${JSON.stringify(variableValues)}\n${text}`;
  return key.length > MAX_KEY ? undefined : { derived, key };
}

/** Writes an answer, and keeps what it wrote. */
function keep({ derived, key }: Place, answer: ExecutionResult): Buffer {
  const text = JSON.stringify(answer);
  // Not from the pool, of which a kept slice would keep the whole chunk.
  const json = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  json.write(text);
  if (!derived.get(NAME)) derived.set(NAME, new Map(), 0);
  const answers = derived.get<Answers>(NAME);
  if (!answers || answers.size >= MAX_ANSWERS || answers.has(key)) return json;
  answers.set(key, json);
  derived.set(`${NAME} ${answers.size}`, true, ANSWER_BYTES + 2 * key.length + json.length);
  return json;
}

/** A result that Yoga writes so. It makes a response of the text, for which bytes are as good. */
function writtenAs(result: ExecutionResult, write: (result: ExecutionResult) => Buffer) {
  return { ...result, stringify: write as unknown as (result: ExecutionResult) => string };
}
