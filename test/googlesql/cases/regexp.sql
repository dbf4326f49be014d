--- contains is not a full match
SELECT REGEXP_CONTAINS('hello world', 'o w') AS a, REGEXP_CONTAINS('abc', '^b') AS b, REGEXP_CONTAINS('ABC', '(?i)b') AS c, REGEXP_CONTAINS('', '') AS d, REGEXP_CONTAINS(NULL, 'a') AS e, REGEXP_CONTAINS('a\nb', 'a.b') AS f, REGEXP_CONTAINS('a\nb', '(?s)a.b') AS g
--- contains over columns with alternation
SELECT id FROM edge_logs WHERE REGEXP_CONTAINS(event_message, r'(?i)^(post|patch) \| [45]\d\d')
--- contains with a column as the pattern
SELECT x, REGEXP_CONTAINS('abc', x) AS c FROM UNNEST(['b', '^c', 'a.c', '[x']) AS x WHERE x != '[x' ORDER BY x
--- an invalid pattern is an error
SELECT REGEXP_CONTAINS('a', '[b')
--- a pattern that RE2 lacks is an error
SELECT REGEXP_CONTAINS('a', r'(?=a)')
--- extract without a match is null
SELECT REGEXP_EXTRACT('abc', 'x') AS a, REGEXP_EXTRACT('abc', 'b') AS b, REGEXP_EXTRACT('key=val;', r'key=(\w+)') AS c, REGEXP_EXTRACT('abc', 'x*') AS d, REGEXP_EXTRACT('', '') AS e
--- extract of an unmatched group is null
SELECT REGEXP_EXTRACT('b', '(a)?b') AS a
--- extract with position and occurrence
SELECT REGEXP_EXTRACT('a1b2c3', r'\d', 3) AS a, REGEXP_EXTRACT('a1b2c3', r'\d', 1, 3) AS b, REGEXP_EXTRACT('a1b2c3', r'\d', 1, 4) AS c, REGEXP_SUBSTR('a1b2', r'[a-z]') AS d
--- extract with two groups is an error
SELECT REGEXP_EXTRACT('ab', '(a)(b)')
--- extract of the status from a message
SELECT id, REGEXP_EXTRACT(event_message, r'\| (\d{3}) \|') AS status FROM edge_logs ORDER BY id
--- extract_all
SELECT REGEXP_EXTRACT_ALL('a1b22c', r'\d+') AS a, REGEXP_EXTRACT_ALL('x=1,y=2', r'(\w)=') AS b, REGEXP_EXTRACT_ALL('abc', 'z') AS c, REGEXP_EXTRACT_ALL(NULL, 'a') AS d
--- replace
SELECT REGEXP_REPLACE('banana', 'an', 'X') AS a, REGEXP_REPLACE('2026-07-01', r'(\d+)-(\d+)-(\d+)', r'\3.\2.\1') AS b, REGEXP_REPLACE('abc', 'z', 'y') AS c, REGEXP_REPLACE('abc', '', '-') AS d, REGEXP_REPLACE('a.b', r'\.', r'\\') AS e, REGEXP_REPLACE('aaa', 'a', r'[\0]') AS f
--- replace with a wrong back-reference is an error
SELECT REGEXP_REPLACE('abc', 'b', r'\1')
--- instr
SELECT REGEXP_INSTR('ab@cd-ef', '@[^-]*') AS a, REGEXP_INSTR('abab', 'b', 3) AS b, REGEXP_INSTR('abab', 'b', 1, 2) AS c, REGEXP_INSTR('abab', 'b', 1, 2, 1) AS d, REGEXP_INSTR('a', 'z') AS e
--- unicode classes
SELECT REGEXP_CONTAINS('ä', r'^\pL$') AS a, REGEXP_CONTAINS('ä', r'^\w$') AS b, REGEXP_REPLACE('日本x', r'\p{Han}', 'h') AS c, REGEXP_EXTRACT('naïve café', r'\b\S+é') AS d
--- mask addresses
SELECT id, REGEXP_REPLACE(event_message, r'\b\d{1,3}(\.\d{1,3}){3}\b', '<ip>') AS m FROM storage_logs ORDER BY id LIMIT 6
--- group by an extracted value
SELECT REGEXP_EXTRACT(r.path, r'^/([^/]+)') AS area, COUNT(*) AS n FROM edge_logs, UNNEST(metadata) m, UNNEST(m.request) r GROUP BY area
--- bytes patterns
SELECT REGEXP_CONTAINS(b'abc', b'b') AS a, REGEXP_EXTRACT(b'abc', b'b.') AS b
--- instr of a group
select regexp_instr('aXbXc', '(X)b'), regexp_instr('aXbXc', 'b(X)'), regexp_instr('aaXaaX', 'a(a)X', 1, 2), regexp_instr('aaXaaX', 'a(a)X', 1, 2, 1), regexp_instr('aaXaaX', 'a(a)X', 3), regexp_instr('aaXaaX', 'a(a)X', 1, 1, 1), regexp_instr('aaXaaX', 'a(?P<x>a)X', 2, 1, 1)
--- instr with assertions
select regexp_instr('abab', '^ab', 3), regexp_instr('xay', r'\ba', 2), regexp_instr('a b', r'\bb', 3), regexp_instr('a.b', r'\b(b)$'), regexp_instr('a\nb', '^b'), regexp_instr('a\nb', '(?m)^(b)'), regexp_instr('a\nb\n', 'b$'), regexp_instr('a\nb', 'a.b'), regexp_instr('a\nb', '(?s)a.(b)')
--- instr of an empty group
select regexp_instr('aab', r'a(x*)b'), regexp_instr('zz', 'z()z'), regexp_instr('zz', 'z()z', 1, 1, 1), regexp_instr('zzzz', 'z(y*)z', 1, 2), regexp_instr('äöü', 'ö(ü)')
--- instr of columns
select id, regexp_instr(event_message, r'\| (\d+) \|') a, regexp_instr(event_message, r'ray-(\d+)', 1, 1, 1) b, regexp_instr(event_message, r'/', 1, 3) c, regexp_instr(event_message, r'(?i)PATCH') d, regexp_instr(event_message, r'nothing(x)') e from edge_logs order by id limit 8
--- instr choices
select regexp_instr('foobar', '(?:foo|fo)(o?b)'), regexp_instr('xxabc', '(?:a|ab)(c|bcd|bc)'), regexp_instr('aXbaXb', '[a|b](X)', 1, 2), regexp_instr('a(b', r'\((b)'), regexp_instr('abcabc', '[^(]b(c)', 1, 2)
--- instr nulls
select regexp_instr(cast(null as string), 'a'), regexp_instr('a', cast(null as string)), regexp_instr('a', 'a', null), regexp_instr('a', 'a', 1, null), regexp_instr('a', 'a', 1, 1, null), regexp_instr('', 'a'), regexp_instr('ab', 'b', 3), regexp_instr('ab', 'b', 4)
--- instr at no place
select regexp_instr('a', 'a', 0)
--- instr of no occurrence
select regexp_instr('a', 'a', 1, 0)
--- instr with another end
select regexp_instr('a', 'a', 1, 1, 2)
--- places of a pattern
select regexp_instr('ab12cd34', r'\d+') a, regexp_instr('ab12cd34', r'[a-z]+(\d+)', 1, 2) b, regexp_extract('ab12cd34', r'\d+', 1, 2) c, regexp_substr('ab12cd34', r'\d+', 5) d, regexp_instr('ab12', r'\d+', 1, 1, 1) e
--- instr of bytes
SELECT REGEXP_INSTR(b'abc', b'b') AS a, REGEXP_INSTR(b'a\xffb\xe4c', b'\xe4(c)', 2, 1, 1) AS b, REGEXP_INSTR(b'a\xffbab', b'b', 1, 2) AS c, REGEXP_INSTR(b'\x00a', b'a') AS d, REGEXP_INSTR(x, b'[b-d]') AS e, REGEXP_INSTR(x, b'd', 5) AS f FROM UNNEST([b'xyd', b'', NULL]) AS x
--- extract_all of bytes by an assertion
SELECT REGEXP_EXTRACT_ALL(b'ab', b'^') AS a
--- constant patterns of bytes
SELECT REGEXP_EXTRACT_ALL(b'a1b22', br'\d+') AS a, REGEXP_EXTRACT(b'a\xff1', b'\xff(.)') AS b, REGEXP_REPLACE(b'a1b', br'\d', b'') AS c, REGEXP_REPLACE(b'a1b', br'(\d)', br'<\1>') AS d, REGEXP_CONTAINS(b'\xff', b'^.$') AS e, REGEXP_EXTRACT(b'ab', b'c?') AS f
--- instr of bytes with a pattern that matches nothing
SELECT REGEXP_INSTR(b'abc', b'x*')
--- instr of patterns in a column
SELECT s, p, REGEXP_INSTR(s, p) AS a, REGEXP_INSTR(s, p, 2, 1, 1) AS b FROM UNNEST(['abc', '', NULL, 'щ😀bb']) AS s, UNNEST(['b', '(b)c', NULL, 'b*', '(?i)B$', '^.', '', '[[:alpha:]]b', 'b|(c)', '(x*)']) AS p ORDER BY s, p
--- instr of empty matches
SELECT s, i, n, REGEXP_INSTR(s, 'a*', i, n) AS a, REGEXP_INSTR(s, r'\b', i, n, 1) AS b, REGEXP_INSTR(s, '(a*)', i, n) AS c, REGEXP_INSTR(s, 'b(a)?', i, n) AS d FROM UNNEST(['baab', 'ab cd']) AS s, UNNEST([1, 2, 4, 6, NULL]) AS i, UNNEST([1, 2, 3, 4, NULL]) AS n ORDER BY s, i, n
--- instr of an invalid pattern in a column
SELECT REGEXP_INSTR(s, p) FROM (SELECT 'abc' AS s, '(a' AS p)
--- instr of two groups in a column
SELECT REGEXP_INSTR(s, p), REGEXP_INSTR(NULL, 'b', 1, 0) FROM (SELECT 'abc' AS s, '(a)(b)' AS p)
--- groups of patterns in a column
SELECT p, SAFE.REGEXP_EXTRACT_ALL('ab(c', p) AS a, SAFE.REGEXP_INSTR('ab(c', p) AS b, SAFE.REGEXP_REPLACE('ab(c', p, r'<\1>') AS c, SAFE.REGEXP_REPLACE('ab(c', p, r'<\2>') AS d FROM UNNEST(['((b))', '((b)c)?', '((a)b)', '(((a)))', '(?:(b))', '((?:b))', r'\((c)', r'(\(c)', r'(\((c))', '[(](c)', '([((]c)', '[](](c)', r'[\](](c)', '[^(](b)', '[[:alpha:](](c)', '(?i)(B)', '(?i:(B))', '(?i-s:B)', '(?P<x>b)', '(?P<x>(b))', '((?P<x>b))', '(?:(?:(b)))', r'\Q(\E(c)', r'(\Q(\Ec)', '()', '(())', '(|(b))']) AS p ORDER BY p
--- instr of a group in a group
SELECT REGEXP_INSTR('abc', '((b))?')
--- extract_all with a pattern of a column that can match nothing
SELECT p, REGEXP_EXTRACT_ALL('abc 1', p) AS a, REGEXP_EXTRACT('abc 1', p, 2) AS b FROM UNNEST([r'x*', r'[$^]*', r'\$*', r'\w*', r'^\w', r'\Q^\E']) AS p
--- extract_all with a pattern of a column that has assertions
SELECT REGEXP_EXTRACT_ALL('abc 1', p) AS a FROM UNNEST([r'^']) AS p
