import { type SchemaCheck, schemaCheck } from '#lib/schema-check.ts';
import { type Action, requireAccess } from './action.ts';
import type { Context } from './context.ts';
import { validationFailed } from './errors.ts';

declare module './context.ts' {
  interface Services {
    readonly actions: Actions;
  }
}

/** The actions of all modules. A module that needs one of another module runs it here, by its name, for its own caller. */
export class Actions {
  readonly #byName: ReadonlyMap<string, Action>;
  readonly #checks = new WeakMap<Action, SchemaCheck>();

  constructor(actions: readonly Action[]) {
    this.#byName = new Map(actions.map((action) => [action.name, action]));
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Checks the permissions of the caller and the input, as a request does. Returns the body of the answer. */
  async run(context: Context, name: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
    const action = this.#byName.get(name);
    if (!action) throw new Error(`there is no action ${name}`);
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
    if ('text' in answer) return JSON.parse(answer.text);
    if ('body' in answer) return answer.body;
    throw new Error(`${name} answers with a file`);
  }

  #checkOf(action: Action): SchemaCheck {
    const check = this.#checks.get(action) ?? schemaCheck(action.input);
    this.#checks.set(action, check);
    return check;
  }
}
