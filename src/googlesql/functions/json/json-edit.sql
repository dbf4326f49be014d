-- JSON_OBJECT of keys and the texts of their values.
CREATE MACRO gsql_json_object(keys, texts) AS
  CASE WHEN list_count(keys) < len(keys) THEN gsql_error('Invalid input to JSON_OBJECT: A key cannot be NULL')
       ELSE CAST('{' || array_to_string(gsql_json_unique(keys, list_transform(keys, lambda k, i:
         gsql_json_quote(k) || ':' || texts[i])), ',') || '}' AS JSON) END;

-- JSON_OBJECT(keys, values) of the texts of the values.
CREATE MACRO gsql_json_object_of(keys, texts) AS
  CASE WHEN keys IS NULL THEN gsql_error('Invalid input to JSON_OBJECT: The keys array cannot be NULL')
       WHEN texts IS NULL THEN gsql_error('Invalid input to JSON_OBJECT: The values array cannot be NULL')
       WHEN len(keys) != len(texts) THEN gsql_error('Invalid input to JSON_OBJECT: The number of keys and values must match')
       ELSE gsql_json_object(keys, texts) END;

-- The keys and the members of an object that JSON is.
CREATE MACRO gsql_json_keys(j) AS CASE WHEN json_type(j) = 'OBJECT' THEN json_keys(j) ELSE [] END;
CREATE MACRO gsql_json_members(j) AS
  list_transform(gsql_json_keys(j), lambda k: gsql_json_quote(k) || ':' || CAST(gsql_json_member(j, k) AS VARCHAR));

-- The items of an array that JSON is, as texts.
CREATE MACRO gsql_json_texts(j) AS
  CASE WHEN json_type(j) = 'ARRAY' THEN list_transform(CAST(json_extract(j, '$[*]') AS JSON[]), lambda e: CAST(e AS VARCHAR)) ELSE [] END;

CREATE MACRO gsql_json_of_texts(texts) AS CAST('[' || array_to_string(texts, ',') || ']' AS JSON);

-- Whether there is nothing at a place, so that an object or an array may be put there.
CREATE MACRO gsql_json_is_free(j) AS j IS NULL OR json_type(j) = 'NULL';

-- An object with another value of one key.
CREATE MACRO gsql_json_with_member(j, key, item) AS
  CAST('{' || array_to_string(gsql_json_unique(list_prepend(key, gsql_json_keys(j)),
    list_prepend(gsql_json_quote(key) || ':' || CAST(item AS VARCHAR), gsql_json_members(j))), ',') || '}' AS JSON);

-- An object without a key.
CREATE MACRO gsql_json_without_member(j, key) AS
  list_transform([gsql_json_keys(j)], lambda keys:
    CAST('{' || array_to_string(list_filter(gsql_json_members(j), lambda m, i: keys[i] != key), ',') || '}' AS JSON))[1];

-- At least n items, missing ones are null. More than a million are refused, before they take the memory.
CREATE MACRO gsql_json_padded(texts, n) AS
  CASE WHEN n > 1000000 THEN gsql_error('The index of a JSON array exceeds 1000000') ELSE list_resize(texts, greatest(len(texts), n), 'null') END;

-- An array with another item at index n.
CREATE MACRO gsql_json_with_item(j, n, item) AS
  gsql_json_of_texts(list_transform(gsql_json_padded(gsql_json_texts(j), n + 1), lambda e, i: CASE WHEN i = n + 1 THEN CAST(item AS VARCHAR) ELSE e END));

-- An array without the item at index n.
CREATE MACRO gsql_json_without_item(j, n) AS
  gsql_json_of_texts(list_filter(gsql_json_texts(j), lambda e, i: i != n + 1));

-- An array with more items behind its own.
CREATE MACRO gsql_json_appended(j, texts) AS
  CASE WHEN json_type(j) IN ('ARRAY', 'NULL') THEN gsql_json_of_texts(list_concat(gsql_json_texts(j), texts)) ELSE j END;

-- An array with more items before the one at index n.
CREATE MACRO gsql_json_inserted(j, n, texts) AS
  CASE WHEN json_type(j) IN ('ARRAY', 'NULL')
         THEN list_transform([gsql_json_padded(gsql_json_texts(j), n)], lambda items:
                gsql_json_of_texts(list_concat(list_concat(items[1:n], texts), items[n + 1:])))[1]
       ELSE j END;

-- One array or object without nested ones, hidden, and without nulls. An object that became empty where arrays are kept
-- is U+0007: an object leaves it out, an array keeps it.
CREATE MACRO gsql_json_stripped_one(k, arrays, emptied) AS
  list_transform([list_filter(string_split(substring(k, 2, length(k) - 2), ','),
      lambda m: NOT (CASE WHEN k[1] = '{' THEN ends_with(m, ':null') OR ends_with(m, ':\u{7}') ELSE arrays AND m = 'null' END))], lambda kept:
    CASE WHEN emptied AND (k[1] = '{' OR arrays) AND array_to_string(kept, '') = '' THEN CASE WHEN arrays THEN 'null' ELSE '\u{7}' END
         ELSE gsql_json_hidden(k[1] || array_to_string(kept, ',') || k[-1]) END)[1];

-- JSON_STRIP_NULLS: from the innermost arrays and objects outwards, as PARSE_JSON sorts.
CREATE MACRO gsql_json_strip_levels(hidden, arrays, emptied) AS
  list_reduce(list_resize([''], gsql_json_depth(hidden), ''), lambda a, level:
    array_to_string(list_transform(regexp_extract_all(a, '\{[^\[\]{}]*\}|\[[^\[\]{}]*\]|[^\[\]{}]+|[\[\]{}]'), lambda k:
      CASE WHEN strlen(k) > 1 AND k[1] IN ('[', '{') THEN gsql_json_stripped_one(k, arrays, emptied) ELSE k END), ''), hidden);
CREATE MACRO gsql_json_stripped(j, arrays, emptied) AS
  list_transform([array_to_string(list_transform(regexp_extract_all(CAST(j AS VARCHAR), '"(?:[^"\\]|\\.)*"|[^"]+'),
      lambda k: CASE WHEN k[1] = '"' THEN gsql_json_hidden(k) ELSE k END), '')], lambda hidden:
    list_transform([gsql_json_strip_levels(hidden, arrays, emptied)], lambda stripped:
      CAST(CASE WHEN stripped = '\u{7}' THEN 'null' ELSE replace(gsql_json_shown(stripped), '\u{7}', '{}') END AS JSON))[1])[1];

-- The items of an array that JSON must be, NULL where a value is NULL.
CREATE MACRO gsql_json_array_items(j, what) AS
  CASE WHEN json_type(j) = 'ARRAY' THEN json_extract(j, '$[*]')
       WHEN j IS NOT NULL THEN gsql_error('The provided JSON input is not an array of ' || what) END;
