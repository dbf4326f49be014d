import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { until } from './redis-server.ts';

/** A span as a receiver sees it. */
export interface ReceivedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
  /** Ids of the spans that it links to. */
  readonly links: readonly string[];
  /** `OK` unless the status is an error; its message otherwise. */
  readonly status: string;
  /** Nanoseconds since the epoch. */
  readonly startedAt: bigint;
  readonly endedAt: bigint;
  /** Attributes of the resource. */
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A real receiver of OTLP over HTTP, in JSON. */
export interface OtlpReceiver {
  /** What `OTEL_EXPORTER_OTLP_ENDPOINT` is set to. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** The paths and headers of what it was sent. */
  readonly requests: readonly Pick<IncomingMessage, 'url' | 'headers'>[];
  /** The bytes that it was sent. */
  readonly text: () => string;
  /** Resolves when so many spans of this name have come. */
  received(name: string, count?: number): Promise<void>;
}

/** How a receiver answers; by default as it should. */
export type Answering = (response: ServerResponse) => void;

const takes: Answering = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
};

/** Opens a receiver on a free port of this machine until the running test ends. */
export async function otlpReceiver(answer: Answering = takes): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const requests: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
  let text = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = await request.toArray();
    const body = Buffer.concat(chunks).toString();
    requests.push({ url: request.url, headers: request.headers });
    text += body;
    spans.push(...spansOf(JSON.parse(body)));
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const received = (name: string, count = 1) =>
    until(() => spans.filter((span) => span.name === name).length >= count);
  return { url: `http://127.0.0.1:${port}`, spans, requests, text: () => text, received };
}

/** An attribute as OTLP writes it: `{ "key": "a", "value": { "intValue": "1" } }`. */
interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface WrittenSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly { readonly name: string }[];
  readonly links: readonly { readonly spanId: string }[];
  readonly status: { readonly code: number; readonly message?: string };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

interface Written {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WrittenSpan[] }[];
  }[];
}

const STATUS_ERROR = 2;

function spansOf({ resourceSpans }: Written): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, events, links, status, ...span }) => ({
        ...span,
        parentSpanId: span.parentSpanId,
        attributes: valuesOf(attributes),
        events: events.map(({ name }) => name),
        links: links.map(({ spanId }) => spanId),
        status: status.code === STATUS_ERROR ? `${status.message}` : 'OK',
        startedAt: BigInt(span.startTimeUnixNano),
        endedAt: BigInt(span.endTimeUnixNano),
        resource: valuesOf(resource.attributes),
      })),
    ),
  );
}

function valuesOf(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
