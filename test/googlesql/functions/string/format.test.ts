import { expect, test } from 'vitest';
import { compile } from '../../duckdb/compile.ts';
import { testGoldens } from '../goldens.ts';

testGoldens('format');

test.each(['%1000000d', '%.200000f', '%100000s%100000s', '%-131073t'])(
  'FORMAT refuses a long output before it is made: %s',
  (format) => {
    const values = { d: '1', f: '1.5', s: "'a'", t: '1' };
    const args = [...format.matchAll(/[dfst]/g)].map(([letter]) => values[letter as 'd']);

    expect(() => compile(`SELECT FORMAT('${format}', ${args.join(', ')}) AS x`)).toThrow(
      'Output of FORMAT exceeds max allowed output size of 128KB',
    );
  },
);
