import type { Static, TSchema } from 'typebox';
import type { Context } from './context.ts';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters, which become part of the input. */
  readonly path: string;
}

interface Answer<T> {
  readonly body: T;
  /** Signs the browser in by cookie as well. */
  readonly sessionToken?: string;
}

/**
 * An operation that is not one of the nine that every model has. HTTP, OpenAPI, jobs and AI tools mount the same list.
 * Its input is the JSON body, or the query for GET, together with the parameters of the path.
 */
export interface Action<Input extends TSchema = TSchema, Output extends TSchema = TSchema> {
  readonly name: string;
  readonly summary: string;
  readonly routes: readonly Route[];
  /** Nobody in particular, any signed-in user, or the scope that is needed. */
  readonly access: 'public' | 'signed-in' | `${string}:${string}`;
  readonly input: Input;
  readonly output: Output;
  /** Of a success; 200 when absent. 204 has no body. */
  readonly status?: number;
  run(context: ActionContext, input: Static<Input>): Promise<Answer<Static<Output>>>;
}

export interface ActionContext extends Context {
  /** The host that the request named, for tenants with a subdomain. */
  readonly host?: string | undefined;
}

export const defineAction = <Input extends TSchema, Output extends TSchema>(action: Action<Input, Output>): Action =>
  action as unknown as Action;
