import type { Grant } from '../access.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Model, OperationName } from '../model.ts';

/** One of the nine that every model has. They take the grant, so that none can run without one having been given. */
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
}

/** The one way in: HTTP, jobs and AI tools all call operations through here, with a caller's identity. */
export function invoke<Input, Output>(
  context: Context,
  operation: RecordOperation<Input, Output>,
  model: Model,
  input: Input,
): Promise<Output> {
  if (operation.access === 'write' && model.readOnly && context.caller.userId !== null) {
    throw new AppError(
      'method_not_allowed',
      `${model.labelPlural} are written by the platform and can only be read.`,
      [],
      {
        allow: 'GET',
      },
    );
  }
  return operation.run(context, context.caller.access.grant(model, operation.access), input);
}
