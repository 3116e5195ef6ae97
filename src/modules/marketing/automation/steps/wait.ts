import { isJsonObject } from '#lib/json.ts';
import { parseClock } from '#lib/zoned-time.ts';
import type { JsonObject } from '../definition/definition.ts';
import { readDuration, readNext, readWeekdays, requiredText, requireKnown } from '../definition/read-config.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import { dateOf, nextClock } from '../timing/due-times.ts';
import { type EventTrigger, readEventTrigger } from '../triggers/event-trigger.ts';
import { defineStep, type Enrolled, type StepResult, type StepRun } from './step-type.ts';

type Config =
  | { readonly kind: 'for'; readonly ms: number }
  | { readonly kind: 'field'; readonly field: string; readonly offsetMs: number }
  | { readonly kind: 'clock'; readonly weekdays: ReadonlySet<number> | undefined; readonly minutes: number }
  | {
      readonly kind: 'event';
      readonly event: EventTrigger;
      readonly timeoutMs: number | undefined;
      readonly timeoutNext: string | null | undefined;
    };

/** Waits for some time, until a date of the record, until a time of the day, or for an event. */
export const wait = defineStep<Config>({
  read(reading, config) {
    const kinds = ['for', 'untilField', 'time', 'event'].filter((key) => config[key] !== undefined);
    if (kinds.length !== 1)
      throw new StepProblem('for', 'required', 'is required, or else one of untilField, time and event');
    if (config.for !== undefined) {
      requireKnown(config, ['for']);
      return { kind: 'for', ms: readDuration(config.for, 'for') };
    }
    if (config.untilField !== undefined) return readField(reading, config);
    if (config.event !== undefined) return readEvent(reading, config);
    requireKnown(config, ['weekdays', 'time']);
    const minutes = parseClock(config.time);
    if (minutes === undefined) throw new StepProblem('time', 'invalid_value', 'must be a time such as 09:00');
    return { kind: 'clock', weekdays: readWeekdays(config.weekdays, 'weekdays'), minutes };
  },
  nextKeys: (config) =>
    config.kind === 'event' && config.timeoutNext !== undefined ? [['timeoutNext', config.timeoutNext]] : [],
  run: async (run, config) => run.rows.map((row) => waitFor(run, row, config)),
  resume: (run, config) => run.rows.map((row) => resume(row, config)),
  would: async (run, config) =>
    run.rows.map((row) => {
      const result = waitFor(run, row, config);
      return {
        would: result.outcome === 'waiting' && result.until ? `Waits until ${result.until.toISOString()}.` : result.why,
      };
    }),
});

/** The event for which a step waits; undefined for other waits. */
export const awaitedEvent = (config: unknown): EventTrigger | undefined => {
  const read = config as Config;
  return read.kind === 'event' ? read.event : undefined;
};

function readField({ model }: StepReading, config: JsonObject): Config {
  requireKnown(config, ['untilField', 'offset']);
  const key = requiredText(config, 'untilField', 200);
  if (model.fields.get(key)?.type.temporal !== true)
    throw new StepProblem('untilField', 'unknown_field', `must be a date of ${model.labelPlural.toLowerCase()}`);
  const offset = config.offset === undefined ? '0s' : config.offset;
  return { kind: 'field', field: key, offsetMs: readDuration(offset, 'offset', true) };
}

function readEvent(reading: StepReading, config: JsonObject): Config {
  requireKnown(config, ['event', 'timeout', 'timeoutNext']);
  if (!isJsonObject(config.event))
    throw new StepProblem('event', 'invalid_type', 'must be an object such as {"type": "email.opened"}');
  return {
    kind: 'event',
    event: readEventTrigger(reading, config.event as JsonObject, 'event.'),
    timeoutMs: config.timeout === undefined ? undefined : readDuration(config.timeout, 'timeout'),
    timeoutNext: config.timeoutNext === undefined ? undefined : readNext(config.timeoutNext, 'timeoutNext'),
  };
}

/** Times in the past mean that there is nothing to wait for. */
function waitFor({ calendar, definition, clock }: StepRun, row: Enrolled, config: Config): StepResult {
  const now = clock.now().getTime();
  const until = (at: Date, what: string): StepResult =>
    at.getTime() <= now
      ? { outcome: 'done', why: `There is nothing to wait for: ${what} has passed.` }
      : { outcome: 'waiting', until: at, why: `Waits until ${at.toISOString()}.` };
  if (config.kind === 'for') return until(new Date(row.enteredAt.getTime() + config.ms), 'the time');
  const zone = definition.timezone ?? calendar.zone;
  if (config.kind === 'clock')
    return until(nextClock(row.enteredAt, config.minutes, config.weekdays, zone), 'the time');
  if (config.kind === 'event') {
    const timeout = config.timeoutMs === undefined ? null : new Date(row.enteredAt.getTime() + config.timeoutMs);
    const at = timeout ? ` until ${timeout.toISOString()} at the latest` : '';
    return { outcome: 'waiting', until: timeout, why: `Waits for ${config.event.type}${at}.` };
  }
  const date = dateOf(row.record[config.field], zone);
  if (!date) return { outcome: 'skipped', why: `The record has no ${config.field}, so there is nothing to wait for.` };
  return until(new Date(date.getTime() + config.offsetMs), `${config.field} with the offset`);
}

function resume({ signal }: Enrolled, config: Config): StepResult {
  if (config.kind !== 'event') return { outcome: 'done', why: 'The time has come.' };
  if (signal === 'event') return { outcome: 'done', why: `${config.event.type} happened.` };
  const why = `${config.event.type} did not happen in time.`;
  return config.timeoutNext === undefined
    ? { outcome: 'done', why }
    : { outcome: 'done', why, next: config.timeoutNext };
}
