import { type Lowering, scalarGroup } from '../core/define.ts';
import { argumentsOf, bind } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';

const MODES: readonly string[] = ['strict', 'lax', 'lax recursive'];

/** The mode is the last argument, given or not; the depth is left out or NULL where there is none. */
const lowerKeys: Lowering = (call) => {
  const mode = call.literals.at(-1);
  return bind(argumentsOf(call, 0, -1), ([json = 'NULL', depth = 'CAST(NULL AS BIGINT)']) => {
    if (typeof mode === 'string') {
      return `gsql_json_key_paths(${json}, ${depth}, ${quoteText(mode.toLowerCase())})`;
    }
    return `gsql_json_key_paths(CAST(NULL AS JSON), ${depth}, 'strict')`;
  });
};

/** JSON_KEYS: the paths of all keys of a document, each once and sorted. */
export const JSON_KEYS = scalarGroup('JSON')(
  'JSON_KEYS',
  [['(JSON, INT64?, mode => STRING) -> ARRAY<STRING>', lowerKeys]],
  {
    defaults: { mode: 'strict' },
    check: ({ literals }) => {
      const mode = literals.at(-1);
      if (mode === null) return;
      if (typeof mode !== 'string') throw new Error('The mode of JSON_KEYS must be a literal');
      if (!MODES.includes(mode.toLowerCase())) throw new Error('Invalid JSON mode specified');
    },
  },
);
