import { AppError } from '#core/errors.ts';

/** A provider failed finally, before any part of its answer was sent on, so another provider may be asked. */
export class Outage extends Error {
  readonly reason: AppError;

  constructor(reason: AppError) {
    super(reason.message);
    this.reason = reason;
  }
}

/** The error when both providers fail: the error of the first one, which the client asked for. */
export function bothFailed(first: AppError, second: unknown): AppError {
  const reason = second instanceof Outage ? second.reason : second;
  if (!(reason instanceof AppError)) throw reason;
  const message = `${first.message} The model of ai.failover failed as well: ${reason.message}`;
  return new AppError(first.code, message, first.details, { ...first.headers });
}
