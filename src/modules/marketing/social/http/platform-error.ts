/** The reason why a call to a platform failed. The class decides about a retry: only for `Unknown` the platform may have done it. */
export abstract class PlatformError extends Error {}

/** The platform refused the call. It refuses it again. */
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

/** The login is not valid, or not any more. */
export class Unauthorized extends PlatformError {}

/** Too many calls. The platform did nothing. */
export class RateLimited extends PlatformError {
  readonly retryAfterMs: number;
  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The platform could not be reached, so it did nothing. */
export class NotReached extends PlatformError {}

/** The call was sent and there is no usable answer: the platform may have done it. */
export class Unknown extends PlatformError {}
