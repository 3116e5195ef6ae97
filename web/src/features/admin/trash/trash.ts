import { ApiError, request } from '~/api/http.ts';
import type { Page } from '~/api/records.ts';

export interface TrashEntry {
  readonly modelKey: string;
  readonly moduleKey: string;
  readonly slug: string;
  readonly recordId: string;
  readonly title: string | null;
  /** Example: `/api/sales/contacts/<id>`. */
  readonly path: string;
  /** The path that restores the record, or its model if that was deleted with it. */
  readonly restorePath: string;
  readonly modelDeleted: boolean;
  readonly deletedAt: string;
  readonly deletedBy: { readonly _id: string; readonly email: string | null } | null;
  readonly record: Readonly<Record<string, unknown>>;
}

export const trashKey = ['admin', 'trash'] as const;

export const listTrash = (
  model: string | undefined,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<TrashEntry>> =>
  request('GET', '/api/data/trash', { query: { 'filter[modelKey]': model, limit: 50, cursor }, signal });

/** Restores a record. If it has too many dependants for one request, the server does it in a job. */
async function restoreEntry({ restorePath }: TrashEntry): Promise<'restored' | 'queued'> {
  try {
    await request('POST', restorePath);
    return 'restored';
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'too_many_dependants') throw error;
    await request('POST', restorePath, { query: { async: true } });
    return 'queued';
  }
}

export interface RestoreResult {
  readonly restored: number;
  readonly queued: number;
  readonly failures: readonly { readonly entry: TrashEntry; readonly error: unknown }[];
}

/**
 * Restores one after the other, because a record may need another one of the list, and one error must not prevent the
 * rest.
 */
export async function restoreEntries(entries: readonly TrashEntry[]): Promise<RestoreResult> {
  let restored = 0;
  let queued = 0;
  const failures: { entry: TrashEntry; error: unknown }[] = [];
  const handled = new Set<string>();
  for (const entry of entries) {
    // All records of a deleted model are restored by one request.
    if (handled.has(entry.restorePath)) {
      restored += 1;
      continue;
    }
    handled.add(entry.restorePath);
    try {
      if ((await restoreEntry(entry)) === 'queued') queued += 1;
      else restored += 1;
    } catch (error) {
      failures.push({ entry, error });
    }
  }
  return { restored, queued, failures };
}
