import { classify } from '../db/errors.ts';
import type { Context } from './context.ts';
import { AppError, invalid, notFound } from './errors.ts';
import type { Field } from './fields/field.ts';

/** Translates an error of PostgreSQL into an `AppError`. Returns an unknown error unchanged. */
export function fromDatabase(error: unknown, registry: Context['registry']): unknown {
  if (error instanceof AppError) return error;
  const fault = classify(error);
  switch (fault?.kind) {
    case undefined:
      return error;
    case 'unique': {
      const found = registry.constraint(fault.constraint);
      const fields = found?.fields.map((field: Field) => field.key) ?? [];
      const named = fields.join(' and ') || 'these values';
      const message = `Another ${found?.model.label.toLowerCase() ?? 'record'} already has this ${named}.`;
      return new AppError(
        'unique_violation',
        message,
        fields.map((field) => ({ field, code: 'unique_violation', message })),
      );
    }
    case 'reference': {
      // The tenant deleted the custom model during the request.
      if (fault.constraint === 'custom_records_tenant_id_model_id_fkey') return notFound('The model of the record');
      const field = registry.constraint(fault.constraint)?.fields[0]?.key ?? 'reference';
      return fault.missing
        ? invalid(field, 'reference_not_found', 'names a record that does not exist')
        : new AppError('still_referenced', 'The record is still referenced by another record.');
    }
    case 'rule':
      // Operations know the model and so the message of the rule. Another node has deleted the rule in the meantime.
      return new AppError('rule_violated', 'The record violates a rule of its model; try again in a moment.');
    case 'value':
      return new AppError('validation_failed', 'A value does not fit its field.');
    case 'busy':
      return new AppError('unavailable', 'The database is busy; try again in a moment.', [], { 'retry-after': '1' });
    case 'slow':
      return new AppError(
        'unavailable',
        'This took too long and was stopped: ask for less at once (a narrower filter, fewer records), or try again later.',
        [],
        { 'retry-after': '5' },
      );
    case 'crowded':
      return new AppError('unavailable', 'Too many requests wait for the database; try again in a moment.', [], {
        'retry-after': '2',
      });
    case 'gone':
      return new AppError('unavailable', 'The client closed the connection, so the request was stopped.', [], {
        'retry-after': '1',
      });
    case 'unreachable':
      return new AppError('unavailable', 'The database does not answer; try again in a moment.', [], {
        'retry-after': '2',
      });
  }
}
