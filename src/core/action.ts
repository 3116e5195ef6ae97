import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { ByteRange } from '#lib/file-storage/storage.ts';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';
import { jobPath } from './platform-names.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters, which become part of the input. */
  readonly path: string;
}

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

/** A content to send. */
export interface Download {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  /** Names the content: its hash. */
  readonly tag: string;
  read(range?: ByteRange): Promise<Readable>;
}

/** A stored file: `openDownload` gives it. Clients may ask for a range of it. */
interface FileAnswer {
  readonly file: Download;
}

/** A value, or JSON text that PostgreSQL or the action has already written. */
export type JsonAnswer<T> = Extras & ({ readonly body: T } | { readonly text: string });

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

/** The members of these names are absent. So a declaration that has one of them is not of this kind, and does not compile. */
type Without<Keys extends string> = { readonly [Key in Keys]?: never };

/** Bodies of requests that actions take besides JSON. */
type Takes =
  /** A form of HTML. With `files` also multipart/form-data, with files as parts of any name, in `context.uploads`; only for public actions. */
  | { readonly kind: 'form'; readonly files?: FormFiles }
  /** Text of type text/csv, which becomes this field of the input. */
  | { readonly kind: 'csv'; readonly field: string }
  /**
   * Not JSON, but multipart/form-data with up to this many parts `file`. The files are in storage and in `context.uploads` when the action
   * runs. Files that no record took are removed afterwards. Not for public actions.
   */
  | { readonly kind: 'files'; readonly max: number }
  /**
   * Bytes, in `context.rawBody`, because another system has signed them: they are neither parsed nor part of the input. With `form`, those of a
   * form as well.
   */
  | { readonly kind: 'bytes'; readonly form?: boolean };

interface ActionBase<Input extends TSchema> {
  readonly name: string;
  readonly summary: string;
  readonly routes: readonly Route[];
  readonly input: Input;
  /** Maximum bytes of a body. Default: 1 MiB, or 16 KiB for a public action, because its caller is unknown. */
  readonly bodyLimit?: number;
  /** People follow links and redirects to this action, so errors are HTML for browsers and JSON for other clients. */
  readonly errorPages?: boolean;
}

/** Everybody may run it. */
interface PublicAccess extends Without<'managesCredentials' | 'ownOriginsOnly' | 'errorFormat'> {
  readonly access: 'public';
  readonly takes?: Exclude<Takes, { kind: 'files' }>;
  /** Pages of every origin may use it, without cookies. */
  readonly anyOrigin?: boolean;
}

/** Every signed-in user may run it, or those with the scope. */
interface CallerAccess extends Without<'anyOrigin'> {
  readonly access: 'signed-in' | `${string}:${string}`;
  readonly takes?: Exclude<Takes, { kind: 'form' }> | { readonly kind: 'form'; readonly files?: never };
  /**
   * The action reads or changes sessions, passwords or linked identities. An API key needs identity:admin for it, also
   * for those of its owner: a leaked key must not give lasting control of the account.
   */
  readonly managesCredentials?: boolean;
  /** A browser may use the action only from pages of this site and of CORS_ORIGINS, even with a valid token. */
  readonly ownOriginsOnly?: boolean;
  /** For an action that speaks another protocol: how its errors look. */
  errorFormat?(error: AppError, visit: Pick<Context, 'services' | 'origin'>): ErrorFormat;
}

interface JsonBase<Input extends TSchema, Output extends TSchema> extends Without<'fileTypes'> {
  readonly output: Output;
  /** Boolean parameters that the query of a write may set, with their descriptions. They become part of the input. */
  readonly flags?: Readonly<Record<string, string>>;
  /** The status of a success; 200 by default. 204 has no body. */
  readonly status?: number;
  run(context: ActionContext, input: Static<Input>): Promise<JsonAnswer<Static<Output>>>;
}

/** Answers with JSON. A write runs in a transaction, which makes dryRun and Idempotency-Key work. */
interface JsonAction<Input extends TSchema, Output extends TSchema> extends JsonBase<Input, Output>, Without<'stream'> {
  readonly answers: 'json';
  /** False when a rollback cannot undo the effect: a dry run would test a password or sign somebody in. */
  readonly dryRunAllowed?: boolean;
  readonly waitsForOthers?: never;
}

/**
 * Waits for another system for a long time, and answers with JSON. It runs in no transaction, so it takes neither Idempotency-Key nor dryRun, and
 * `context.signal` tells when the client has disconnected.
 */
interface WaitingAction<Input extends TSchema, Output extends TSchema>
  extends JsonBase<Input, Output>,
    Without<'stream' | 'dryRunAllowed'> {
  readonly answers: 'json';
  readonly waitsForOthers: true;
}

/** Answers with JSON, and with events to clients that accept text/event-stream. */
interface FeedAction<Input extends TSchema, Output extends TSchema>
  extends JsonBase<Input, Output>,
    Without<'dryRunAllowed' | 'waitsForOthers'> {
  readonly answers: 'jsonOrEvents';
  readonly routes: readonly (Route & { readonly method: 'GET' })[];
  /** It throws errors before it returns the first event. */
  stream(context: ActionContext, input: Static<Input>, streaming: StreamControls): Promise<AsyncIterable<ServerEvent>>;
}

/** Always answers with events, outside of a transaction, so it takes neither Idempotency-Key nor dryRun. */
interface EventsAction<Input extends TSchema>
  extends Without<'output' | 'flags' | 'status' | 'run' | 'fileTypes' | 'dryRunAllowed' | 'waitsForOthers'> {
  readonly answers: 'events';
  /** It throws errors before it returns the first event. */
  stream(context: ActionContext, input: Static<Input>, streaming: StreamControls): Promise<AsyncIterable<ServerEvent>>;
}

/** May answer with a file. Files are not stored for an Idempotency-Key, so it takes neither that nor dryRun. */
interface FileAction<Input extends TSchema, Output extends TSchema>
  extends Without<'flags' | 'status' | 'stream' | 'dryRunAllowed' | 'waitsForOthers'> {
  readonly answers: 'file';
  /** The media types of the files, with wildcards as in `image/*`. */
  readonly fileTypes: readonly string[];
  /** Describes its answers in JSON; `Type.Unknown()` when there are none. */
  readonly output: Output;
  run(context: ActionContext, input: Static<Input>): Promise<JsonAnswer<Static<Output>> | StreamAnswer | FileAnswer>;
}

type Answering<Input extends TSchema, Output extends TSchema> =
  | JsonAction<Input, Output>
  | WaitingAction<Input, Output>
  | FeedAction<Input, Output>
  | EventsAction<Input>
  | FileAction<Input, Output>;

/**
 * An operation besides those that every model has, of the kind that `answers` says. HTTP, OpenAPI, jobs and AI tools use the same list of actions.
 * The input is the JSON body, or the query for GET, merged with the parameters of the path.
 */
export type Action<Input extends TSchema = TSchema, Output extends TSchema = TSchema> = ActionBase<Input> &
  (PublicAccess | CallerAccess) &
  Answering<Input, Output>;

/** An action as its file declares it: most answer with JSON and do not say so. */
type ActionDeclaration<Input extends TSchema, Output extends TSchema> = ActionBase<Input> &
  (PublicAccess | CallerAccess) &
  (
    | (Omit<JsonAction<Input, Output>, 'answers'> & { readonly answers?: 'json' })
    | (Omit<WaitingAction<Input, Output>, 'answers'> & { readonly answers?: 'json' })
    | FeedAction<Input, Output>
    | EventsAction<Input>
    | FileAction<Input, Output>
  );

/** The answer of an action that has enqueued a job. */
export const queuedAnswer = (jobId: string) => ({
  status: 202,
  location: jobPath(jobId),
  body: { jobId, status: 'queued' } as never,
});

export interface ActionContext extends Context {
  /** The body of an action that takes bytes. */
  readonly rawBody?: Buffer;
  /** Of an action that waits for others: aborts when the client disconnects. */
  readonly signal?: AbortSignal;
  /** Set for public actions: the context of the caller's session. Throws when there is no session. */
  session?(): Promise<Context>;
}

/** What a call of an action needs to know: its name, and for the compiler its input and output. */
export interface ActionHandle<Input, Output> {
  readonly name: string;
  /** Always absent: it carries types only. */
  readonly types?: { readonly input: Input; readonly output: Output };
}

type DefinedAction<Input extends TSchema, Output extends TSchema> = Action &
  ActionHandle<Static<Input>, Static<Output>>;

export const defineAction = <Input extends TSchema, Output extends TSchema = TSchema>(
  action: ActionDeclaration<Input, Output>,
): DefinedAction<Input, Output> => ({ answers: 'json', ...action }) as unknown as DefinedAction<Input, Output>;

/**
 * The handle of an action in the contract of its module. The name is written here, so that the contract imports only the type of its action. A test
 * compares the two.
 */
export const actionHandle = <Defined extends ActionHandle<unknown, unknown>>(
  name: string,
): Pick<Defined, 'name' | 'types'> => ({ name });
