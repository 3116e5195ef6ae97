/**
 * The reason why a call to a platform failed. The class decides about a retry: only after `Unknown` may the call have
 * had an effect.
 */
export abstract class PlatformError extends Error {}

/** The platform refused the call, and would refuse it again. */
export class Refused extends PlatformError {
  readonly status: number;
  /** The answer of the platform, if it was JSON. */
  readonly answer: unknown;
  constructor(message: string, status = 400, answer?: unknown) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

/** The login is invalid or has expired. */
export class Unauthorized extends PlatformError {}

/** Too many calls. The call had no effect. */
export class RateLimited extends PlatformError {
  readonly retryAfterMs: number;
  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The platform could not be reached, so the call had no effect. */
export class NotReached extends PlatformError {}

/** The call was sent but has no usable answer, so it may have had an effect. */
export class Unknown extends PlatformError {}
