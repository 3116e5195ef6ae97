import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { notifyAfterCommit } from '#core/events/events.ts';
import type { Turn } from '#core/events/following/event-follower.ts';
import type { Followed } from '#core/events/following/followers.ts';
import { positionAfter } from '#core/events/following/news.ts';
import { type Calendar, readCalendar } from '#core/query/calendar.ts';
import { readDatabaseClock } from '#db/database-clock.ts';
import { type CompiledSegment, compileSegment } from '../definition/compile-segment.ts';
import { loadParts } from '../definition/load-parts.ts';
import { candidatesOf } from './candidates.ts';
import { nextEvaluation } from './next-evaluation.ts';
import { type News, readChanges } from './read-changes.ts';
import { type Changes, type Compared, type Depths, endOfPage, evaluate } from './sql/evaluate.ts';
import {
  clearProblem,
  countMembers,
  type DueRecord,
  depthOfSegment,
  nextDueAt,
  readDue,
  readFollowed,
  removeForgotten,
  removePast,
  type SegmentState,
  saveResult,
  saveState,
  suspendSegment,
} from './sql/states.ts';
import { watchedBy } from './watched.ts';

/** The maximum of events that one transaction reads, and of records that it compares because a window ended. */
const maxEvents = 1000;
/** The maximum of records that one transaction compares while a segment is compared with all of them. */
const pageSize = 20_000;
/** The id before all others. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** Nothing is remembered between turns besides the position: each segment has a state of its own. */
export type NoState = Readonly<Record<string, never>>;

/** A segment that can be evaluated. */
interface Ready {
  readonly compiled: CompiledSegment;
  state: SegmentState;
}

/** Brings the members of the segments of a tenant up to date with the events since the last turn, and with the time. */
export async function followTurn(
  context: TransactionContext,
  { position, state }: Followed<NoState>,
): Promise<Turn<NoState>> {
  const { tx, caller } = context;
  const { eventRetentionMs } = context.services.settings;
  const isClean =
    (await removeForgotten(tx, caller.tenantId)) && (await removePast(tx, caller.tenantId, eventRetentionMs));
  const followed = await readFollowed(context);
  if (followed.length === 0 && isClean) return 'ended';
  const calendar = await readCalendar(context, undefined);
  const parts = await loadParts(
    context,
    followed.map(({ segment }) => segment),
  );
  const ready: Ready[] = [];
  for (const { segment, state: known } of followed) {
    try {
      ready.push({ compiled: compileSegment(context, segment, parts, calendar), state: known });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await suspendSegment(tx, caller.tenantId, segment.id, error.message);
    }
  }
  const { news, unsettled } = await readChanges(
    context,
    position,
    watchedBy(ready.map(({ compiled }) => compiled)),
    maxEvents,
  );
  const now = (await readDatabaseClock(tx)).now();
  const due = await readDue(tx, caller.tenantId, maxEvents);
  let changed = 0;
  for (const one of ready) changed += await catchUp(context, one, { news, due, calendar, now });
  const waiting = ready.find(({ state: { cursor } }) => cursor !== null);
  if (waiting) changed += await nextPage(context, waiting);
  if (changed > 0) notifyAfterCommit(context);
  const hasMore = news.length === maxEvents || due.length === maxEvents || !isClean;
  const isEvaluating = ready.some(({ state: { cursor } }) => cursor !== null);
  return {
    position: positionAfter(position, news),
    state,
    next: hasMore || isEvaluating ? 'more' : unsettled ? 'later' : 'done',
    dueAt: await nextDueAt(tx, caller.tenantId),
  };
}

interface Causes {
  readonly news: readonly News[];
  readonly due: readonly DueRecord[];
  readonly calendar: Calendar;
  readonly now: Date;
}

/** Compares the records that changes and times concern, or begins to compare all records. Returns how many entered or left. */
async function catchUp(context: TransactionContext, one: Ready, { news, due, calendar, now }: Causes): Promise<number> {
  const { compiled, state } = one;
  const { segment } = compiled;
  const chosen = [...segment.added, ...segment.excluded].sort();
  const isNew = state.fingerprint !== compiled.fingerprint;
  const isTime = state.nextAt !== null && state.nextAt <= now;
  const newlyChosen = difference(chosen, state.chosen);
  const own =
    isNew || newlyChosen.length > 0 ? await depthOfSegment(context.tx, context.caller.tenantId, segment.id) : 0;
  const { ids: concerned, all } = isNew ? { ids: noDepths, all: own } : await candidatesOf(context, compiled, news);
  const ids = new Map(concerned);
  // Changes that only time causes have the depth 0.
  for (const { segmentId, recordId } of due) if (segmentId === segment.id && !ids.has(recordId)) ids.set(recordId, 0);
  for (const id of newlyChosen) ids.set(id, Math.max(own, ids.get(id) ?? 0));
  const isForAll = all !== undefined || isTime;
  const next: SegmentState = {
    fingerprint: compiled.fingerprint,
    chosen,
    cursor: isForAll ? firstId : state.cursor,
    // An evaluation that begins again while one goes on finds the changes of both.
    depth: Math.max(all ?? 0, state.cursor === null ? 0 : state.depth),
    nextAt: nextEvaluation(compiled.again, calendar, isTime || isNew ? null : state.nextAt, now),
    problem: null,
  };
  const isSame = !isNew && !isForAll && ids.size === 0 && state.problem === null && sameTime(next.nextAt, state.nextAt);
  if (isSame) return 0;
  one.state = next;
  if (state.problem !== null) await clearProblem(context.tx, context.caller.tenantId, segment.id);
  await saveState(context.tx, context.caller.tenantId, segment.id, next);
  return ids.size === 0 ? 0 : compare(context, compiled, { depths: ids });
}

const noDepths: Depths = new Map();

const sameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();

/** The ids that are in only one of two lists. */
function difference(a: readonly string[], b: readonly string[]): string[] {
  const [inA, inB] = [new Set(a), new Set(b)];
  return [...a.filter((id) => !inB.has(id)), ...b.filter((id) => !inA.has(id))];
}

/** Compares the next page of all records. */
async function nextPage(context: TransactionContext, one: Ready): Promise<number> {
  const { tx, caller } = context;
  const { compiled, state } = one;
  const after = state.cursor ?? firstId;
  const upTo = await endOfPage(context, compiled, after, pageSize);
  const changed = await compare(context, compiled, { after, upTo, depth: state.depth });
  one.state = { ...state, cursor: upTo ?? null };
  await saveState(tx, caller.tenantId, compiled.segment.id, one.state);
  if (upTo === undefined) await countMembers(tx, caller.tenantId, compiled.segment.id);
  return changed;
}

async function compare(context: TransactionContext, compiled: CompiledSegment, compared: Compared): Promise<number> {
  const { entered, left }: Changes = await evaluate(context, compiled, compared);
  await saveResult(context.tx, context.caller.tenantId, compiled.segment.id, entered - left, null);
  return entered + left;
}
