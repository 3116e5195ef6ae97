import { parseJson } from '#lib/json.ts';
import type { Grant } from '../access/access.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Model, OperationName } from '../models/model.ts';
import { stripHidden } from '../query/rows.ts';
import type { SavedRow } from './statements.ts';
import type { RecordObject } from './validate.ts';

/** One of those that every model has. They take the grant, so that none can run without one having been given. */
export interface RecordOperation<Input, Output> {
  readonly name: OperationName;
  readonly access: 'read' | 'write';
  run(context: Context, grant: Grant, input: Input): Promise<Output>;
}

/** One record, as the JSON text that PostgreSQL wrote. */
export interface RecordAnswer {
  readonly id: string;
  readonly version: number;
  readonly body: string;
  /** The answer shows what is shown only once. */
  readonly showsSecret?: boolean;
}

/** A record that was written, as its writer sees it; `shown` is what only this answer tells. */
export function answerOf({ id, version, record }: SavedRow, grant: Grant, shown?: RecordObject): RecordAnswer {
  const body = stripHidden(record, grant);
  if (!shown) return { id, version, body };
  return { id, version, body: JSON.stringify({ ...(parseJson(body) as RecordObject), ...shown }), showsSecret: true };
}

/** What the caller may do with the model, or an error that says what is missing. */
export function authorize<Input, Output>(
  context: Context,
  operation: RecordOperation<Input, Output>,
  model: Model,
): Grant {
  if (operation.access === 'write' && model.readOnly && context.caller.userId !== null) {
    const message = `${model.labelPlural} are written by the platform and can only be read.`;
    throw new AppError('method_not_allowed', message, [], { allow: 'GET' });
  }
  return context.caller.access.grant(model, operation.access);
}

/** The one way in: HTTP, jobs and AI tools all call operations through here, with a caller's identity. */
export const invoke = async <Input, Output>(
  context: Context,
  operation: RecordOperation<Input, Output>,
  model: Model,
  input: Input,
): Promise<Output> => operation.run(context, authorize(context, operation, model), input);
