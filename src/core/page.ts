import type { Context, Services } from './context.ts';
import type { AppError } from './errors.ts';

/** A request for a page. There is no session; the rest of the path identifies the subject of the page. */
export interface Visit extends Pick<Context, 'requestId'> {
  readonly services: Services;
  readonly origin: NonNullable<Context['origin']>;
  /** The part of the path that matches `*`. */
  readonly rest: string;
  /** The query, without the question mark. */
  readonly query: string;
  /** True for a HEAD request, which must change nothing, not even a count. */
  readonly headOnly: boolean;
  /** The context of the visitor's session. Throws when there is none. */
  session(): Promise<Context>;
}

export interface FormVisit extends Visit {
  /** The fields of the form; empty when the body is not a form. */
  readonly form: URLSearchParams;
}

interface Extras {
  /** Defaults to 200, or to 302 for a redirect. */
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
 * A page of a module outside the API, which users and mail programs open without a session. Mail scanners follow links,
 * so `get` changes nothing.
 */
export interface Page {
  /** Ends in `/*`, because tokens can be longer than a parameter of a path. */
  readonly path: `/${string}/*`;
  readonly summary: string;
  get(visit: Visit): Promise<PageAnswer>;
  post?(visit: FormVisit): Promise<PageAnswer>;
  /**
   * Renders an error in the style of the page for a browser. Without it, a page of the platform shows the message of
   * the error.
   */
  failed?(visit: Visit, error: AppError): Promise<PageAnswer>;
  /** The maximum size of a form without its files, in bytes. Defaults to 16 KiB. */
  readonly bodyLimit?: number;
  /** Accepts files in forms. `owner` returns the context in whose tenant they are stored, before the body is read. */
  readonly files?: { readonly max: number; readonly maxBytes: number; owner(visit: Visit): Promise<Context> };
}
