import type { Readable } from 'node:stream';

/** A request before it is routed. There is no session, and cookies have no meaning. */
export interface SiteRequest {
  readonly method: string;
  /** The Host header in lower case, with its port. */
  readonly host: string;
  /** The path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly ip: string;
  /** True when the client uses https; undefined when that is unknown. */
  readonly secure: boolean | undefined;
}

export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: Buffer | Readable | undefined;
}

/**
 * Answers requests that are not for the platform: those for hosts of published websites. It runs before any route of
 * the platform, so that a website can never be reached together with the API.
 */
export interface SiteServer {
  /** Undefined when the request is for the platform. Returns a promise only when something must be read first. */
  answer(request: SiteRequest): SiteAnswer | Promise<SiteAnswer> | undefined;
}
