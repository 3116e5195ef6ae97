import type { Static, TSchema } from 'typebox';
import type { Caller } from './access/caller.ts';
import type { Context } from './context.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters, which become part of the input. */
  readonly path: string;
}

/** An answer is a value, or the JSON text of one where PostgreSQL or the action wrote it already. */
type Answer<T> = Extras & ({ readonly body: T } | { readonly text: string });

interface Extras {
  /** Signs the browser in by cookie as well; null signs it out. */
  readonly sessionToken?: string | null;
  /** Whole values of Set-Cookie. */
  readonly cookies?: readonly string[];
  /** Sends the browser elsewhere, with a status of 302 or 303. */
  readonly redirect?: string;
  /** In place of the action's own. */
  readonly status?: number;
  /** Where to look next: of an answer 202, the path of the job. */
  readonly location?: string;
  /** It shows a secret that is shown only once. */
  readonly showsSecret?: boolean;
}

/** One event of `text/event-stream`. */
export interface ServerEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data: string;
}

/** What an action that sends events as they happen knows of its reader. */
export interface Streaming {
  /** The id of the last event that the reader saw, when it comes back. */
  readonly lastEventId: string | undefined;
  /** The call as it stands now; throws once the session has ended. */
  renew(): Promise<Context>;
  /** Aborts when the reader has gone or the server stops. */
  readonly signal: AbortSignal;
}

/**
 * An operation that is not one of those that every model has. HTTP, OpenAPI, jobs and AI tools mount the same list.
 * Its input is the JSON body, or the query for GET, together with the parameters of the path.
 */
export interface Action<Input extends TSchema = TSchema, Output extends TSchema = TSchema> {
  readonly name: string;
  readonly summary: string;
  readonly routes: readonly Route[];
  /** Nobody in particular, any signed-in user, or the scope that is needed. */
  readonly access: 'public' | 'signed-in' | `${string}:${string}`;
  /**
   * It shows or changes how somebody signs in: sessions, passwords, identities. An API key needs identity:admin for it,
   * also for its owner's: a key that leaks must not become a way to hold on to the account.
   */
  readonly managesCredentials?: boolean;
  readonly input: Input;
  readonly output: Output;
  /** Of a write: what its query may set to true or false, with a description. They are booleans of the input. */
  readonly flags?: Readonly<Record<string, string>>;
  /** False for what cannot be tried without being done: a dry run would test a password, or sign somebody in. */
  readonly dryRunAllowed?: boolean;
  /** People come here by links and redirects: an error is a page for a browser, and JSON for everybody else. */
  readonly errorPages?: boolean;
  /** Takes the bodies of HTML forms as well. */
  readonly form?: boolean;
  /** Bytes of a body; when absent 1 MiB, and 16 KiB for a public action, whose caller nobody knows. */
  readonly bodyLimit?: number;
  /** Of a success; 200 when absent. 204 has no body. */
  readonly status?: number;
  run(context: ActionContext, input: Static<Input>): Promise<Answer<Static<Output>>>;
  /** The same as it happens, for readers that accept text/event-stream. What is wrong is told before the first event. */
  stream?(context: ActionContext, input: Static<Input>, streaming: Streaming): Promise<AsyncIterable<ServerEvent>>;
}

/** Throws unless the caller may run an action that is not public, and says what is missing. */
export function requireAccess({ access: scope, managesCredentials }: Action, { access, keyId }: Caller): void {
  if (scope.endsWith(':admin')) access.requireWhole(scope);
  else if (scope !== 'signed-in') access.requireScope(scope);
  if (managesCredentials && keyId !== undefined) access.requireWhole('identity:admin');
}

/** The answer of an action that leaves its work to a job. */
export const queuedAnswer = (jobId: string) => ({
  status: 202,
  location: `/api/data/jobs/${jobId}`,
  body: { jobId, status: 'queued' } as never,
});

export interface ActionContext extends Context {
  /** The caller of a public action that has a session all the same; throws when there is none. */
  session?(): Promise<Context>;
}

export const defineAction = <Input extends TSchema, Output extends TSchema>(action: Action<Input, Output>): Action =>
  action as unknown as Action;
