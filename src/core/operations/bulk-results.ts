import { parseJson } from '#lib/json.ts';
import type { Grant } from '../access/access.ts';
import { AppError, badQuery, type Detail } from '../errors.ts';
import { maxAnswerBytes, resultsTooLarge } from '../limits/answer-size.ts';
import { type RawQuery, readFields } from '../query/list-query.ts';
import { OperationError } from './bulk-input.ts';
import type { RecordAnswer } from './operation.ts';
import type { RecordObject } from './validate.ts';

export interface BulkResult {
  readonly status: number;
  /** The written record, or only the id of a deleted one. */
  readonly answer?: Pick<RecordAnswer, 'id'> & Partial<RecordAnswer>;
  readonly error?: AppError;
}

/** Renders the part of a result after its status as JSON text. */
type Render = (answer: NonNullable<BulkResult['answer']>) => string;

/** Collects the body of the response. Throws before the commit when it is too large. */
export class BulkResults {
  readonly #render: Render;
  readonly #requestId: string;
  readonly #texts: string[] = [];
  #bytes = 0;
  /** True when a result contains a secret that is shown only once. */
  showsSecret = false;

  constructor(render: Render, requestId: string) {
    this.#render = render;
    this.#requestId = requestId;
  }

  add({ status, answer, error }: BulkResult): void {
    const rest = error ? `,"error":${errorJson(error, this.#requestId)}` : answer ? this.#render(answer) : '';
    const text = `{"status":${status}${rest}}`;
    this.#bytes += Buffer.byteLength(text) + 1;
    if (this.#bytes > maxAnswerBytes) throw resultsTooLarge();
    this.#texts.push(text);
    this.showsSecret ||= answer?.showsSecret === true;
  }

  toString(): string {
    return `{"results":[${this.#texts.join(',')}]}`;
  }
}

const errorJson = ({ code, message, details }: AppError, requestId: string) =>
  JSON.stringify({ code, message, requestId, details });

/** Parses `fields=a,b` (only these fields of each record) and `return=minimal` (only its id and version). */
export function readReturn(grant: Grant, query: RawQuery): Render {
  const kind = query.return ?? 'full';
  if (kind !== 'full' && kind !== 'minimal') throw badQuery('return', 'must be full or minimal');
  const fields = readFields(grant, query.fields);
  if (kind === 'minimal') {
    if (fields) throw badQuery('fields', 'cannot be used together with return=minimal');
    return ({ id, version }) => `,"_id":"${id}"${version === undefined ? '' : `,"version":${version}`}`;
  }
  return ({ body }) => (body === undefined ? '' : `,"record":${fields ? selectFields(body, fields) : body}`);
}

function selectFields(record: string, fields: ReadonlySet<string>): string {
  const entries = Object.entries(parseJson(record) as RecordObject);
  return JSON.stringify(Object.fromEntries(entries.filter(([key]) => key === '_id' || fields.has(key))));
}

/** The error of an atomic request: it names the failed operation and marks the others as rolled back. */
export function failedAt(index: number, reason: AppError, count: number, requestId: string): AppError {
  const rolledBack = new AppError(
    'rolled_back',
    `Not done, because operation ${index} failed and the request is atomic.`,
  );
  const results = Array.from({ length: count }, (_, n) => {
    const { status, code, message, details } = n === index ? reason : rolledBack;
    return { status, error: { code, message, requestId, details } };
  });
  const at = `operations[${index}]${reason instanceof OperationError ? '' : '.record'}`;
  const details: Detail[] = reason.details.map((detail) => ({
    ...detail,
    field: detail.field === undefined ? at : `${at}.${detail.field}`,
  }));
  const message = `Operation ${index}: ${reason.message} Nothing was written.`;
  return new AppError(reason.code, message, details, {}, { results });
}
