import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { extractDates, type RecordDates } from '#core/operations/import-dates.ts';
import { RowProblem } from './row-problem.ts';

interface Dated {
  readonly record: Readonly<Record<string, JsonValue>>;
  readonly dates: RecordDates | undefined;
}

/** Separates when and by whom a record was made elsewhere from its fields. */
export async function historicDates(
  { services, caller }: Context,
  model: Model,
  { createdBy, ...given }: Readonly<Record<string, JsonValue>>,
): Promise<Dated> {
  try {
    const { record, dates } = extractDates(model, given);
    const fields = record as Readonly<Record<string, JsonValue>>;
    if (typeof createdBy !== 'string') return { record: fields, dates };
    const known = await services.directory.actors(caller.tenantId, [createdBy]);
    if (!known.has(createdBy))
      throw new RowProblem('reference_not_found', 'createdBy names no active user.', 'createdBy');
    const now = new Date().toISOString();
    return { record: fields, dates: { createdAt: now, updatedAt: now, ...dates, createdBy } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new RowProblem(error.code, error.message, error.details[0]?.field ?? null);
  }
}
