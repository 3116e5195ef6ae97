import type { JsonValue } from '#core/fields/field.ts';
import { ConnectionNotUsable } from '../connections/open-session.ts';
import { NotReached, PlatformError, RateLimited, Unauthorized, Unknown } from '../http/platform-error.ts';
import type { Published } from '../platforms/platform.ts';

/** The result of an attempt to publish. */
export type Outcome =
  | ({ readonly kind: 'published' } & Published)
  /**
   * The platform accepted the post, and shows it after processing its video. It is never published again automatically.
   */
  | ({ readonly kind: 'accepted' } & Published)
  /** Nothing was published yet: the platform processes the upload, or the upload continues. */
  | { readonly kind: 'uploading'; readonly state: JsonValue; readonly afterMs: number }
  /** Nothing was published, and a retry would fail too. */
  | { readonly kind: 'failed'; readonly message: string }
  /** Nothing was published. It is retried later. */
  | { readonly kind: 'deferred'; readonly message: string }
  /** Nothing was published, because a rate limit of the platform was reached. */
  | { readonly kind: 'limited'; readonly message: string; readonly retryAfterMs: number }
  /** Nothing was published, because the login is not valid. */
  | { readonly kind: 'unauthorized'; readonly message: string }
  /** It is unknown whether the post was published. */
  | { readonly kind: 'unconfirmed'; readonly message: string }
  /** The lookup has no answer yet. */
  | { readonly kind: 'lookAgain' };

/**
 * Maps an error to a result. `sent` means that the publishing call was made: an unspecific error then leaves open
 * whether it had an effect.
 */
export function outcomeOfError(error: unknown, label: string, sent: boolean): Outcome {
  const text = (error as Error).message;
  if (error instanceof ConnectionNotUsable) return { kind: 'failed', message: text };
  if (error instanceof Unauthorized) return { kind: 'unauthorized', message: text };
  if (error instanceof RateLimited)
    return { kind: 'limited', message: `${label} limits this account. ${text}`, retryAfterMs: error.retryAfterMs };
  if (error instanceof NotReached) return { kind: 'deferred', message: `${label} could not be reached. ${text}` };
  if (error instanceof Unknown && !sent)
    return { kind: 'deferred', message: `${label} did not answer as it should. ${text}` };
  if (error instanceof PlatformError && !(error instanceof Unknown))
    return { kind: 'failed', message: `${label} refused the post. ${text}` };
  return sent
    ? { kind: 'unconfirmed', message: unconfirmedMessage(label, text) }
    : { kind: 'deferred', message: `The post could not be prepared. ${text}` };
}

export const unconfirmedMessage = (label: string, reason: string): string =>
  `It is not known whether ${label} published the post, so it is not published again by itself. Look there, then retry or cancel it. ${reason}`.trim();
