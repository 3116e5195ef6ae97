import { type Context, queryable, type TransactionContext } from '#core/context.ts';
import type { Turn } from '#core/events/following/event-follower.ts';
import type { Followed } from '#core/events/following/followers.ts';
import { positionAfter } from '#core/events/following/news.ts';
import { compiledVersion } from '../compiling/compiled-cache.ts';
import { ownerContext, stopOf } from '../compiling/owner.ts';
import { type RunningWorkflow, readAllRunning } from '../enrolling/running-workflow.ts';
import { stopWorkflow } from '../running/stop-workflow.ts';
import { versionsInUse } from '../sql/versions-in-use.ts';
import type { Watch } from '../triggers/watch.ts';
import { endWaits, reactToChanges, watchedBySteps } from './end-waits.ts';
import { enrollByEvents } from './enroll-by-events.ts';
import { enrollByTime } from './enroll-by-time.ts';
import type { Followable, FollowedVersion } from './followable.ts';
import { nextIntake } from './intakes.ts';
import { readWorkflowNews } from './read-news.ts';

/** The maximum of events that one transaction reads. */
const maxEvents = 500;

/** Nothing is remembered between turns besides the position. */
export type NoState = Readonly<Record<string, never>>;

/** Enrolls records because of the events since the last turn and of the time, and ends waits of those that are enrolled. */
export async function followTurn(
  context: TransactionContext,
  { position, state }: Followed<NoState>,
): Promise<Turn<NoState>> {
  const running = await readAllRunning(context);
  const intake = await nextIntake(context, running);
  if (running.length === 0 && intake === 'none') return 'ended';
  const followed: Followable[] = [];
  for (const workflow of running) {
    const one = await attempt(context, workflow, () => followable(context, workflow));
    if (one) followed.push(one);
  }
  const watches = followed.flatMap(watchesOf);
  const { news, unsettled } = await readWorkflowNews(context, position, watches, maxEvents);
  let dueAt: Date | undefined;
  for (const one of followed) {
    await attempt(context, one.workflow, async () => {
      if (news.length > 0) {
        await enrollByEvents(context, one, news);
        await endWaits(context, one, news);
        await reactToChanges(context, one, news);
      }
      const next = await enrollByTime(context, one, news);
      if (next && (!dueAt || next < dueAt)) dueAt = next;
    });
  }
  const hasMore = news.length === maxEvents || intake === 'more';
  return {
    position: positionAfter(position, news),
    state,
    next: hasMore ? 'more' : unsettled ? 'later' : 'done',
    dueAt,
  };
}

const watchesOf = ({ trigger, versions }: Followable): Watch[] => [
  ...(trigger.watch ? [trigger.watch] : []),
  ...versions.flatMap(watchedBySteps),
];

/** Compiles a workflow, and the older versions by which enrollments still go. */
async function followable(base: TransactionContext, workflow: RunningWorkflow): Promise<Followable> {
  const owner = await ownerContext(base.services, base.caller, workflow, base);
  const context = { ...owner, tx: base.tx, requestId: base.requestId };
  const { id, version, definition } = workflow;
  const versions: FollowedVersion[] = [
    { version, compiled: await compiledVersion(context, { id, version, definition }) },
  ];
  for (const older of await versionsInUse(queryable(base as Context), base.caller.tenantId, id, version))
    versions.push({ version: older.version, compiled: await compiledVersion(context, { id, ...older }) });
  const [{ compiled }] = versions as [FollowedVersion];
  return {
    context,
    workflow,
    trigger: compiled.trigger,
    conditions: compiled.conditions,
    ownConditions: compiled.ownConditions,
    versions,
  };
}

/** A workflow that cannot go on is paused, so that it does not hold up the others. */
async function attempt<T>(
  context: TransactionContext,
  workflow: RunningWorkflow,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const stopped = stopOf(error);
    if (!stopped) throw error;
    await stopWorkflow(context, workflow, stopped.message);
    return undefined;
  }
}
