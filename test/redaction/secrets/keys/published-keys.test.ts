import { expect, test } from 'vitest';
import { createRedactor } from '../../../../src/redaction/redactor.ts';
import { Random } from '../../../fuzz/random.ts';
import { PUBLISHED_KEYS, randomKey } from './published-keys.ts';

const redactor = createRedactor('default');

/** None names the secret: its form alone must tell it. */
const CONTEXTS: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => `using ${key} for ann`,
  (key) => `{"n":1,"note":"${key}"}`,
  (key) => `started with args [--with=${key}, --verbose]`,
  (key) => `GET /x?q=${key}&page=2 HTTP/1.1`,
];

test.each(Object.entries(PUBLISHED_KEYS))('createRedactor hides a key of %s', (_, form) => {
  const random = new Random(form.length);

  for (let round = 0; round < 5; round += 1) {
    const key = randomKey(random, form);
    for (const context of CONTEXTS) {
      expect(redactor.text(context(key))).toBe(context('REDACTED'));
    }
  }
});

test.each([
  'sk-learn-pipelines-and-more-models',
  'key-0123456789abcdef is short',
  'data-api-v2-production-endpoint-list',
  'test_user_can_log_in_with_token_and_password_reset',
  'live_dashboard_of_all_projects_in_the_region',
  'secret_santa_list_of_the_whole_department_2026',
  'GET /assets/pat.chunk.js',
  'us-east-1.compute.internal',
  'glcanvas glsl_es_300_shader',
  'ops_dashboard_refresh_finished_in_the_night',
  'npm_config_registry npm_package_version',
  'phc_report_summary_of_quarter_four_is_final',
  'AKIA is a prefix, ASIA is a continent',
  'API-gateway-of-the-platform',
  'EAA countries',
  'napi_create_external_arraybuffer2 at node_api.h',
  'rnd_generator_of_the_test_suite_2',
  'rnd_seed_2026 web_1a2b3c YCbCr YCombinator',
  'snyk_uat.json snyk_pat.md secret-test-namespace-of-the-cluster-2',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  'req-3f2504e0-4f89-41d3-9a0c-0305e82c3301 task-3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  'sandbox_environment_configuration_v2_for_tests',
  'retool_dashboard_of_2026 polar_coordinates_of_the_map',
  'STS.AssumeRoleWithWebIdentity failed: 403',
  're_try_of_request_17_after_2_failures',
  'pk_index_of_orders_2026 ck_not_null_3 cs_client',
  'key_0123456789abcdef is a prefix of a hash',
  'on 01/07/2026 at 1/2 or 4/01 of the way',
  'SCWIDGETS EXONERATED DO00 AKIDS BSAMPLE cflt task skip',
  '1234567890123456|abcdefghijklmnopqrstuvwxyza',
  'BASE64+AString == true, AzFunction',
  'took 1000.0 ms for 1000.cafe rows, b_tree_index_of_the_orders_by_customer_and_day_2',
  'sub_index_b_17 2KvZ8pQm4Rw1TnXc6LbY9DsFhG_5 is half of one',
  'perm-denied.for.everybody sl.min.js hawk.eye.v2',
])('createRedactor leaves %j as it is', (text) => {
  expect(redactor.text(text)).toBe(text);
});
