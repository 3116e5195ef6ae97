import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { type Condition, readFilter } from '#core/query/filter.ts';
import { NamedPeriods } from '#core/query/named-periods.ts';
import { parseDurationMs } from '#lib/durations.ts';
import { isId } from '#lib/ids.ts';
import { isJsonObject } from '#lib/json.ts';
import { isTimeZone } from '#lib/zoned-time.ts';
import type { JsonObject } from './definition.ts';
import { StepProblem, type StepReading } from './reading.ts';

/** Readers of parts of a configuration. Each throws a `StepProblem` that names the part. */

const maxTextLength = 20_000;
const maxDurationMs = 10 * 366 * 86_400_000;

export function requireKnown(config: JsonObject, known: readonly string[], at = ''): void {
  const unknown = Object.keys(config).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new StepProblem(`${at}${unknown}`, 'unknown', `is unknown; there are ${known.join(', ') || 'none'}`);
}

export function optionalText(config: JsonObject, part: string, maxLength = maxTextLength): string | undefined {
  const value = config[part];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > maxLength || value.includes('\0'))
    throw new StepProblem(part, 'invalid_type', `must be a text of at most ${maxLength} characters`);
  return value;
}

export function requiredText(config: JsonObject, part: string, maxLength?: number): string {
  const value = optionalText(config, part, maxLength);
  if (value === undefined) throw new StepProblem(part, 'required', 'is required');
  return value;
}

export function optionalId(config: JsonObject, part: string): string | undefined {
  const value = optionalText(config, part);
  if (value !== undefined && !isId(value)) throw new StepProblem(part, 'invalid_type', 'must be the id of a record');
  return value?.toLowerCase();
}

export function requiredId(config: JsonObject, part: string): string {
  const value = optionalId(config, part);
  if (value === undefined) throw new StepProblem(part, 'required', 'is required: the id of a record');
  return value;
}

export function readIds(value: unknown, part: string): string[] {
  const valid = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && isId(one));
  if (!valid) throw new StepProblem(part, 'invalid_type', 'must be a list of ids of records');
  return (value as string[]).map((id) => id.toLowerCase());
}

/** Milliseconds. `signed` allows `-3d`. */
export function readDuration(value: unknown, part: string, signed = false): number {
  const text = typeof value === 'string' ? value.trim() : '';
  const [, sign = '', rest = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  const ms = rest === '' ? undefined : parseDurationMs(rest);
  if (ms === undefined || ms > maxDurationMs || (sign === '-' && !signed))
    throw new StepProblem(
      part,
      'invalid_duration',
      'must be a time such as 30s, 15m, 2h, 3d or 1w, of at most ten years',
    );
  return sign === '-' ? -ms : ms;
}

export function readInteger(value: unknown, part: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw new StepProblem(part, 'invalid_type', `must be a whole number from ${min} to ${max}`);
  return value;
}

export function readZone(value: unknown, part: string): string {
  if (!isTimeZone(value)) throw new StepProblem(part, 'invalid_value', 'must be a time zone such as Europe/Berlin');
  return value;
}

export function readWeekdays(value: unknown, part: string): ReadonlySet<number> | undefined {
  if (value === undefined || value === null) return undefined;
  const valid = Array.isArray(value) && value.length > 0 && value.every((day) => [1, 2, 3, 4, 5, 6, 7].includes(day));
  if (!valid) throw new StepProblem(part, 'invalid_value', 'must be a list of days from 1 (Monday) to 7 (Sunday)');
  return new Set(value as number[]);
}

/** The key of a step; null for the end. */
export function readNext(value: JsonValue | undefined, part: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw new StepProblem(part, 'invalid_type', 'must be the key of a step, or null');
  return value;
}

/** The conditions of a filter over a model, within what the owner of the workflow may read. */
export function readConditions(
  { context, calendar }: Pick<StepReading, 'context' | 'calendar'>,
  model: Model,
  filter: unknown,
  part: string,
): Condition[] {
  if (filter === undefined || filter === null) return [];
  if (!isJsonObject(filter))
    throw new StepProblem(part, 'invalid_filter', 'must be a filter, such as {"status": "new"}');
  try {
    return readFilter(context, context.caller.access.grant(model, 'read'), filter, new NamedPeriods(calendar));
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 400) throw error;
    const [detail] = error.details;
    const where = (detail?.field ?? 'filter').replace(/^filter/, '');
    const message = (detail?.message ?? error.message).replace(/\.$/, '');
    throw new StepProblem(`${part}${where}`, 'invalid_filter', `cannot be used: ${message}`);
  }
}

/** The model that a configuration names, by `module.slug`, slug or key. */
export function readModel({ context }: Pick<StepReading, 'context'>, value: unknown, part: string): Model {
  const model = typeof value === 'string' ? context.registry.named(value) : undefined;
  if (!model) throw new StepProblem(part, 'unknown_model', 'must name a model, such as sales.tasks');
  return model;
}

export function readValues(value: unknown, part: string): JsonObject {
  if (!isJsonObject(value)) throw new StepProblem(part, 'invalid_type', 'must be an object of fields');
  return value as JsonObject;
}
