import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { RecordObject, Values } from './validate.ts';

/**
 * Throws unless the caller may write each of these states of records: with the write scope of the model, or with the
 * scope that the model names for the record. Models without `writers` need only their write scope, which `authorize`
 * checks.
 */
export function requireWriter({ caller, services }: Context, model: Model, states: Iterable<RecordObject>): void {
  const { writers } = model;
  if (!writers || caller.access.reach(model.scopes.write) === 'all') return;
  for (const state of states) {
    const scope = writers.scopeOf(services, state);
    if (scope !== undefined && caller.access.reach(scope) === 'all') continue;
    const scopes = scope === undefined ? [model.scopes.write] : [model.scopes.write, scope];
    throw new AppError(
      'forbidden',
      `This needs the permission ${scopes.join(' or ')}.`,
      scopes.map((field) => ({ code: 'missing_scope', field, message: `The scope ${field} is missing.` })),
    );
  }
}

/** The state of a record after a write of these values. */
export const stateAfter = (previous: RecordObject | undefined, values: Values): RecordObject => ({
  ...previous,
  ...Object.fromEntries(Array.from(values, ([{ key }, value]: [Field, JsonValue]) => [key, value])),
});
