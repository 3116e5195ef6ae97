import { isCalendarDate } from '#core/fields/date.ts';
import { parseCron } from '#lib/cron.ts';
import { momentOf, parseClock } from '#lib/zoned-time.ts';
import type { JsonObject } from '../definition/definition.ts';
import { readDuration, readZone, requiredText } from '../definition/read-config.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import { nextRun } from '../timing/schedule.ts';
import { ownConditions } from './own-conditions.ts';
import type { TimeTrigger, Trigger } from './trigger.ts';

const zoneOf = ({ definition, calendar }: StepReading, value: unknown): string =>
  value === undefined || value === null ? (definition.timezone ?? calendar.zone) : readZone(value, 'tz');

export function readDate(reading: StepReading, config: JsonObject): Partial<Trigger> {
  const trigger = ownConditions(reading, config);
  const field = reading.model.fields.get(requiredText(config, 'field', 200));
  if (field?.type.temporal !== true || field.column === null)
    throw new StepProblem('field', 'unknown_field', `must be a date of ${reading.model.labelPlural.toLowerCase()}`);
  const minutes = parseClock(config.at ?? '09:00');
  if (minutes === undefined) throw new StepProblem('at', 'invalid_value', 'must be a time such as 09:00');
  const offset = config.offset === undefined ? '0s' : config.offset;
  const yearly = config.yearly === true;
  if (yearly && field.type.name !== 'date')
    throw new StepProblem('yearly', 'invalid_value', 'needs a field that is a day');
  return {
    ...trigger,
    time: {
      kind: 'date',
      field,
      offsetMs: readDuration(offset, 'offset', true),
      minutes,
      zone: zoneOf(reading, config.tz),
      yearly,
    },
  };
}

export function readSchedule(reading: StepReading, config: JsonObject): Partial<Trigger> {
  const trigger = ownConditions(reading, config);
  if (config.on !== undefined) return { ...trigger, time: readOnce(reading, config) };
  if (config.at !== undefined) throw new StepProblem('at', 'not_supported', 'is only for a schedule with on');
  const cron = requiredText(config, 'cron', 100);
  if (!parseCron(cron)) throw new StepProblem('cron', 'invalid_value', 'must be a schedule such as 0 9 * * 1');
  const zone = zoneOf(reading, config.tz);
  if (!nextRun(cron, zone, new Date()))
    throw new StepProblem(
      'cron',
      'invalid_value',
      'must be a schedule that comes again, and has a day that no month has',
    );
  return { ...trigger, time: { kind: 'schedule', cron, zone } };
}

/** `{on: "2026-12-01", at: "09:00"}`: one day. */
function readOnce(reading: StepReading, { cron, on, at, tz }: JsonObject): TimeTrigger {
  if (cron !== undefined) throw new StepProblem('cron', 'not_supported', 'cannot be used together with on');
  if (typeof on !== 'string' || !isCalendarDate(on))
    throw new StepProblem('on', 'invalid_value', 'must be a day such as 2026-12-01');
  const minutes = parseClock(at ?? '09:00');
  if (minutes === undefined) throw new StepProblem('at', 'invalid_value', 'must be a time such as 09:00');
  return { kind: 'once', at: momentOf(on, minutes, zoneOf(reading, tz)) };
}
