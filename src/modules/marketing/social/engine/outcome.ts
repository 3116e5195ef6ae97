import type { JsonValue } from '#core/fields/field.ts';
import { ConnectionNotUsable } from '../connections/open-session.ts';
import { NotReached, PlatformError, RateLimited, Unauthorized, Unknown } from '../http/platform-error.ts';
import type { Published } from '../platforms/platform.ts';

/** What became of an attempt to publish. */
export type Outcome =
  | ({ readonly kind: 'published' } & Published)
  /** The platform took the post, and shows it when it has processed its video. It is never published again by itself. */
  | ({ readonly kind: 'accepted' } & Published)
  /** Nothing was published: the platform processes what was uploaded, or there is more to upload. */
  | { readonly kind: 'uploading'; readonly state: JsonValue; readonly afterMs: number }
  /** Nothing was published, and a repetition would fail too. */
  | { readonly kind: 'failed'; readonly message: string }
  /** Nothing was published; it is tried again later. */
  | { readonly kind: 'deferred'; readonly message: string }
  /** Nothing was published: the platform allows no more for now. */
  | { readonly kind: 'limited'; readonly message: string; readonly retryAfterMs: number }
  /** Nothing was published: the login is not valid. */
  | { readonly kind: 'unauthorized'; readonly message: string }
  /** Nobody knows whether it was published. */
  | { readonly kind: 'unconfirmed'; readonly message: string }
  /** It was looked up, and the platform does not say yet. */
  | { readonly kind: 'lookAgain' };

/** `sent`: the call that publishes was made, so an error that says nothing leaves open whether it was carried out. */
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
