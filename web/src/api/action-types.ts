import type { paths } from './schema/actions.d.ts';

type Method = 'get' | 'post';

/** The JSON body that an action of the server answers with status 200. */
export type Answer<Path extends keyof paths, M extends Method> = paths[Path] extends {
  [key in M]: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** The body of a request to an action. */
export type Input<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;
