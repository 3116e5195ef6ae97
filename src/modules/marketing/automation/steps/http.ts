import { queryable } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { Problem } from '#core/fields/field.ts';
import { defineService } from '#core/module-service.ts';
import { requireOutgoingUrl } from '#core/outgoing-url.ts';
import { GuardedHttp } from '#lib/guarded-http.ts';
import { isJsonObject, JsonLimitError, requireJsonDepth } from '#lib/json.ts';
import type { JsonObject } from '../definition/definition.ts';
import { optionalText, requiredText } from '../definition/read-config.ts';
import { StepProblem } from '../definition/reading.ts';
import { readFirstAttempts } from '../sql/step-runs.ts';
import { defineStep, type StepResult, type StepRun } from './step-type.ts';
import { checkTemplates, renderFor } from './templates.ts';

interface Parts {
  readonly [key: string]: JsonValue;
  readonly url: string;
  readonly headers: JsonObject;
  readonly body: JsonValue;
}

interface Config {
  readonly method: Method;
  readonly parts: Parts;
}

type Method = (typeof methods)[number];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** The maximum of characters of an answer that later steps can read. */
const maxKept = 20_000;
/** JSON of an answer that is nested more deeply is read as a text. */
const maxDepth = 32;
/** The platform sets these headers. */
const ownHeaders = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'idempotency-key']);

/** The client for addresses that tenants choose. It may reach the same ones as webhooks. */
export const workflowHttp = defineService({
  name: 'marketing.workflowHttp',
  make({ settings }) {
    const { allowPrivate, dnsServers, timeoutMs } = settings.outgoing;
    return new GuardedHttp({ allowPrivate, dnsServers, maxKept, connections: 10, connectTimeoutMs: timeoutMs });
  },
  close: (http) => http.close(),
});

/** Calls another system. The receiver knows a repeated call by its `Idempotency-Key`. */
export const http = defineStep<Config, readonly StepResult[]>({
  usesValues: true,
  isOutside: true,
  read({ context }, config) {
    const method = String(config.method ?? 'POST').toUpperCase();
    if (!methods.some((one) => one === method))
      throw new StepProblem('method', 'invalid_value', `must be one of ${methods.join(', ')}`);
    const url = requiredText(config, 'url', 2000);
    if (!url.includes('{{')) requireAddress(url, context.services);
    optionalText(config, 'saveAs', 60);
    return {
      method: method as Method,
      parts: { url, headers: readHeaders(config.headers), body: config.body ?? null },
    };
  },
  check: ({ context }, { parts }) => checkTemplates(context, parts, 'url'),
  async prepare(run, { method, parts }) {
    const rendered = await renderFor(run, parts, 'url');
    const ids = run.rows.map(({ enrollmentId }) => enrollmentId);
    const { tenantId } = run.context.caller;
    const first = await readFirstAttempts(queryable(run.context), tenantId, run.step.key, ids);
    return Promise.all(
      run.rows.map(({ enrollmentId }, n) => {
        const key = `${enrollmentId}:${run.step.key}:${first.get(enrollmentId) ?? 0}`;
        return call(run, method, rendered[n] ?? parts, key);
      }),
    );
  },
  run: async (_run, _config, results) => [...results],
  async would(run, { method, parts }) {
    const rendered = await renderFor(run, parts, 'url');
    return rendered.map(({ url }) => ({ would: `Calls ${method} ${url}.` }));
  },
});

function requireAddress(url: string, services: StepRun['context']['services']): void {
  try {
    requireOutgoingUrl(url, services);
  } catch (error) {
    throw error instanceof Problem ? new StepProblem('url', error.code, error.message) : error;
  }
}

function readHeaders(value: JsonValue | undefined): JsonObject {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw new StepProblem('headers', 'invalid_type', 'must be an object of texts');
  for (const [name, text] of Object.entries(value as JsonObject)) {
    if (!/^[\w-]{1,100}$/.test(name) || ownHeaders.has(name.toLowerCase()))
      throw new StepProblem(`headers.${name}`, 'invalid_value', 'is not a header that can be set');
    if (typeof text !== 'string' || text.length > 4000)
      throw new StepProblem(`headers.${name}`, 'invalid_type', 'must be a text of at most 4000 characters');
  }
  return value as JsonObject;
}

async function call(
  run: StepRun,
  method: Method,
  { url, headers, body }: Parts,
  idempotencyKey: string,
): Promise<StepResult> {
  const { services } = run.context;
  const input = { method, url };
  try {
    requireOutgoingUrl(url, services);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { outcome: 'failed', why: `The address ${error.message}.`, input };
  }
  const text = body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const given = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    String(value).replaceAll(/[\r\n]/g, ' '),
  ]);
  const outcome = await services.of(workflowHttp).request({
    method,
    url,
    headers: {
      'user-agent': 'Atrium-Workflow/1',
      ...(text !== '' && {
        'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json',
      }),
      ...Object.fromEntries(given),
      'content-length': String(Buffer.byteLength(text)),
      'idempotency-key': idempotencyKey,
    },
    body: Buffer.from(text),
    deadlineMs: services.settings.outgoing.timeoutMs,
  });
  if (!outcome.answer) {
    const isSafe = method === 'GET' || !outcome.mayHaveArrived;
    return isSafe
      ? { outcome: 'failed', why: `There was no answer: ${outcome.error}.`, canRetry: true, input }
      : { outcome: 'unconfirmed', why: `There was no answer, and the call may have arrived: ${outcome.error}.`, input };
  }
  const { status } = outcome.answer;
  const output = { status, body: readBody(outcome.answer.body) };
  if (status < 400) return { outcome: 'done', why: `The answer was ${status}.`, input, output };
  return {
    outcome: 'failed',
    why: `The answer was ${status}.`,
    canRetry: status >= 500 || status === 429,
    input,
    output,
  };
}

/** The JSON of an answer, or its text. */
function readBody(bytes: Buffer): JsonValue {
  const text = bytes.toString('utf8').replaceAll('\0', '');
  try {
    requireJsonDepth(text, maxDepth);
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    // Answers may be anything.
    if (!(error instanceof SyntaxError || error instanceof JsonLimitError)) throw error;
    return text;
  }
}
