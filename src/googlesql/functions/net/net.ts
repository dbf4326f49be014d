import type { FunctionDefinition, Lowering } from '../core/define.ts';
import { macro, pattern } from '../core/lowering.ts';

function net(name: string, signature: string, lower: Lowering): FunctionDefinition {
  return { name: `NET.${name}`, kind: 'scalar', group: 'Net', overloads: [[signature, lower]] };
}

/** Functions on URLs and IP addresses. */
export const NET_FUNCTIONS: readonly FunctionDefinition[] = [
  net('HOST', '(STRING) -> STRING', macro('gsql_net_host')),
  net('PUBLIC_SUFFIX', '(STRING) -> STRING', pattern('gsql_public_suffix(gsql_net_host($1))')),
  net('REG_DOMAIN', '(STRING) -> STRING', pattern('gsql_registered_domain(gsql_net_host($1))')),
  net('IP_FROM_STRING', '(STRING) -> BYTES', macro('gsql_ip_from_string_or_error')),
  net('SAFE_IP_FROM_STRING', '(STRING) -> BYTES', macro('gsql_ip_from_string')),
  net('IP_TO_STRING', '(BYTES) -> STRING', macro('gsql_ip_to_string')),
  net('IP_NET_MASK', '(INT64, INT64) -> BYTES', macro('gsql_ip_net_mask')),
  net('IP_TRUNC', '(BYTES, INT64) -> BYTES', macro('gsql_ip_trunc')),
  net('IPV4_FROM_INT64', '(INT64) -> BYTES', macro('gsql_ipv4_from_int64')),
  net('IPV4_TO_INT64', '(BYTES) -> INT64', macro('gsql_ipv4_to_int64')),
];
