import { z } from 'zod';
import { decimal, integer, oneOf, text } from './forms.ts';

const receiver = z.url({ protocol: /^https?$/, error: 'must be like http://127.0.0.1:4318' });

const milliseconds = integer(1, 3_600_000);

const spans = integer(1, 1_000_000);

/**
 * OpenTelemetry's own variables. Its SDK reads them from the environment, so that they have no defaults here; they are
 * listed so that a wrong one stops the start, and not only the traces.
 *
 * Source: OpenTelemetry, "Environment Variable Specification" and "OpenTelemetry Protocol Exporter".
 */
export const OTEL_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver
    .optional()
    .describe(
      'Where traces are sent, http://127.0.0.1:4318; /v1/traces is added. If this is empty, nothing is traced.',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver
    .optional()
    .describe('Where traces are sent instead, as it is; OTEL_EXPORTER_OTLP_ENDPOINT starts them.'),
  OTEL_EXPORTER_OTLP_HEADERS: text
    .optional()
    .describe(
      'Headers for the receiver of traces, as an API key: name=value, with commas between.',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('http/json', 'http/protobuf')
    .optional()
    .describe('http/json is what is sent; whoever receives http/protobuf takes it too.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds
    .optional()
    .describe('Milliseconds that sending a batch of spans may take; 10000 by default.'),
  OTEL_EXPORTER_OTLP_COMPRESSION: oneOf('none', 'gzip')
    .optional()
    .describe('How spans are compressed: none, or gzip.'),
  OTEL_EXPORTER_OTLP_CERTIFICATE: text
    .optional()
    .describe("File of certificates in which the receiver's is trusted, if it is no public one."),
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: text
    .optional()
    .describe('File of the certificate that the receiver is shown.'),
  OTEL_EXPORTER_OTLP_CLIENT_KEY: text.optional().describe('File of its private key.'),
  OTEL_SERVICE_NAME: text
    .optional()
    .describe('The name of this service in traces; fieldstone by default.'),
  OTEL_RESOURCE_ATTRIBUTES: text
    .optional()
    .describe('More about this service in traces: deployment.environment.name=prod,…'),
  OTEL_TRACES_SAMPLER: oneOf(
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  )
    .optional()
    .describe(
      'Which requests are traced; parentbased_always_on by default: all but those whose traceparent says no.',
    ),
  OTEL_TRACES_SAMPLER_ARG: decimal(/^\d+(\.\d+)?$/, 'a number', 0, 1)
    .optional()
    .describe('The share that traceidratio and parentbased_traceidratio trace: 0.1.'),
  OTEL_TRACES_EXPORTER: oneOf('otlp', 'none').optional().describe('none turns traces off.'),
  OTEL_SDK_DISABLED: z
    .string()
    .transform((value) => value.trim().toLowerCase() === 'true')
    .default(false)
    .describe('true turns traces off.'),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds
    .optional()
    .describe('Milliseconds for which spans are gathered; 5000 by default.'),
  OTEL_BSP_EXPORT_TIMEOUT: milliseconds
    .optional()
    .describe('Milliseconds after which a batch of spans is given up; 30000 by default.'),
  OTEL_BSP_MAX_QUEUE_SIZE: spans
    .optional()
    .describe('Spans that may wait to be sent, more are dropped; 2048 by default.'),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: spans.optional().describe('Spans in one batch; 512 by default.'),
} as const;
