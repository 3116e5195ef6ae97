import { queryable } from '#core/context.ts';
import { isTimeZone } from '#lib/zoned-time.ts';
import { mailsFreeAt } from '../../../communications/contract.ts';
import type { CompiledWorkflow } from '../compiling/compile-workflow.ts';
import { personOf, readAddressee } from '../steps/people.ts';
import type { StepResult, StepRun } from '../steps/step-type.ts';
import { readSendRules, type SendRules } from '../timing/send-rules.ts';
import { nextInWindow, type SendWindow } from '../timing/send-window.ts';

/**
 * For mails and texts: a result for each record whose person may get nothing now, because of the hours of the workflow or
 * of the company, a holiday, or the number of mails that the person got lately. Undefined for those that may be sent to.
 */
export async function sendTimes(run: StepRun, compiled: CompiledWorkflow): Promise<(StepResult | undefined)[]> {
  const { type } = run.step;
  if (type !== 'sendEmail' && type !== 'sendSms') return run.rows.map(() => undefined);
  const rules = await readSendRules(run.context);
  const windows = [compiled.window, rules.window].filter((one) => one !== undefined);
  const capped = type === 'sendEmail' ? await overCap(run, rules) : new Map<string, Date>();
  const now = run.clock.now();
  const standard = run.definition.timezone ?? run.calendar.zone;
  const known = new Map<string, Date | undefined>();
  return run.rows.map((row) => {
    const freeAt = capped.get(row.enrollmentId);
    if (freeAt) return { outcome: 'postponed', until: freeAt, why: capReason(rules, freeAt) };
    const zone = isTimeZone(row.record.timeZone) ? row.record.timeZone : standard;
    if (!known.has(zone)) known.set(zone, openTime(windows, rules, zone, now));
    const at = known.get(zone);
    if (!at) return { outcome: 'failed', why: neverOpen };
    if (at.getTime() <= now.getTime()) return undefined;
    return { outcome: 'postponed', until: at, why: `Mails and texts are sent again from ${at.toISOString()} on.` };
  });
}

const neverOpen =
  'Mails and texts are never sent: the sendWindow of the workflow and the setting marketing.sending have no time in common.';

const capReason = ({ cap }: SendRules, at: Date): string =>
  `The person got ${cap?.count} mails lately, the maximum. The next one may be sent at ${at.toISOString()}.`;

/** Windows that meet only while one zone has changed its clocks and another one has not do so after seven months at most. */
const maxAheadMs = 250 * 86_400_000;

/** The first time that all windows allow, for a person in a zone; undefined when there is none. */
export function openTime(
  windows: readonly SendWindow[],
  { holidays }: Pick<SendRules, 'holidays'>,
  own: string,
  now: Date,
): Date | undefined {
  const all = windows.length > 0 || holidays.size === 0 ? windows : [wholeDay];
  let at = now;
  // Each window may move the time out of another one.
  while (at.getTime() - now.getTime() <= maxAheadMs) {
    const before = at;
    for (const window of all) {
      const next = nextInWindow(at, window, window.zone === 'contact' ? own : window.zone, holidays);
      if (!next) return undefined;
      at = next;
    }
    if (at.getTime() === before.getTime()) return at;
  }
  return undefined;
}

const wholeDay: SendWindow = { weekdays: undefined, from: 0, to: 24 * 60, zone: 'contact' };

/** The people who got as many mails as they may, and when they may get the next one. */
async function overCap(run: StepRun, { cap }: SendRules): Promise<Map<string, Date>> {
  const { context, definition, model, calendar, rows, step, clock } = run;
  const free = new Map<string, Date>();
  if (!cap || definition.priority === 'high') return free;
  const count = definition.priority === 'low' ? Math.max(1, cap.count - 1) : cap.count;
  const addressee = readAddressee({ context, definition, model, calendar }, step.config);
  const people = rows.flatMap((row) => personOf(addressee, row) ?? []);
  const times = await mailsFreeAt(queryable(context), context.caller.tenantId, addressee.model, people, {
    count,
    withinMs: cap.withinMs,
  });
  for (const row of rows) {
    const at = times.get(personOf(addressee, row) ?? '');
    if (at && at.getTime() > clock.now().getTime()) free.set(row.enrollmentId, at);
  }
  return free;
}
