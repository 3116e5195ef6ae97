import type { Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { networkOf } from '#core/limits/rates.ts';
import { LruMap } from '#lib/lru.ts';

interface Window {
  count: number;
  readonly endsAtMs: number;
}

const perMs = 60_000;
/** Of one address, at one form. Several people may share an address. */
const maxPerVisitor = 60;
/** Of all addresses together: robots have many. */
const maxPerForm = 6000;
const windowsOf = new WeakMap<Services, LruMap<string, Window>>();

/**
 * Counts a submission; throws when there are too many. The count is per process: one in the database would cost a second commit for
 * each submission, and this limit keeps robots out, it protects no password.
 */
export function countSubmission(services: Services, formId: string, ip: string): void {
  const windows = windowsOf.get(services) ?? new LruMap<string, Window>(50_000);
  windowsOf.set(services, windows);
  enter(windows, `${formId} ${networkOf(ip)}`, maxPerVisitor);
  enter(windows, formId, maxPerForm);
}

function enter(windows: LruMap<string, Window>, key: string, max: number): void {
  const now = Date.now();
  const found = windows.get(key);
  const window = found && found.endsAtMs > now ? found : { count: 0, endsAtMs: now + perMs };
  if (window !== found) windows.set(key, window);
  window.count += 1;
  if (window.count <= max) return;
  const seconds = Math.max(1, Math.ceil((window.endsAtMs - now) / 1000));
  throw new AppError('rate_limited', `Too many submissions; try again in ${seconds} seconds.`, [], {
    'retry-after': String(seconds),
  });
}
