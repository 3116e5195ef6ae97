import type { Origin } from './access/caller.ts';
import type { Context, Services } from './context.ts';

/** A request for a page. Nobody is signed in: the rest of the path says what it is about. */
export interface Visit extends Pick<Context, 'requestId'> {
  readonly services: Services;
  readonly origin: Origin;
  /** The part of the path in place of `*`. */
  readonly rest: string;
  /** A HEAD request: it must change nothing, not even a count. */
  readonly headOnly: boolean;
}

export interface FormVisit extends Visit {
  /** The fields of the form; empty when the body is not one. */
  readonly form: URLSearchParams;
}

interface Extras {
  /** Default: 200, or 302 for a redirect. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** HTML in the layout of the platform's pages, a redirect, or content of any type. */
export type PageAnswer = Extras &
  (
    | { readonly title: string; readonly main: string }
    | { readonly redirect: string }
    | { readonly content: string | Buffer; readonly type: string }
  );

/**
 * A page of a module outside the API, which people and mail programs open without a session. Mail scanners follow links,
 * so `get` changes nothing.
 */
export interface Page {
  /** Ends in `/*`, because tokens can be longer than a parameter of a path. */
  readonly path: `/${string}/*`;
  readonly summary: string;
  get(visit: Visit): Promise<PageAnswer>;
  post?(visit: FormVisit): Promise<PageAnswer>;
}
