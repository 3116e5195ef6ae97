import { Refused, Unknown } from '../http/platform-error.ts';
import type { SocialAnswer } from '../http/social-http.ts';
import type { Session } from './platform.ts';

type Headers = Readonly<Record<string, string>>;

/** Headers with the access token of a session. */
export const bearer = ({ accessToken }: Session, more: Headers = {}): Headers => ({
  authorization: `Bearer ${accessToken}`,
  ...more,
});

export const getJson = async (session: Session, path: string, headers?: Headers) =>
  (await session.http.request({ method: 'GET', url: `${session.baseUrl}${path}`, headers: bearer(session, headers) }))
    .json;

export const postJson = (session: Session, path: string, json: unknown, headers?: Headers): Promise<SocialAnswer> =>
  session.http.request({ method: 'POST', url: `${session.baseUrl}${path}`, json, headers: bearer(session, headers) });

/** Returns the id from the answer to a publishing call. Without an id, it is unknown whether the post was published. */
export function requireId(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') throw new Unknown('Its answer names no post.');
  return String(value);
}

/** Returns a default on errors, because errors after the publishing call must not hide that the post was published. */
export const orOnError = <T>(work: Promise<T>, otherwise: T): Promise<T> => work.catch(() => otherwise);

/**
 * Undefined when the platform refuses, because the post was deleted there. A rate limit or an expired login is thrown.
 */
// biome-ignore lint/suspicious/noExplicitAny: each platform reads its own answers, and checks what it uses.
export const undefinedIfRefused = (work: Promise<any>): Promise<any> =>
  work.catch((error: Error) => {
    if (error instanceof Refused) return undefined;
    throw error;
  });
