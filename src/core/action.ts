import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { ByteRange } from '#lib/file-storage/storage.ts';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';
import { jobPath } from './platform-names.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, with `:name` for parameters, which become part of the input. */
  readonly path: string;
}

/** Files that visitors send with a form. */
interface FormFiles {
  /** The maximum of files in one request. */
  readonly max: number;
  /** The maximum size of each file. */
  readonly maxBytes: number;
  /**
   * Returns the context in whose tenant the files are stored. It runs before the body is read, and throws when there is
   * none.
   */
  owner(context: Context, params: Readonly<Record<string, string>>): Promise<Context>;
}

/** A file that the action generates. It is streamed, so that memory contains at most one chunk. */
export interface StreamAnswer {
  /** The bytes. The platform destroys the stream when the client disconnects. */
  readonly stream: Readable;
  /** The media type. */
  readonly type: string;
  /** The file name for downloads. */
  readonly name: string;
  /** The size in bytes, if it is known. */
  readonly size?: number;
}

/** The content of a file, ready to send. */
export interface Download {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  /** The hash of the content, for the ETag header. */
  readonly tag: string;
  read(range?: ByteRange): Promise<Readable>;
}

/** A stored file, from `openDownload`. Clients may request a range of it. */
interface FileAnswer {
  readonly file: Download;
}

/** A value, or JSON text that PostgreSQL or the action has already serialized. */
export type JsonAnswer<T> = Extras & ({ readonly body: T } | { readonly text: string });

interface Extras {
  /** Sets the session cookie; null deletes it. */
  readonly sessionToken?: string | null;
  /** Complete values for Set-Cookie headers. */
  readonly cookies?: readonly string[];
  /** Redirects the browser to this URL, with a status of 302 or 303. */
  readonly redirect?: string;
  /** Overrides the status of the action. */
  readonly status?: number;
  /** The Location header: the path of the job in a 202 answer. */
  readonly location?: string;
  /** True when the answer contains a secret that is shown only once. */
  readonly showsSecret?: boolean;
}

/** An error in the format of another protocol. Omitted members use the default error format. */
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

/** The controls that `stream` of an action gets besides its context and input. */
export interface StreamControls {
  /** The id of the last event that the client received before it reconnected. */
  readonly lastEventId: string | undefined;
  /** Returns the context with the caller's current permissions. Throws once the session has ended. */
  renew(): Promise<Context>;
  /**
   * Aborts when the client disconnects or the server stops. In the second case its reason is an `AppError`, which can
   * still be sent.
   */
  readonly signal: AbortSignal;
}

/** True when a signal was aborted because the client has disconnected, so that nothing can be sent any more. */
export const clientLeft = ({ aborted, reason }: AbortSignal): boolean => aborted && !(reason instanceof AppError);

/** Forbids these members. A declaration that has one of them is not of this kind and does not compile. */
type Without<Keys extends string> = { readonly [Key in Keys]?: never };

/** Bodies that actions accept besides JSON. */
type Takes =
  /**
   * An HTML form. With `files` also multipart/form-data; its files may have any part name and are in `context.uploads`.
   * Only for public actions.
   */
  | { readonly kind: 'form'; readonly files?: FormFiles }
  /** Text of type text/csv, which becomes this field of the input. */
  | { readonly kind: 'csv'; readonly field: string }
  /**
   * multipart/form-data, with up to `max` parts named `file`. The files are in storage and in `context.uploads`
   * when the action runs. Files that no record uses are removed afterwards. Not for public actions. With `orJson` the
   * action takes JSON too, and the other parts of the form are the properties of that JSON: parts of properties that are no
   * texts contain JSON.
   */
  | { readonly kind: 'files'; readonly max: number; readonly orJson?: boolean }
  /**
   * Raw bytes, in `context.rawBody`, because another system has signed them: they are neither parsed nor part of the
   * input. With `form`, the body of an HTML form is accepted too.
   */
  | { readonly kind: 'bytes'; readonly form?: boolean };

interface ActionBase<Input extends TSchema> {
  readonly name: string;
  readonly summary: string;
  readonly routes: readonly Route[];
  readonly input: Input;
  /** The maximum size of a body. Defaults to 1 MiB, or to 16 KiB for a public action, because its caller is unknown. */
  readonly bodyLimit?: number;
  /** Users reach this action by links and redirects, so errors are HTML for browsers and JSON for other clients. */
  readonly errorPages?: boolean;
}

/** Access for everybody. */
interface PublicAccess extends Without<'managesCredentials' | 'ownOriginsOnly' | 'errorFormat'> {
  readonly access: 'public';
  readonly takes?: Exclude<Takes, { kind: 'files' }>;
  /** Pages of any origin may call it, without cookies. */
  readonly anyOrigin?: boolean;
}

/** Access for every signed-in user, or for callers with the scope. */
interface CallerAccess extends Without<'anyOrigin'> {
  readonly access: 'signed-in' | `${string}:${string}`;
  readonly takes?: Exclude<Takes, { kind: 'form' }> | { readonly kind: 'form'; readonly files?: never };
  /**
   * True when the action reads or changes sessions, passwords or linked identities. An API key needs identity:admin for
   * it, even for its owner: a leaked key must not give lasting control of the account.
   */
  readonly managesCredentials?: boolean;
  /** Browsers may call the action only from pages of this site and of CORS_ORIGINS, even with a valid token. */
  readonly ownOriginsOnly?: boolean;
  /** Formats errors for an action that implements another protocol. */
  errorFormat?(error: AppError, visit: Pick<Context, 'services' | 'origin'>): ErrorFormat;
}

interface JsonBase<Input extends TSchema, Output extends TSchema> extends Without<'fileTypes'> {
  readonly output: Output;
  /**
   * Boolean parameters that the query of a write may contain, with their descriptions. They become part of the input.
   */
  readonly flags?: Readonly<Record<string, string>>;
  /** The status of a success. Defaults to 200. 204 has no body. */
  readonly status?: number;
  run(context: ActionContext, input: Static<Input>): Promise<JsonAnswer<Static<Output>>>;
}

/** An action that answers with JSON. A write runs in a transaction, which makes dryRun and Idempotency-Key work. */
interface JsonAction<Input extends TSchema, Output extends TSchema> extends JsonBase<Input, Output>, Without<'stream'> {
  readonly answers: 'json';
  /** False when a rollback cannot undo the effect: a dry run would verify a password or sign somebody in. */
  readonly dryRunAllowed?: boolean;
  /**
   * Work that takes long and writes nothing, such as reading a file of the client. It runs before the transaction begins,
   * because followers of events wait for every open transaction. Its result is `context.prepared`.
   */
  prepare?(context: ActionContext, input: Static<Input>): Promise<unknown>;
  /** True when the action changes the record of its path, and If-Match refuses it at another version (`context.ifVersion`). */
  readonly takesVersion?: boolean;
  readonly waitsForOthers?: never;
}

/**
 * An action that waits for another system for a long time and answers with JSON. It runs outside a transaction, so it
 * accepts neither Idempotency-Key nor dryRun. `context.signal` aborts when the client disconnects.
 */
interface WaitingAction<Input extends TSchema, Output extends TSchema>
  extends JsonBase<Input, Output>,
    Without<'stream' | 'dryRunAllowed' | 'prepare' | 'takesVersion'> {
  readonly answers: 'json';
  readonly waitsForOthers: true;
}

/** An action that answers with JSON, or with events to clients that accept text/event-stream. */
interface FeedAction<Input extends TSchema, Output extends TSchema>
  extends JsonBase<Input, Output>,
    Without<'dryRunAllowed' | 'prepare' | 'takesVersion' | 'waitsForOthers'> {
  readonly answers: 'jsonOrEvents';
  readonly routes: readonly (Route & { readonly method: 'GET' })[];
  /** Throws errors before it returns the first event. */
  stream(context: ActionContext, input: Static<Input>, streaming: StreamControls): Promise<AsyncIterable<ServerEvent>>;
}

/**
 * An action that always answers with events, outside a transaction, so it accepts neither Idempotency-Key nor dryRun.
 */
interface EventsAction<Input extends TSchema>
  extends Without<
    | 'output'
    | 'flags'
    | 'status'
    | 'run'
    | 'fileTypes'
    | 'dryRunAllowed'
    | 'prepare'
    | 'takesVersion'
    | 'waitsForOthers'
  > {
  readonly answers: 'events';
  /** Throws errors before it returns the first event. */
  stream(context: ActionContext, input: Static<Input>, streaming: StreamControls): Promise<AsyncIterable<ServerEvent>>;
}

/**
 * An action that may answer with a file. Files are not stored for an Idempotency-Key, so it accepts neither that nor
 * dryRun.
 */
interface FileAction<Input extends TSchema, Output extends TSchema>
  extends Without<'flags' | 'status' | 'stream' | 'dryRunAllowed' | 'prepare' | 'takesVersion' | 'waitsForOthers'> {
  readonly answers: 'file';
  /** The media types of the files, with wildcards as in `image/*`. */
  readonly fileTypes: readonly string[];
  /** Describes the JSON answers; `Type.Unknown()` when there are none. */
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
 * An operation in addition to those of every model. `answers` decides its kind. HTTP, OpenAPI, jobs and AI tools use
 * the same list of actions. The input is the JSON body, or the query for GET, merged with the parameters of the path.
 */
export type Action<Input extends TSchema = TSchema, Output extends TSchema = TSchema> = ActionBase<Input> &
  (PublicAccess | CallerAccess) &
  Answering<Input, Output>;

/** An action as its file declares it. `answers` defaults to JSON, because most actions use it. */
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
  /** The body of an action that accepts raw bytes. */
  readonly rawBody?: Buffer;
  /** The versions in If-Match, for actions that take one. */
  readonly ifVersion?: readonly number[] | undefined;
  /** The result of `prepare`; undefined when another caller than HTTP runs the action. */
  readonly prepared?: unknown;
  /** Aborts when the client disconnects. Set for actions that wait for other systems. */
  readonly signal?: AbortSignal;
  /** Set for public actions: the context of the caller's session. Throws when there is no session. */
  session?(): Promise<Context>;
}

/** The data for calling an action: its name and, for the compiler, its input and output. */
export interface ActionHandle<Input, Output> {
  readonly name: string;
  /** Always undefined: it carries only types. */
  readonly types?: { readonly input: Input; readonly output: Output };
}

type DefinedAction<Input extends TSchema, Output extends TSchema> = Action &
  ActionHandle<Static<Input>, Static<Output>>;

export const defineAction = <Input extends TSchema, Output extends TSchema = TSchema>(
  action: ActionDeclaration<Input, Output>,
): DefinedAction<Input, Output> => ({ answers: 'json', ...action }) as unknown as DefinedAction<Input, Output>;

/**
 * The handle of an action in the contract of its module. The name is repeated here, so that the contract imports only
 * the type of the action. A test compares the two names.
 */
export const actionHandle = <Defined extends ActionHandle<unknown, unknown>>(
  name: string,
): Pick<Defined, 'name' | 'types'> => ({ name });
