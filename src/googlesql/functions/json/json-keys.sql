-- A key as a step of a path: quoted if it has a point or a character that JSON escapes.
CREATE MACRO gsql_json_step(k) AS
  CASE WHEN contains(k, '.') OR gsql_json_quote(k) != '"' || k || '"' THEN gsql_json_quote(k) ELSE k END;

-- The places under a place, each with its path, its JSON, how many levels of keys may follow, and whether the path is
-- one more key: an item of an array has the path of its array. Only the mode 'lax recursive' goes into arrays of arrays.
CREATE MACRO gsql_json_places(place, mode) AS
  CASE WHEN left(place.j, 1) = '{'
         THEN list_transform(list_zip(json_keys(place.j), json_extract(place.j, '$.*')), lambda m:
                {p: CASE WHEN place.p = '' THEN '' ELSE place.p || '.' END || gsql_json_step(m[1]), j: CAST(m[2] AS VARCHAR), d: place.d - 1, k: true})
       ELSE list_transform(list_filter(json_extract(place.j, '$[*]'), lambda e: left(e, 1) = '{' OR (mode = 'lax recursive' AND left(e, 1) = '[')), lambda e:
              {p: place.p, j: CAST(e AS VARCHAR), d: place.d, k: false}) END;

-- Whether there may be keys under a place.
CREATE MACRO gsql_json_is_open(place, mode) AS
  place.d > 0 AND (left(place.j, 1) = '{' OR (mode != 'strict' AND left(place.j, 1) = '['));

-- The bytes of the paths that the places under some places get.
CREATE MACRO gsql_json_path_bytes(places) AS
  coalesce(list_sum(list_transform(places, lambda place: strlen(place.p) * greatest(len(json_keys(place.j)), json_array_length(place.j)))), 0);

-- One level more: the keys so far, and the places to look under next. Every key repeats the keys above it, so that what
-- a level would take is counted before it is made.
CREATE MACRO gsql_json_level(state, mode, bound) AS
  CASE WHEN len(state.places) = 0 THEN state
       WHEN gsql_json_path_bytes(state.places) + list_sum(list_transform(list_append(state.keys, ''), lambda p: strlen(p))) > bound
         THEN gsql_error('Output of JSON_KEYS exceeds max allowed output size of 128KB')
       ELSE list_transform([flatten(list_transform(state.places, lambda place: gsql_json_places(place, mode)))], lambda below:
              {keys: list_concat(state.keys, list_distinct(list_transform(list_filter(below, lambda place: place.k), lambda place: place.p))),
               places: list_filter(below, lambda place: gsql_json_is_open(place, mode))})[1] END;

-- JSON_KEYS(j, depth, mode).
CREATE MACRO gsql_json_key_paths(j, depth, mode) AS
  CASE WHEN depth <= 0 THEN gsql_error('max_depth must be positive.')
       WHEN left(j, 1) NOT IN ('{', '[') THEN CAST([] AS VARCHAR[])
       WHEN j IS NOT NULL THEN list_sort(list_distinct(list_reduce(
         list_transform(range(gsql_json_depth(regexp_replace(j, '"(?:[^"\\]|\\.)*"', '', 'g'))), lambda level: {keys: CAST([] AS VARCHAR[]), places: CAST([] AS STRUCT(p VARCHAR, j VARCHAR, d BIGINT, k BOOLEAN)[])}),
         lambda state, level: gsql_json_level(state, mode, 131072 + strlen(j)),
         {keys: CAST([] AS VARCHAR[]), places: list_filter([{p: '', j: CAST(j AS VARCHAR), d: coalesce(depth, 9223372036854775807), k: false}], lambda place: gsql_json_is_open(place, mode))}).keys)) END;

-- JSON_FLATTEN(j): what is in arrays of arrays, level by level.
CREATE MACRO gsql_json_flatten(j) AS
  CASE WHEN j IS NOT NULL THEN list_reduce(
    list_resize([CAST([] AS JSON[])], gsql_json_depth(regexp_replace(j, '"(?:[^"\\]|\\.)*"', '', 'g')), []),
    lambda items, level: flatten(list_transform(items, lambda e: CASE WHEN left(e, 1) = '[' THEN CAST(json_extract(e, '$[*]') AS JSON[]) ELSE [e] END)),
    [CAST(j AS JSON)]) END;
