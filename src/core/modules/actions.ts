import { type SchemaCheck, schemaCheck } from '#lib/schema-check.ts';
import { requireAccess } from '../access/require-access.ts';
import type { Action, ActionHandle } from '../action.ts';
import type { Context } from '../context.ts';
import { validationFailed } from '../errors.ts';

declare module '../context.ts' {
  interface Services {
    readonly actions: Actions;
  }
}

/**
 * The actions of all modules. A module that needs an action of another module runs it here by its handle, with its own
 * caller.
 */
export class Actions {
  readonly #byName: ReadonlyMap<string, Action>;
  readonly #checks = new WeakMap<Action, SchemaCheck>();

  constructor(actions: readonly Action[]) {
    this.#byName = new Map(actions.map((action) => [action.name, action]));
  }

  /** Checks the permissions of the caller and the input, as a request does. Returns the body of the answer. */
  async run<Input, Output>(context: Context, { name }: ActionHandle<Input, Output>, input: Input): Promise<Output> {
    const action = this.#byName.get(name);
    if (!action) throw new Error(`there is no action ${name}`);
    if (action.answers === 'events') throw new Error(`${name} answers with events`);
    requireAccess(action, context.caller);
    const problems = this.#checkOf(action)(input);
    if (problems.length > 0)
      throw validationFailed(
        problems.map(({ instancePath, message }) => {
          const field = instancePath.slice(1).replaceAll('/', '.') || 'input';
          return { field, code: 'invalid', message: `${field} ${message}.` };
        }),
      );
    const answer = await action.run(context, input as never);
    if ('text' in answer) return JSON.parse(answer.text) as Output;
    if ('body' in answer) return answer.body as Output;
    throw new Error(`${name} answers with a file`);
  }

  #checkOf(action: Action): SchemaCheck {
    const check = this.#checks.get(action) ?? schemaCheck(action.input);
    this.#checks.set(action, check);
    return check;
  }
}
