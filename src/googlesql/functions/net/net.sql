-- NET.HOST(url), without dots before it and with one after it at most.
CREATE MACRO gsql_net_host(url) AS
  nullif(regexp_extract(url, '^[ \t\n\r\x{0b}\f]*(?:(?:[^/?#:\\]*:)?//)?(?:[^/?#\\]*@)?\.*(\[[^\]/?#\\]*\]?|[^/?#:\\]*?\.?)\.*(?:[ \t\n\r\x{0b}\f]*$|[/?#:\\])', 1), '');

-- The hexadecimal digits of '1.2.3.4'.
CREATE MACRO gsql_ipv4_hex(s) AS
  array_to_string(list_transform(string_split(s, '.'), lambda o: printf('%02x', CAST(o AS INTEGER))), '');

-- An IPv4 address at the end is written as two groups.
CREATE MACRO gsql_ipv6_groups(s) AS
  CASE WHEN regexp_matches(s, '(?:^|:)(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])$') THEN
         list_transform([{head: regexp_replace(s, '[0-9.]+$', ''), tail: gsql_ipv4_hex(regexp_extract(s, '[0-9.]+$'))}],
           lambda v: v.head || left(v.tail, 4) || ':' || right(v.tail, 4))[1]
       ELSE s END;

-- Groups between colons as a list.
CREATE MACRO gsql_ipv6_list(s) AS CASE WHEN s = '' THEN CAST([] AS VARCHAR[]) ELSE string_split(s, ':') END;

-- The eight groups, with those that '::' stands for.
CREATE MACRO gsql_ipv6_expanded(s) AS
  CASE WHEN len(string_split(s, '::')) = 1 THEN gsql_ipv6_list(s)
       WHEN len(string_split(s, '::')) = 2
            AND len(gsql_ipv6_list(string_split(s, '::')[1])) + len(gsql_ipv6_list(string_split(s, '::')[2])) <= 7
         THEN list_concat(gsql_ipv6_list(string_split(s, '::')[1]),
           list_transform(range(8 - len(gsql_ipv6_list(string_split(s, '::')[1])) - len(gsql_ipv6_list(string_split(s, '::')[2]))), lambda i: '0'),
           gsql_ipv6_list(string_split(s, '::')[2])) END;

-- The hexadecimal digits of eight groups, NULL if they are no address.
CREATE MACRO gsql_ipv6_hex(groups) AS
  CASE WHEN len(groups) = 8 AND len(list_filter(groups, lambda g: regexp_full_match(g, '[0-9a-fA-F]{1,4}'))) = 8
       THEN array_to_string(list_transform(groups, lambda g: lpad(g, 4, '0')), '') END;

-- NET.SAFE_IP_FROM_STRING(s).
CREATE MACRO gsql_ip_from_string(s) AS
  CASE WHEN regexp_full_match(s, '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])') THEN from_hex(gsql_ipv4_hex(s))
       WHEN contains(s, ':')
         THEN from_hex(list_transform([gsql_ipv6_groups(s)], lambda g: gsql_ipv6_hex(gsql_ipv6_expanded(g)))[1]) END;

-- NET.IP_FROM_STRING(s).
CREATE MACRO gsql_ip_from_string_or_error(s) AS
  coalesce(gsql_ip_from_string(s), CASE WHEN s IS NOT NULL
    THEN gsql_error('NET.IP_FROM_STRING() encountered an unparseable IP-address: ' || s) END);

-- Four codes as '1.2.3.4'.
CREATE MACRO gsql_ipv4_text(codes) AS array_to_string(list_transform(codes, lambda c: CAST(c AS VARCHAR)), '.');

-- The length of the longest run of zero groups.
CREATE MACRO gsql_ipv6_zeros(text) AS
  list_filter([8, 7, 6, 5, 4, 3, 2], lambda n: contains(text, repeat(':0', n) || ':'))[1];

-- The longest run of zero groups, the first of equal ones, is left out.
CREATE MACRO gsql_ipv6_short(text) AS
  CASE WHEN gsql_ipv6_zeros(text) IS NULL THEN trim(text, ':')
       ELSE list_transform([{place: instr(text, repeat(':0', gsql_ipv6_zeros(text)) || ':'), n: gsql_ipv6_zeros(text)}],
         lambda v: ltrim(left(text, v.place - 1), ':') || '::' || rtrim(substring(text, v.place + 2 * v.n + 1), ':'))[1] END;

-- 16 bytes as an IPv6 address; mapped and compatible IPv4 addresses end in dots.
CREATE MACRO gsql_ipv6_text(h) AS
  CASE WHEN regexp_full_match(h, '0{20}ffff.{8}|0{24}0{0,3}[1-9a-f].{4,7}') AND (h[21:24] = 'ffff' OR h[25:28] != '0000')
         THEN '::' || CASE WHEN h[21:24] = 'ffff' THEN 'ffff:' ELSE '' END
           || gsql_ipv4_text(gsql_to_code_points(gsql_text_of_bytes(from_hex(right(h, 8)))))
       ELSE gsql_ipv6_short(':' || array_to_string(list_transform(regexp_extract_all(h, '.{4}'),
         lambda g: regexp_replace(g, '^0{1,3}', '')), ':') || ':') END;

-- NET.IP_TO_STRING(b).
CREATE MACRO gsql_ip_to_string(b) AS
  CASE octet_length(b) WHEN 4 THEN gsql_ipv4_text(gsql_to_code_points(gsql_text_of_bytes(b)))
       WHEN 16 THEN gsql_ipv6_text(lower(hex(b)))
       ELSE CASE WHEN b IS NOT NULL THEN gsql_error('NET.IP_TO_STRING() encountered an invalid IP address. Expected 4 (for IPv4) or 16 (for IPv6) bytes but got '
         || octet_length(b)) END END;

-- NET.IP_NET_MASK(size, length).
CREATE MACRO gsql_ip_net_mask(size, length) AS
  CASE WHEN size NOT IN (4, 16) AND length IS NOT NULL
         THEN gsql_error('The first argument of NET.IP_NET_MASK() must be either 4 (for IPv4) or 16 (for IPv6); got ' || size)
       WHEN length NOT BETWEEN 0 AND size * 8
         THEN gsql_error('The second argument of NET.IP_NET_MASK() must be between 0 and the first argument * 8; got ' || length)
       ELSE from_binary(repeat('1', length) || repeat('0', size * 8 - length)) END;

-- NET.IP_TRUNC(b, length).
CREATE MACRO gsql_ip_trunc(b, length) AS
  CASE WHEN octet_length(b) NOT IN (4, 16) AND length IS NOT NULL
         THEN gsql_error('The first argument of NET.IP_TRUNC() must have length 4 (for IPv4) or 16 (for IPv6); got ' || octet_length(b))
       WHEN length NOT BETWEEN 0 AND octet_length(b) * 8
         THEN gsql_error('The second argument of NET.IP_TRUNC() must be between 0 and 8 * LENGTH(first argument); got ' || length)
       ELSE from_binary(left(CAST(CAST(b AS BIT) AS VARCHAR), length) || repeat('0', octet_length(b) * 8 - length)) END;

-- NET.IPV4_FROM_INT64(n).
CREATE MACRO gsql_ipv4_from_int64(n) AS
  CASE WHEN n BETWEEN -2147483648 AND 4294967295 THEN from_hex(printf('%08x', (n + 4294967296) % 4294967296))
       WHEN n IS NOT NULL
         THEN gsql_error('NET.IPV4_FROM_INT64() encountered an invalid integer IP. Expected range: [-0x80000000, 0xFFFFFFFF]; got ' || n) END;

-- NET.IPV4_TO_INT64(b).
CREATE MACRO gsql_ipv4_to_int64(b) AS
  CASE WHEN octet_length(b) = 4 THEN CAST('0x' || hex(b) AS BIGINT)
       WHEN b IS NOT NULL
         THEN gsql_error('NET.IPV4_TO_INT64() encountered a non-IPv4 address. Expected 4 bytes but got ' || octet_length(b)) END;
