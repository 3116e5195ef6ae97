import { parseJson } from '#lib/json.ts';
import type { Grant } from '../access/access.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import type { OperationName } from '../models/declaration.ts';
import type { Model } from '../models/model.ts';
import { stripHidden } from '../query/rows.ts';
import type { SavedRow } from './statements.ts';
import type { RecordObject } from './validate.ts';

/** An operation that every model has. It takes a grant as a parameter, so it cannot run without authorization. */
export interface RecordOperation<Input, Output> {
  readonly name: OperationName;
  readonly access: 'read' | 'write';
  run(context: Context, grant: Grant, input: Input): Promise<Output>;
}

/** A record as JSON text from PostgreSQL. */
export interface RecordAnswer {
  readonly id: string;
  readonly version: number;
  readonly body: string;
  /** True when the body contains a secret that is shown only once. */
  readonly showsSecret?: boolean;
  /** Records that seem to be the same as the one that was created. */
  readonly duplicates?: readonly string[];
}

/**
 * The answer to a write, with the fields that the writer may see. `shown` has values that only this answer contains.
 */
export function answerOf({ id, version, record }: SavedRow, grant: Grant, shown?: RecordObject): RecordAnswer {
  const body = stripHidden(record, grant);
  if (!shown) return { id, version, body };
  return { id, version, body: JSON.stringify({ ...(parseJson(body) as RecordObject), ...shown }), showsSecret: true };
}

/** Returns the caller's grant for the operation. Throws an error that names the missing scope. */
export function authorize<Input, Output>(
  context: Context,
  operation: RecordOperation<Input, Output>,
  model: Model,
): Grant {
  if (operation.access === 'write' && model.readOnly && context.caller.userId !== null) {
    const message = `${model.labelPlural} are written by the platform and can only be read.`;
    throw new AppError('method_not_allowed', message, [], { allow: 'GET' });
  }
  const { access } = context.caller;
  return operation.access === 'write' && model.writers
    ? access.writeGrant(model, model.writers.scopes(context.services))
    : access.grant(model, operation.access);
}

/** The only entry point: HTTP, jobs and AI tools call every operation through it, with the identity of a caller. */
export const invoke = async <Input, Output>(
  context: Context,
  operation: RecordOperation<Input, Output>,
  model: Model,
  input: Input,
): Promise<Output> => operation.run(context, authorize(context, operation, model), input);
