import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { Caller } from './access/caller.ts';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';
import type { Download } from './files/download.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters, which become part of the input. */
  readonly path: string;
}

/** A value, or JSON text that PostgreSQL or the action has already written. */
type JsonAnswer<T> = { readonly body: T } | { readonly text: string };

/** Files that people send with a form. */
interface FormFiles {
  /** Files of one request. */
  readonly max: number;
  /** Bytes of each file. */
  readonly maxBytes: number;
  /** The call in whose tenant the files are stored. It runs before the body is read, and throws when there is none. */
  owner(context: Context, params: Readonly<Record<string, string>>): Promise<Context>;
}

/** A file that the action produces. It is sent as it is read: no more than a chunk is in memory. */
export interface StreamAnswer {
  /** Bytes. The platform destroys it when the client disconnects. */
  readonly stream: Readable;
  /** The media type. */
  readonly type: string;
  /** The name under which a browser saves it. */
  readonly name: string;
  /** In bytes, if it is known. */
  readonly size?: number;
}

/** A stored file: `openDownload` gives it. Clients may ask for a range of it. */
interface FileAnswer {
  readonly file: Download;
}

type Answer<T> = (Extras & JsonAnswer<T>) | StreamAnswer | FileAnswer;

interface Extras {
  /** Sets the session cookie; null deletes it. */
  readonly sessionToken?: string | null;
  /** Complete values of Set-Cookie headers. */
  readonly cookies?: readonly string[];
  /** Redirects the browser to this URL, with a status of 302 or 303. */
  readonly redirect?: string;
  /** Overrides the status of the action. */
  readonly status?: number;
  /** The Location header: the path of the job in an answer 202. */
  readonly location?: string;
  /** The answer contains a secret that is shown only once. */
  readonly showsSecret?: boolean;
}

/** An error in the form of another protocol. What is absent is as for other errors. */
export interface ErrorFormat {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One event of `text/event-stream`. */
export interface ServerEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data: string;
}

/** What `stream` of an action gets besides its context and input. */
export interface StreamControls {
  /** The id of the last event that the client received, when it reconnects. */
  readonly lastEventId: string | undefined;
  /** Returns the context with the caller's current permissions. Throws once the session has ended. */
  renew(): Promise<Context>;
  /** Aborts when the client disconnects or the server stops: then its reason is an `AppError`, which can still be sent. */
  readonly signal: AbortSignal;
}

/** Whether a signal was aborted because the client has disconnected, so that nothing can be sent any more. */
export const clientLeft = ({ aborted, reason }: AbortSignal): boolean => aborted && !(reason instanceof AppError);

/**
 * An operation besides those that every model has. HTTP, OpenAPI, jobs and AI tools use the same list of actions.
 * The input is the JSON body, or the query for GET, merged with the parameters of the path.
 */
export interface Action<Input extends TSchema = TSchema, Output extends TSchema = TSchema> {
  readonly name: string;
  readonly summary: string;
  readonly routes: readonly Route[];
  /** Everybody, every signed-in user, or the required scope. */
  readonly access: 'public' | 'signed-in' | `${string}:${string}`;
  /**
   * The action reads or changes sessions, passwords or linked identities. An API key needs identity:admin for it, also
   * for those of its owner: a leaked key must not give lasting control of the account.
   */
  readonly managesCredentials?: boolean;
  readonly input: Input;
  readonly output: Output;
  /** Boolean parameters that the query of a write may set, with their descriptions. They become part of the input. */
  readonly flags?: Readonly<Record<string, string>>;
  /** False when a rollback cannot undo the effect: a dry run would test a password or sign somebody in. */
  readonly dryRunAllowed?: boolean;
  /** People follow links and redirects to this action, so errors are HTML for browsers and JSON for other clients. */
  readonly errorPages?: boolean;
  /** Accepts bodies of HTML forms as well. */
  readonly form?: boolean;
  /** Accepts multipart/form-data as well, with files as parts of any name, in `context.uploads`. */
  readonly formFiles?: FormFiles;
  /** Pages of every origin may use it, without cookies. */
  readonly anyOrigin?: boolean;
  /** Accepts bodies of type text/csv as well. The text becomes this field of the input. */
  readonly csvField?: string;
  /**
   * Takes multipart/form-data with up to this many parts `file`, instead of JSON. The files are in storage and in
   * `context.uploads` when it runs. Files that no record took are removed afterwards.
   */
  readonly maxFiles?: number;
  /**
   * Takes the body as bytes, in `context.rawBody`, because another system has signed them. It is neither parsed nor part
   * of the input.
   */
  readonly rawBody?: boolean;
  /**
   * The action may answer with `file` or `stream`, of these media types (wildcards as in `image/*`). `output` describes its answers in JSON;
   * `Type.Unknown()` when there are none. Files are not stored for an Idempotency-Key, so it takes neither that nor dryRun.
   */
  readonly fileTypes?: readonly string[];
  /**
   * The action waits for another system for a long time. It runs in no transaction, so it takes neither Idempotency-Key nor
   * dryRun, and `context.signal` tells when the client has disconnected.
   */
  readonly waitsForOthers?: boolean;
  /** A browser may use the action only from pages of this site and of CORS_ORIGINS, even with a valid token. */
  readonly ownOriginsOnly?: boolean;
  /** For an action that speaks another protocol: how its errors look. */
  errorFormat?(error: AppError, visit: Pick<Context, 'services' | 'origin'>): ErrorFormat;
  /** Maximum bytes of a body. Default: 1 MiB, or 16 KiB for a public action, because its caller is unknown. */
  readonly bodyLimit?: number;
  /** The status of a success; 200 by default. 204 has no body. */
  readonly status?: number;
  run(context: ActionContext, input: Static<Input>): Promise<Answer<Static<Output>>>;
  /** Always answers with `stream`; `run` is not called. */
  readonly streamsOnly?: boolean;
  /** Sends events to clients that accept text/event-stream. It throws errors before it returns the first event. */
  stream?(context: ActionContext, input: Static<Input>, streaming: StreamControls): Promise<AsyncIterable<ServerEvent>>;
}

/** Throws an error that names the missing scope, unless the caller may run the action. Not for public actions. */
export function requireAccess({ access: scope, managesCredentials }: Action, { access, keyId }: Caller): void {
  if (scope.endsWith(':admin')) access.requireFullReach(scope);
  else if (scope !== 'signed-in') access.requireScope(scope);
  if (managesCredentials && keyId !== undefined) access.requireFullReach('identity:admin');
}

/** The answer of an action that has enqueued a job. */
export const queuedAnswer = (jobId: string) => ({
  status: 202,
  location: `/api/data/jobs/${jobId}`,
  body: { jobId, status: 'queued' } as never,
});

export interface ActionContext extends Context {
  /** The body of an action with `rawBody`. */
  readonly rawBody?: Buffer;
  /** Of an action that waits for others: aborts when the client disconnects. */
  readonly signal?: AbortSignal;
  /** Set for public actions: the context of the caller's session. Throws when there is no session. */
  session?(): Promise<Context>;
}

export const defineAction = <Input extends TSchema, Output extends TSchema>(action: Action<Input, Output>): Action =>
  action as unknown as Action;
