import type { TransactionContext } from '#core/context.ts';
import { matchRecords } from '#core/query/match-records.ts';
import type { JsonObject } from '../definition/definition.ts';
import { eligibleIds } from '../enrolling/eligible.ts';
import { enrollAll, type Target } from '../enrolling/enroll-records.ts';
import { eventsThatMatched, formerRecords, keyOf, readFromEvents } from '../sql/event-states.ts';
import type { Watch, WorkflowNews } from '../triggers/watch.ts';
import type { Followable } from './followable.ts';

/** Enrolls the records that the trigger of a workflow names. */
export async function enrollByEvents(
  context: TransactionContext,
  one: Followable,
  news: readonly WorkflowNews[],
): Promise<void> {
  const { trigger, workflow } = one;
  const conditions = trigger.isOfEvent ? one.ownConditions : one.conditions;
  const { watch } = trigger;
  if (!watch) return;
  const happened = await concerned(one.context, watch, news);
  if (happened.length === 0) return;
  const targets = new Map<string, Target>();
  const deleted = watch.isDeletion ? await formerRecords(context, happened) : undefined;
  for (const event of happened) {
    const former = deleted?.get(keyOf(event));
    for (const recordId of watch.targets(event)) {
      const known = targets.get(recordId);
      const depth = Math.max(event.depth + 1, known?.depth ?? 0);
      targets.set(recordId, { recordId, depth, values: triggerValues(event, former) });
    }
  }
  const given = [...targets.keys()];
  const ids = deleted ? given : await eligibleIds(one.context, workflow, given, { conditions, withAudience: true });
  const chosen = ids.flatMap((id) => targets.get(id) ?? []);
  await enrollAll(one.context, workflow, chosen, 'trigger');
}

/** What steps read as `{{ trigger }}`. */
const triggerValues = ({ type, id, at }: WorkflowNews, former: Record<string, unknown> | undefined): JsonObject => ({
  type,
  recordId: id,
  at: at.toISOString(),
  ...(former && { record: former as JsonObject }),
});

/** The events that a watch means: those that it matches, and whose record meets the conditions now and before. */
export async function concerned(
  context: TransactionContext,
  watch: Watch,
  news: readonly WorkflowNews[],
): Promise<WorkflowNews[]> {
  let events = news.filter((one) => !one.quiet && one.model === watch.model && watch.matches(one));
  if (events.length === 0) return [];
  const { where, before } = watch;
  if (before) {
    const matched = await eventsThatMatched(context, before.conditions, events, 'previous');
    events = events.filter((one) => matched.has(keyOf(one)));
  }
  if (!where || where.conditions.length === 0) return events;
  // What the record was at the event counts, however late the event is read.
  if (watch.isDeletion || readFromEvents(where.conditions)) {
    const state = watch.isDeletion ? 'previous' : 'record';
    const matched = await eventsThatMatched(context, where.conditions, events, state);
    return events.filter((one) => matched.has(keyOf(one)));
  }
  const grant = context.caller.access.grant(where.model, 'read');
  const ids = [...new Set(events.flatMap(({ id }) => id ?? []))];
  const found = await matchRecords(context, grant, ids, [where.conditions]);
  const matching = new Set(found.flatMap(({ id, matched }) => (matched[0] ? [id] : [])));
  return events.filter(({ id }) => id !== null && matching.has(id));
}
