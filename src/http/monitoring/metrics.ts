import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '#core/errors.ts';
import type { Measure, Sample } from '#core/measures.ts';
import { mountPath } from '../routing/mount.ts';
import { routeOf } from './route.ts';

export interface MetricsOptions {
  /** Undefined means that everybody may read the metrics. */
  readonly token: string | undefined;
  readonly measures: readonly Measure[];
}

const readTimeoutMs = 3000;
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Mounts GET /metrics, in the text format of Prometheus. */
export function mountMetrics(server: FastifyInstance, log: Logger, { token, measures }: MetricsOptions): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  observeRequests(server, registry);
  const measurements = new Measurements(registry, measures, log);
  const isAllowed = token === undefined ? () => true : bearerCheck(token);
  mountPath(server, '/metrics', {
    GET: {
      onRequest: (request, _reply, done) => done(isAllowed(request) ? undefined : unauthenticated()),
      handler: async (_request, reply) => {
        const text = await measurements.read();
        return reply.type(registry.contentType).header('cache-control', 'no-store').send(text);
      },
    },
  });
}

const unauthenticated = () =>
  new AppError('unauthenticated', 'Send Authorization: Bearer <METRICS_TOKEN of the server>.');

/** Compares digests, which have the same length, so that the duration reveals nothing about the token. */
function bearerCheck(token: string): (request: FastifyRequest) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${token}`);
  return ({ headers: { authorization = '' } }) => timingSafeEqual(digest(authorization), expected);
}

/** Measures the duration of requests, except event streams, whose duration is up to the client. */
function observeRequests(server: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'atrium_http_request_duration_seconds',
    help: 'Requests by method, route and class of status, from the first byte to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    if (!isStream(reply.raw.getHeader('content-type')))
      duration.observe(
        {
          method: knownMethods.has(method) ? method : 'other',
          route: routeOf(request) ?? 'none',
          status: `${Math.floor(reply.statusCode / 100)}xx`,
        },
        reply.elapsedTime / 1000,
      );
    done();
  });
}

const isStream = (type: unknown): boolean => typeof type === 'string' && type.startsWith('text/event-stream');

/** Reads all measures. Concurrent requests share one read. */
class Measurements {
  readonly #registry: Registry;
  readonly #measures: readonly { readonly measure: Measure; show(samples: readonly Sample[]): void }[];
  readonly #up: Gauge;
  readonly #log: Logger;
  #reading: Promise<string> | undefined;

  constructor(registry: Registry, measures: readonly Measure[], log: Logger) {
    this.#registry = registry;
    this.#log = log;
    this.#up = new Gauge({
      name: 'atrium_database_up',
      help: '1 when all numbers that come from the database could be read; else 0, and they are left out.',
      registers: [registry],
    });
    this.#measures = measures.map((measure) => ({ measure, show: showIn(registry, measure) }));
  }

  read(): Promise<string> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<string> {
    const complete = await Promise.all(
      this.#measures.map(async ({ measure, show }) => {
        try {
          show(await readWithTimeout(measure));
          return true;
        } catch (error) {
          // Remove the values, because the last ones would look like current ones.
          show([]);
          this.#log.warn(`the metric ${measure.name} could not be read: ${(error as Error).message}`);
          return false;
        }
      }),
    );
    this.#up.set(complete.every(Boolean) ? 1 : 0);
    return this.#registry.metrics();
  }
}

async function readWithTimeout(measure: Measure): Promise<readonly Sample[]> {
  const samples = measure.read();
  if (!(samples instanceof Promise)) return samples;
  const timer = new AbortController();
  const late = sleep(readTimeoutMs, undefined, { signal: timer.signal }).then(
    () => {
      throw new Error(`the database did not answer within ${readTimeoutMs} ms`);
    },
    () => [],
  );
  try {
    return await Promise.race([samples, late]);
  } finally {
    timer.abort();
  }
}

function showIn(registry: Registry, { name, help, kind, labels = [] }: Measure): (samples: readonly Sample[]) => void {
  const options = { name: `atrium_${name}`, help, labelNames: [...labels], registers: [registry] };
  const metric = kind === 'counter' ? new Counter(options) : new Gauge(options);
  return (samples) => {
    // `reset` sets a metric without labels to 0, which would look like a measurement, so remove it instead.
    if (samples.length === 0) return void registry.removeSingleMetric(options.name);
    if (!registry.getSingleMetric(options.name)) registry.registerMetric(metric);
    metric.reset();
    for (const { labels = {}, value } of samples) metric.inc(labels, value);
  };
}
