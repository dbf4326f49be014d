import { describe, expect, test } from 'vitest';
import {
  importedFileName,
  importsFolder,
  parseImportedFileName,
} from '../../../../src/engines/duckdb/tables/imported-file.ts';

const id = '0123456789ab';

describe('the name of an imported file', () => {
  test('says the times of its oldest and newest row', () => {
    const file = { id, oldest: 1_782_900_000_000_001n, newest: 1_782_986_399_999_999n };
    const name = importedFileName(file);
    expect(name).toBe('20260701T100000000001Z-20260702T095959999999Z-0123456789ab.parquet');
    expect(parseImportedFileName(name)).toEqual(file);
  });

  test('has times before 1970', () => {
    const file = { id, oldest: -62_135_596_800_000_000n, newest: -1n };
    const name = importedFileName(file);
    expect(name).toBe('00010101T000000000000Z-19691231T235959999999Z-0123456789ab.parquet');
    expect(parseImportedFileName(name)).toEqual(file);
  });

  test('has no times in a table without a time', () => {
    const file = { id, oldest: undefined, newest: undefined };
    expect(importedFileName(file)).toBe('0123456789ab.parquet');
    expect(parseImportedFileName('0123456789ab.parquet')).toEqual(file);
  });

  test.each(['rows.parquet', `${id}.parquet.tmp`, `x-${id}.parquet`])('is not %s', (name) => {
    expect(parseImportedFileName(name)).toBeUndefined();
  });

  test('stands in the folder of its table', () => {
    expect(importsFolder('/data', 'cloudflare.logs.prod')).toBe(
      '/data/tables/cloudflare.logs.prod',
    );
    expect(importsFolder('/data', '..')).toBe('/data/tables/%2E.');
    expect(importsFolder('/data', 'a/../b')).toBe('/data/tables/a%2F..%2Fb');
  });
});
