import { excerpt } from '../../excerpt.ts';
import type { Check, NeedsValue } from '../core/define.ts';
import { requireValues } from '../core/signatures/argument-check.ts';

/** How a key that is not a plain word is written: `$."a.b"` in new functions, `$['a.b']` in old ones. */
export type PathStyle = 'standard' | 'legacy';

const WORD = String.raw`[\p{L}\p{N}\d_\-:\s]+`;

const TOKENS: Readonly<Record<PathStyle, RegExp>> = {
  standard: new RegExp(
    String.raw`\.(?<key>${WORD})|\."(?<quoted>(?:[^"\\]|\\.)*)"|\[\s*(?<index>-?\d+)\s*\]`,
    'uy',
  ),
  legacy: new RegExp(
    String.raw`\.(?<key>${WORD})|\['(?<quoted>(?:[^'\\]|\\.)*)'\]|\[(?<index>${WORD})\]`,
    'uy',
  ),
};

/** The steps of a JSONPath; throws an `Error` with the reference's message. */
export function parseJsonPath(path: string, style: PathStyle): readonly string[] {
  if (!path.startsWith('$')) throw new Error("JSONPath must start with '$'");
  const steps: string[] = [];
  const token = TOKENS[style];
  let at = 1;
  while (at < path.length) {
    token.lastIndex = at;
    const { key, quoted, index } = token.exec(path)?.groups ?? {};
    if (key === undefined && quoted === undefined && index === undefined) throw badToken(path, at);
    steps.push(key ?? index?.trim().replace(/^0+(?=\d)/, '') ?? unquote(quoted ?? '', style));
    at = token.lastIndex;
  }
  return steps;
}

function unquote(text: string, style: PathStyle): string {
  return text.replaceAll(style === 'standard' ? '\\"' : "\\'", style === 'standard' ? '"' : "'");
}

function badToken(path: string, at: number): Error {
  const rest = path.slice(at);
  const operator = /^(?:\[?\*|\.\*|\.\.|@)/.exec(rest)?.[0];
  if (operator) {
    return new Error(`Unsupported operator in JSONPath: ${operator.replace(/^[.[](?=\*)/, '')}`);
  }
  return new Error(`Invalid token in JSONPath at: ${excerpt(rest)}`);
}

/**
 * The path as a JSON Pointer, which DuckDB accepts too. As in GoogleSQL, a step is an object key or an array index
 * depending on the value, and no character is special.
 */
export function jsonPointer(steps: readonly string[]): string {
  if (steps.length === 0) return '$';
  return steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Refuses what is neither literal nor parameter, and invalid paths; which arguments are paths, `isPath` says. */
export function checkPaths(style: PathStyle, isPath: NeedsValue): Check {
  return (call) => {
    const { name, literals } = call;
    requireValues(isPath)(call);
    for (const [i, literal] of literals.entries()) {
      if (!isPath(i, literals.length) || typeof literal !== 'string') continue;
      const steps = parseJsonPath(literal, style);
      if (name === 'JSON_REMOVE' && steps.length === 0) {
        throw new Error(`Invalid input to JSON_REMOVE: The JSONPath cannot be '$'`);
      }
    }
  };
}
