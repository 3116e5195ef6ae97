import type { Context, Services } from './context.ts';
import type { AppError } from './errors.ts';

/** A request for a page. Nobody is signed in: the rest of the path says what it is about. */
export interface Visit extends Pick<Context, 'requestId'> {
  readonly services: Services;
  readonly origin: NonNullable<Context['origin']>;
  /** The part of the path in place of `*`. */
  readonly rest: string;
  /** The query, without the question mark. */
  readonly query: string;
  /** A HEAD request: it must change nothing, not even a count. */
  readonly headOnly: boolean;
  /** The call of the visitor's session. Throws when there is none. */
  session(): Promise<Context>;
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
    | { readonly title: string; readonly main: string /** Default: English. */; readonly language?: string }
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
  /** Shows an error to a browser in the words of the page. Without it, a page of the platform shows the text of the error. */
  failed?(visit: Visit, error: AppError): Promise<PageAnswer>;
  /** Bytes of a form without its files. Default: 16 KiB. */
  readonly bodyLimit?: number;
  /** Forms may have files. `owner` gives the call in whose tenant they are stored, before the body is read. */
  readonly files?: { readonly max: number; readonly maxBytes: number; owner(visit: Visit): Promise<Context> };
}
