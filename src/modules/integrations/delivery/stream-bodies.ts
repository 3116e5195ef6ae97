import type { ServerEvent, StreamControls } from '#core/action.ts';
import { inTransaction, type TransactionContext } from '#core/context.ts';
import { encodePosition, type Position } from '#core/events/feed.ts';
import { WakeSignal } from '#lib/wake-signal.ts';
import type { EventPatterns } from '../events/event-patterns.ts';
import { bodyOf } from './body.ts';
import type { StoredEvent } from './data/delivery.ts';
import { readLargeContent } from './sql/claim-due.ts';
import { readEvents } from './sql/matching.ts';
import { EventVisibility } from './visibility.ts';

/** Events that are read at a time, which is also the maximum that is kept for a slow client. */
const pageSize = 100;
/** The polling interval while no notification arrives. */
const pollEveryMs = 5000;
const firstWaitMs = 10;
const maxWaitMs = 500;

/** An event that the client gets. */
interface Shown extends Visible {
  readonly event: StoredEvent;
  readonly position: Position;
}

interface Page {
  readonly shown: readonly Shown[];
  readonly position: Position;
  readonly hasMore: boolean;
  /** True when further events wait for an older transaction to end. */
  readonly unsettled: boolean;
}

/**
 * The bodies of deliveries after a position, in order, for a client that a webhook cannot reach. They are what a
 * webhook of the caller would get, byte for byte: the same patterns, the same permissions, the same fields.
 */
export async function* streamBodies(
  from: Position,
  patterns: EventPatterns,
  { renew, signal }: StreamControls,
): AsyncGenerator<ServerEvent> {
  const wakeSignal = new WakeSignal();
  const {
    caller: { tenantId },
    services: { spine },
  } = await renew();
  const unfollow = spine.follow((tenants) => (!tenants || tenants.has(tenantId)) && wakeSignal.wake());
  signal.addEventListener('abort', () => wakeSignal.wake());
  let position = from;
  let wait = firstWaitMs;
  try {
    while (!signal.aborted) {
      // Permissions and models may have changed, and the session may have ended, since the last read.
      const page = await inTransaction(await renew(), (context) => readPage(context, position, patterns));
      position = page.position;
      for (const shown of page.shown) yield await serverEvent(renew, shown);
      if (page.hasMore) continue;
      await wakeSignal.wait(page.unsettled ? wait : pollEveryMs);
      wait = page.unsettled ? Math.min(wait * 2, maxWaitMs) : firstWaitMs;
    }
  } finally {
    unfollow();
  }
}

async function readPage(context: TransactionContext, from: Position, patterns: EventPatterns): Promise<Page> {
  const { caller, tx } = context;
  const { xid, seq, at } = from;
  const place = { tenantId: caller.tenantId, xid, seq, readAt: new Date(at), max: pageSize };
  const events = (await readEvents(tx, [place], true)).get(0) ?? [];
  const settled = events.filter((event) => event.settled);
  const shown: Shown[] = [];
  let position = from;
  const visible = await readable(context, settled, patterns);
  for (const event of settled) {
    position = { xid: event.xid, seq: event.seq, at: Math.max(position.at, event.at.getTime()) };
    const found = visible.get(event);
    if (found) shown.push({ ...found, event, position });
  }
  return {
    shown,
    position,
    hasMore: settled.length === pageSize,
    unsettled: settled.length < events.length,
  };
}

interface Visible {
  readonly type: string;
  readonly hidden: ReadonlySet<string>;
}

/** The events that match and that the caller may read, with the fields that are hidden from the caller. */
async function readable(
  { tx, caller, registry }: TransactionContext,
  events: readonly StoredEvent[],
  patterns: EventPatterns,
): Promise<Map<StoredEvent, Visible>> {
  const visibility = new EventVisibility(caller, registry);
  const types = new Map(
    events.flatMap((event) => {
      const type = event.quiet ? undefined : patterns.deliveredType(event.type);
      return type === undefined ? [] : [[event, type] as const];
    }),
  );
  const limited = [...types.keys()].filter(({ type }) => !visibility.readsAllOfType(type));
  const models = await visibility.readableEvents(tx, limited);
  const shown = new Map<StoredEvent, Visible>();
  for (const [event, type] of types) {
    if (!limited.includes(event)) shown.set(event, { type, hidden: new Set() });
    else if (models.has(event)) shown.set(event, { type, hidden: visibility.hiddenFields(models.get(event) ?? '') });
  }
  return shown;
}

/** The content of a large event is read when it is sent, so that a client which reads slowly keeps one in memory. */
async function serverEvent(
  renew: StreamControls['renew'],
  { event, position, type, hidden }: Shown,
): Promise<ServerEvent> {
  const { id: eventId, at: eventAt, actor, recordId, xid, seq } = event;
  const context = await renew();
  const { tenantId, accountKey } = context.caller;
  const content = event.large
    ? await inTransaction(context, ({ tx }) => readLargeContent(tx, { tenantId, xid, seq, eventAt }))
    : event;
  const restored = type !== event.type;
  const head = { body: null, eventId, type, restored, eventAt, accountKey, recordId, hidden, actor };
  return { id: encodePosition(position), event: type, data: bodyOf(head, content) };
}
