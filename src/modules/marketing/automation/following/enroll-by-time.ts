import type { TransactionContext } from '#core/context.ts';
import { readDatabaseClock } from '#db/database-clock.ts';
import { addDays } from '#lib/days.ts';
import { localTime, momentOf } from '#lib/zoned-time.ts';
import { eligibleIds } from '../enrolling/eligible.ts';
import { enrollAll } from '../enrolling/enroll-records.ts';
import { datesBetween, nextDate } from '../sql/dates.ts';
import { addIntake } from '../sql/intakes.ts';
import { saveTimer } from '../sql/states.ts';
import { nextRun } from '../timing/schedule.ts';
import type { TimeTrigger } from '../triggers/trigger.ts';
import type { WorkflowNews } from '../triggers/watch.ts';
import type { Followable } from './followable.ts';

type ScheduleTrigger = Extract<TimeTrigger, { kind: 'schedule' }>;
type DateTrigger = Extract<TimeTrigger, { kind: 'date' }>;

const dayMs = 86_400_000;
/** After a longer stop, dates that passed meanwhile enroll nobody: a birthday mail is not sent a week later. */
const maxLateMs = 2 * dayMs;

/** Enrolls the records whose time has come. Returns the next time at which there is something to do. */
export async function enrollByTime(
  context: TransactionContext,
  one: Followable,
  news: readonly WorkflowNews[],
): Promise<Date | undefined> {
  const { time } = one.trigger;
  if (!time) return undefined;
  const now = (await readDatabaseClock(context.tx)).now();
  if (time.kind === 'once') return runOnce(context, one, time.at, now);
  return time.kind === 'schedule' ? runSchedule(context, one, time, now) : runDates(context, one, time, news, now);
}

async function runOnce(
  { tx, caller }: TransactionContext,
  { workflow: { id, doneTo, nextAt } }: Followable,
  at: Date,
  now: Date,
): Promise<Date | undefined> {
  if (at.getTime() <= doneTo.getTime()) return undefined;
  if (at.getTime() > now.getTime()) {
    if (nextAt?.getTime() !== at.getTime()) await saveTimer(tx, caller.tenantId, id, doneTo, at);
    return at;
  }
  await addIntake(tx, caller.tenantId, {
    workflowId: id,
    segmentId: null,
    source: 'trigger',
    values: { at: at.toISOString() },
  });
  await saveTimer(tx, caller.tenantId, id, now, null);
  // The next turn begins with the intake.
  return now;
}

async function runSchedule(
  context: TransactionContext,
  { workflow }: Followable,
  { cron, zone }: ScheduleTrigger,
  now: Date,
): Promise<Date | undefined> {
  const { tx, caller } = context;
  const due = nextRun(cron, zone, workflow.doneTo);
  if (due && due.getTime() <= now.getTime()) {
    // Runs that were missed are made up for once.
    await addIntake(tx, caller.tenantId, {
      workflowId: workflow.id,
      segmentId: null,
      source: 'trigger',
      values: { at: due.toISOString() },
    });
    const next = nextRun(cron, zone, now);
    await saveTimer(tx, caller.tenantId, workflow.id, now, next ?? null);
    // The next turn begins with the intake.
    return now;
  }
  if (due && workflow.nextAt?.getTime() !== due.getTime())
    await saveTimer(tx, caller.tenantId, workflow.id, workflow.doneTo, due);
  return due;
}

async function runDates(
  context: TransactionContext,
  one: Followable,
  trigger: DateTrigger,
  news: readonly WorkflowNews[],
  now: Date,
): Promise<Date | undefined> {
  const { workflow, conditions } = one;
  const { tx, caller } = context;
  const isTime = trigger.field.type.name !== 'date';
  const changed = isTime && news.some(({ model }) => model === workflow.model.name);
  const isDue = workflow.nextAt === null || workflow.nextAt.getTime() <= now.getTime();
  if (!isDue && !changed) return workflow.nextAt ?? undefined;
  const from = new Date(Math.max(workflow.doneTo.getTime(), now.getTime() - maxLateMs));
  const ids = isTime
    ? await datesBetween(one.context, workflow.model, trigger.field, shifted(from, trigger), shifted(now, trigger))
    : await idsOfDays(one.context, workflow, trigger, from, now);
  const eligible = await eligibleIds(one.context, workflow, ids, { conditions, withAudience: true });
  await enrollAll(
    one.context,
    workflow,
    eligible.map((recordId) => ({ recordId, depth: 1 })),
    'trigger',
  );
  const next = isTime ? await nextTime(one, trigger, now) : nextCheck(trigger, now);
  await saveTimer(tx, caller.tenantId, workflow.id, now, next ?? null);
  return next;
}

/** The value of the field whose time is `at`. */
const shifted = (at: Date, { offsetMs }: DateTrigger): Date => new Date(at.getTime() - offsetMs);

async function nextTime(one: Followable, trigger: DateTrigger, now: Date): Promise<Date | undefined> {
  const next = await nextDate(one.context, one.workflow.model, trigger.field, shifted(now, trigger));
  return next && new Date(next.getTime() + trigger.offsetMs);
}

/** The first time of the day from `now` on. */
function nextCheck({ minutes, zone }: DateTrigger, now: Date): Date {
  const { day } = localTime(now, zone);
  const today = momentOf(day, minutes, zone);
  return today.getTime() > now.getTime() ? today : momentOf(addDays(day, 1), minutes, zone);
}

/** The records whose day, with the offset, had its time of the day between the two moments. */
async function idsOfDays(
  context: TransactionContext,
  { model }: Followable['workflow'],
  trigger: DateTrigger,
  from: Date,
  now: Date,
): Promise<string[]> {
  const { minutes, zone, offsetMs, field, yearly } = trigger;
  const ids: string[] = [];
  const last = localTime(now, zone).day;
  for (let { day } = localTime(from, zone); day <= last; day = addDays(day, 1)) {
    const moment = momentOf(day, minutes, zone).getTime();
    if (moment <= from.getTime() || moment > now.getTime()) continue;
    const offsetDays = Math.round(offsetMs / dayMs);
    ids.push(...(await datesBetween(context, model, field, addDays(day, -offsetDays), yearly ? 'yearly' : 'day')));
  }
  return ids;
}
