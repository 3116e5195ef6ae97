import { ApiError, request } from '~/api/http.ts';
import type { Page } from '~/api/records.ts';

export interface TrashEntry {
  readonly modelKey: string;
  readonly moduleKey: string;
  readonly slug: string;
  readonly recordId: string;
  readonly title: string | null;
  /** `/api/sales/contacts/<id>` */
  readonly path: string;
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

/** Restores a record; what has too many dependants for one request, by a job. */
async function restoreEntry({ path }: TrashEntry): Promise<'restored' | 'queued'> {
  try {
    await request('POST', `${path}/restore`);
    return 'restored';
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'too_many_dependants') throw error;
    await request('POST', `${path}/restore`, { query: { async: true } });
    return 'queued';
  }
}

export interface RestoreResult {
  readonly restored: number;
  readonly queued: number;
  readonly failures: readonly { readonly entry: TrashEntry; readonly error: unknown }[];
}

/** One after the other: a record may need another one of the list, and the first error must not hide the rest. */
export async function restoreEntries(entries: readonly TrashEntry[]): Promise<RestoreResult> {
  let restored = 0;
  let queued = 0;
  const failures: { entry: TrashEntry; error: unknown }[] = [];
  for (const entry of entries) {
    try {
      if ((await restoreEntry(entry)) === 'queued') queued += 1;
      else restored += 1;
    } catch (error) {
      failures.push({ entry, error });
    }
  }
  return { restored, queued, failures };
}
