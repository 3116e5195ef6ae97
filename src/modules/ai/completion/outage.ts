import { AppError } from '#core/errors.ts';

/** A provider failed for good before anything of its answer was sent on, so another one may be asked. */
export class Outage extends Error {
  readonly reason: AppError;

  constructor(reason: AppError) {
    super(reason.message);
    this.reason = reason;
  }
}

/** The error when the second provider fails as well: that of the first, whom the client asked for. */
export function bothFailed(first: AppError, second: unknown): AppError {
  const reason = second instanceof Outage ? second.reason : second;
  if (!(reason instanceof AppError)) throw reason;
  const message = `${first.message} The model of ai.failover failed as well: ${reason.message}`;
  return new AppError(first.code, message, first.details, { ...first.headers });
}
