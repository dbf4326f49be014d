--- case and length
SELECT LOWER('ÄBC') AS a, UPPER('straße') AS b, LENGTH('日本🚀') AS c, CHAR_LENGTH('日本') AS d, BYTE_LENGTH('日本') AS e, INITCAP('hello wORLD-foo') AS f, LENGTH('') AS g
--- concat
SELECT CONCAT('a', 'b', 'c') AS a, 'x' || 'y' || CAST(NULL AS STRING) AS b, CONCAT('a', NULL) AS c, CONCAT(b'a', b'\xff') AS d, CONCAT(1, 'a', 2.5) AS e
--- substr
SELECT SUBSTR('日本語', 2) AS a, SUBSTR('abcdef', -3, 2) AS b, SUBSTR('abc', 0, 2) AS c, SUBSTR('abc', 5) AS d, SUBSTR('abc', 1, 0) AS e, SUBSTR('abc', -9, 2) AS f, SUBSTRING('abcdef', 2, 3) AS g, SUBSTR(b'abc', 2) AS h
--- substr with a negative length is an error
SELECT SUBSTR('abc', 1, -1)
--- left and right
SELECT LEFT('日本語', 2) AS a, RIGHT('日本語', 2) AS b, LEFT('ab', 9) AS c, RIGHT('', 3) AS d, LEFT('ab', 0) AS e
--- strpos and instr
SELECT STRPOS('hello', 'l') AS a, STRPOS('hello', 'z') AS b, STRPOS('日本語', '語') AS c, INSTR('banana', 'a', 1, 2) AS d, INSTR('banana', 'an', -1) AS e, STRPOS('abc', '') AS f
--- starts and ends with
SELECT STARTS_WITH('abc', 'ab') AS a, ENDS_WITH('abc', 'bc') AS b, STARTS_WITH('abc', '') AS c, STARTS_WITH(NULL, 'a') AS d, ENDS_WITH('a%c', '%c') AS e
--- trim
SELECT TRIM('  a b \t\n') AS a, LTRIM('xxabc', 'x') AS b, RTRIM('abcyx', 'xy') AS c, TRIM('日a日', '日') AS d, TRIM('a', '') AS e, TRIM(b'aba', b'a') AS f
--- pad
SELECT LPAD('7', 3, '0') AS a, RPAD('ab', 5, 'xy') AS b, LPAD('abcdef', 3) AS c, RPAD('日', 3) AS d, LPAD('a', 0) AS e
--- repeat reverse replace translate
SELECT REPEAT('ab', 3) AS a, REVERSE('añ🚀') AS b, REPLACE('banana', 'an', '') AS c, REPLACE('abc', '', 'x') AS d, TRANSLATE('hello', 'elo', 'ip') AS e, REPEAT('x', 0) AS f
--- split
SELECT SPLIT('a,b,,c') AS a, SPLIT('a--b', '--') AS b, SPLIT('', ',') AS c, SPLIT('abc', '') AS d, SPLIT(NULL) AS e, SPLIT('a,b', 'x') AS f
--- split and subscript
SELECT id, SPLIT(id, '-')[OFFSET(1)] AS n, SPLIT(id, '-')[SAFE_OFFSET(5)] AS none, SPLIT(id, '-')[ORDINAL(1)] AS p FROM pgbouncer_logs ORDER BY id LIMIT 3
--- subscript out of range is an error
SELECT SPLIT('a-b', '-')[OFFSET(7)]
--- ordinal out of range is an error
SELECT [1, 2][ORDINAL(0)]
--- code points
SELECT ASCII('A') AS a, UNICODE('日') AS b, CHR(8364) AS c, TO_CODE_POINTS('aé🚀') AS d, CODE_POINTS_TO_STRING([72, 105, 128640]) AS e, ASCII('') AS f
--- base64 and hex
SELECT TO_BASE64(b'\xff\x00a') AS a, FROM_BASE64('/wBh') AS b, TO_HEX(b'\x00\xab') AS c, FROM_HEX('00ABf') AS d, SAFE_CONVERT_BYTES_TO_STRING(b'a\xffb') AS e
--- hashes
SELECT TO_HEX(MD5('abc')) AS a, TO_HEX(SHA1('abc')) AS b, TO_HEX(SHA256('abc')) AS c, TO_HEX(SHA512('')) AS d, MD5(b'\xff') AS e, FARM_FINGERPRINT('abc') AS f
--- farm fingerprint of columns
SELECT id, FARM_FINGERPRINT(id) AS f, MOD(ABS(FARM_FINGERPRINT(id)), 10) AS bucket FROM pgbouncer_logs ORDER BY id
--- normalize
SELECT NORMALIZE('e\u0301') = 'é' AS a, NORMALIZE('ﬁ', NFKC) AS b, NORMALIZE_AND_CASEFOLD('ÄÖ') AS c, LENGTH(NORMALIZE('é', NFD)) AS d
--- like
SELECT 'abc' LIKE 'a%' AS a, 'abc' LIKE 'a_c' AS b, 'a%c' LIKE r'a\%c' AS c, 'abc' LIKE r'a\%c' AS d, 'a\nb' LIKE 'a_b' AS e, 'ABC' LIKE 'abc' AS f, '' LIKE '%' AS g, '日本' LIKE '_本' AS h, CAST(NULL AS STRING) LIKE 'a' AS i, 'a' NOT LIKE 'b' AS j
--- like over columns
SELECT id, event_message FROM postgres_logs WHERE event_message LIKE '%[pg_stat%' OR event_message LIKE '%"böse"%' OR event_message LIKE r'%100\%%'
--- like any and like all
SELECT 'abc' LIKE ANY ('x%', 'a%') AS a, 'abc' LIKE ALL ('%b%', 'a%') AS b, 'abc' LIKE SOME ('x', NULL) AS c, 'abc' NOT LIKE ANY ('x', 'y') AS d
--- a lone backslash at the end of a pattern is an error
SELECT 'a' LIKE 'a\\'
--- contains_substr like search through lower
SELECT id FROM auth_logs WHERE STRPOS(LOWER(event_message), 'google') > 0 AND LOWER(event_message) LIKE '%"level":"error"%'
--- soundex and edit distance
SELECT SOUNDEX('Robert') AS a, SOUNDEX('') AS b
--- format
SELECT FORMAT('%d|%5d|%-5d|%05d|%+d', 1, 2, 3, 4, 5) AS a, FORMAT('%s %T %t', 'x', 'y', 3) AS b, FORMAT('%.2f %8.3f %e %g', 1.005, 2.5, 12345.678, 0.0001) AS c, FORMAT('%x %X %o %%', 255, 255, 8) AS d, FORMAT("%'d", 1234567) AS e
--- format of other types
SELECT FORMAT('%t', DATE '2026-07-01') AS a, FORMAT('%T', TIMESTAMP '2026-07-01 10:00:00+00') AS b, FORMAT('%t', [1, 2]) AS c, FORMAT('%T', STRUCT(1 AS a, 'x' AS b)) AS d, FORMAT('%s', CAST(NULL AS STRING)) AS e, FORMAT('%t', TRUE) AS f, FORMAT('%t', 1.0) AS g
--- safe functions turn errors into null
SELECT SAFE.SUBSTR('abc', 1, -1) AS a, SAFE.REPEAT('a', -1) AS b, SAFE.FROM_HEX('zz') AS c
--- string comparisons go by code points
SELECT 'a' < 'B' AS a, 'ä' > 'z' AS b, '' < 'a' AS c, 'Z' < 'a' AS d, GREATEST('a', 'B', 'ä') AS e, LEAST('b', 'a') AS f
--- e-mails of messages
SELECT id, REGEXP_EXTRACT(event_message, r'[\w.+]+@[\w.]+') AS mail FROM postgres_logs WHERE event_message LIKE '%@%' ORDER BY id
--- bytes comparisons
SELECT b'a' < b'\xff' AS a, b'' = b'' AS b, LENGTH(CAST('ä' AS BYTES)) AS c, CAST(b'abc' AS STRING) AS d
--- invalid UTF-8 in a cast is an error
SELECT CAST(b'\xff' AS STRING)
--- normalize to the usual form
select normalize('e\u0301', NFC) = 'é' as a, normalize('e\u0301', nfc) = normalize('e\u0301') as b, normalize(id, NFC) as c from pgbouncer_logs order by id limit 2
--- format of bignumeric
SELECT FORMAT('%.2f|%10.3e|%+d', BIGNUMERIC '123.455', BIGNUMERIC '1e30', 5) AS a, FORMAT('%T %t %g', BIGNUMERIC '1.5', BIGNUMERIC '-2.25', BIGNUMERIC '0.1') AS b, FORMAT("%'.2f", BIGNUMERIC '99999999999999999999999999999.995') AS c
--- format by a template of nullif
SELECT FORMAT(NULLIF('a', 'a'), 1) AS a, FORMAT(NULLIF('%d', 'a'), 1) AS b, FORMAT(NULLIF('%d', NULL), 1) AS c, FORMAT(NULLIF(CAST(NULL AS STRING), 'a'), 1) AS d, FORMAT(IF(FALSE, 'a', NULL), 1) AS e
--- format %T of text with digits behind escapes
SELECT FORMAT('%T', s) AS a, FORMAT('%T', [s]) AS b FROM UNNEST(['a\u0001b', '\u0001\u0002bc1g1', '\u0001\n1', '\u007fa\u00e9', 'x\\y\u0001"', '\t1']) AS s
--- format of minus zero
SELECT FORMAT('%t|%T|%f|%g', x, x, x, x) AS a FROM UNNEST([-0.0, 0.0]) AS x
