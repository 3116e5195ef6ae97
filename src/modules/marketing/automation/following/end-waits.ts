import type { TransactionContext } from '#core/context.ts';
import { matchRecords } from '#core/query/match-records.ts';
import { announceDue } from '../enrolling/due-signal.ts';
import { queuedOf, wakeRecords, wakeWaiting } from '../sql/queue.ts';
import { awaitedEvent } from '../steps/wait.ts';
import type { Watch, WorkflowNews } from '../triggers/watch.ts';
import { idsIn, wasSet, watchOf } from '../triggers/watch.ts';
import { concerned } from './enroll-by-events.ts';
import type { Followable, FollowedVersion } from './followable.ts';

/** Events for which steps of a version wait, and changes that make records leave or reach a goal. */
export const watchedBySteps = ({ compiled }: FollowedVersion): Watch[] => [
  ...[...compiled.steps.values()].flatMap(({ step, config }) =>
    step.type === 'wait' ? (awaitedEvent(config)?.watch ?? []) : [],
  ),
  ...(compiled.definition.exitOnReply ? [replies] : []),
];

/** Answers to mails. */
const replies: Watch = watchOf({
  model: 'communications.emails',
  values: new Set(['repliedAt', 'contactId', 'leadId']),
  matches: (news) => wasSet(news, 'repliedAt'),
  targets: (news) => idsIn(news, ['contactId', 'leadId']),
});

/** Lets records go on that wait for an event which has happened. */
export async function endWaits(
  context: TransactionContext,
  one: Followable,
  news: readonly WorkflowNews[],
): Promise<void> {
  const { workflow, versions } = one;
  let woken = 0;
  for (const { version, compiled } of versions)
    for (const { step, config } of compiled.steps.values()) {
      const awaited = step.type === 'wait' ? awaitedEvent(config) : undefined;
      if (!awaited) continue;
      const happened = await concerned(one.context, awaited.watch, news);
      const events = happened.flatMap((event) =>
        awaited.watch.targets(event).map((recordId) => ({ recordId, at: event.at, viaId: event.viaId })),
      );
      if (events.length === 0) continue;
      const place = { workflowId: workflow.id, version, stepKey: step.key };
      woken += await wakeWaiting(context.tx, context.caller.tenantId, place, events);
    }
  if (woken > 0) announceDue(context, workflow.id);
}

/**
 * Lets records go on that wait and now match a goal or an exit condition, or were deleted: the engine then decides. Those
 * whose person answered a mail leave.
 */
export async function reactToChanges(
  context: TransactionContext,
  one: Followable,
  news: readonly WorkflowNews[],
): Promise<void> {
  const { workflow, versions } = one;
  const changed = news.filter(({ model, id }) => model === workflow.model.name && id !== null);
  const ids = [...new Set(changed.flatMap(({ id }) => id ?? []))];
  const replied = [
    ...new Set(
      news.filter((event) => event.model === replies.model && replies.matches(event)).flatMap(replies.targets),
    ),
  ];
  if (ids.length === 0 && replied.length === 0) return;
  const { tenantId } = context.caller;
  const queued = await queuedOf(context.tx, tenantId, workflow.id, [...ids, ...replied]);
  if (queued.length === 0) return;
  const woken: string[] = [];
  const exited: string[] = [];
  for (const { version, compiled } of versions) {
    const rows = queued.filter((row) => row.version === version);
    if (compiled.definition.exitOnReply)
      exited.push(...rows.filter(({ recordId }) => replied.includes(recordId)).map(({ id }) => id));
    const of = rows.filter(({ recordId, phase }) => phase === 1 && ids.includes(recordId));
    if (of.length > 0) woken.push(...(await toDecide(one, compiled, of)));
  }
  if (exited.length > 0) await wakeRecords(context.tx, tenantId, exited, 'replied');
  if (woken.length > 0) await wakeRecords(context.tx, tenantId, woken, 'look');
  if (exited.length + woken.length > 0) announceDue(context, workflow.id);
}

/** The waiting rows about which the engine has to decide now. */
async function toDecide(
  { context, workflow }: Followable,
  compiled: FollowedVersion['compiled'],
  rows: readonly { readonly id: string; readonly recordId: string }[],
): Promise<string[]> {
  const groups = [
    ...compiled.exits.map(({ conditions }) => conditions),
    ...(compiled.goal.length > 0 ? [compiled.goal] : []),
    ...compiled.goalSteps.map(({ conditions }) => conditions),
  ];
  const grant = context.caller.access.grant(workflow.model, 'read');
  const found = await matchRecords(context, grant, [...new Set(rows.map(({ recordId }) => recordId))], groups);
  const matched = new Map(found.map((one) => [one.id, one.matched.includes(true)]));
  // Records that were not found are gone, so their enrollments end.
  return rows.filter(({ recordId }) => matched.get(recordId) ?? true).map(({ id }) => id);
}
