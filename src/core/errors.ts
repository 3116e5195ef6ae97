export interface Detail {
  readonly field?: string;
  readonly code: string;
  readonly message: string;
  /** The position of an error in the text of a formula, which starts at 0. */
  readonly position?: number;
  /** The number of characters of the part that is wrong. */
  readonly length?: number;
}

/** The maximum of problems that an answer lists. */
const maxDetails = 20;

const statusOf = {
  bad_request: 400,
  unauthenticated: 401,
  quota_exceeded: 402,
  forbidden: 403,
  account_suspended: 403,
  email_not_verified: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  already_converted: 409,
  already_enrolled: 409,
  not_converted: 409,
  duplicate: 409,
  still_referenced: 409,
  too_many_dependants: 409,
  idempotency_conflict: 409,
  ai_not_configured: 409,
  mailbox_not_connected: 409,
  not_configured: 409,
  segment_model_mismatch: 409,
  unique_violation: 409,
  version_mismatch: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  validation_failed: 422,
  derived_field: 422,
  rule_violated: 422,
  template_incomplete: 422,
  document_sent: 422,
  document_issued: 422,
  rolled_back: 424,
  account_locked: 423,
  rate_limited: 429,
  header_too_large: 431,
  internal: 500,
  ai_provider_error: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** The error class for everything that a client can cause or act on. `http/routing/errors.ts` renders it. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly Detail[];
  readonly headers: Readonly<Record<string, string>>;
  /** Further members of the answer, next to `error`. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    details: readonly Detail[] = [],
    headers: Record<string, string> = {},
    extra: Record<string, unknown> = {},
  ) {
    super(message);
    this.code = code;
    this.status = statusOf[code];
    this.details = details.length > maxDetails ? details.slice(0, maxDetails) : details;
    this.headers = headers;
    this.extra = extra;
  }
}

/** A 422 error for one field. */
export const invalid = (field: string, code: string, message: string): AppError =>
  validationFailed([{ field, code, message: `${field} ${message}.` }]);

/** Collects problems. Problems above `maxDetails` are only counted, to save memory. */
export class Problems {
  readonly details: Detail[] = [];
  count = 0;

  /** `problem` continues a sentence that begins with the field: "must be a number". */
  add(field: string, code: string, problem: string): void {
    this.count += 1;
    if (this.details.length < maxDetails) this.details.push({ field, code, message: `${field} ${problem}.` });
  }

  /**
   * Adds the problem that one of several fields is required. It counts as one problem, with a detail for each field.
   */
  addOneOf(fields: readonly string[]): void {
    this.count += 1;
    const message = `${new Intl.ListFormat('en', { type: 'disjunction' }).format(fields)} is required.`;
    const room = Math.max(0, maxDetails - this.details.length);
    this.details.push(...fields.slice(0, room).map((field) => ({ field, code: 'one_of_required', message })));
  }
}

/** The message of the first problem, and the number of further ones. */
export function summary(details: readonly Detail[], count: number, otherwise: string): string {
  const first = details[0]?.message ?? otherwise;
  if (count < 2) return first;
  const more = (count - 1).toLocaleString('en');
  return `${first} (and ${more} more, see details${count > maxDetails ? `, which name the first ${maxDetails}` : ''})`;
}

export const validationFailed = (details: readonly Detail[], count = details.length): AppError =>
  new AppError('validation_failed', summary(details, count, 'The record is not valid.'), details);

/** A 400 error for one parameter of the query. */
export const badQuery = (parameter: string, message: string): AppError =>
  new AppError('bad_request', `${parameter}: ${message}.`, [
    { field: parameter, code: 'bad_request', message: `${message}.` },
  ]);

export const notFound = (what: string): AppError => new AppError('not_found', `${what} was not found.`);
