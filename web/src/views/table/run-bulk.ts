import { request } from '~/api/http.ts';
import { type BulkOperation, type RecordData, records } from '~/api/records.ts';
import { chunksOf, type Outcome } from './bulk.ts';

/** The chunks are smaller than the 1000 that the server accepts, so that the progress is visible. */
const chunkSize = 250;
/** The largest page that one read returns. */
const readSize = 200;
/** The number of restores that run in parallel. */
const restoresAtOnce = 4;

type OnProgress = (done: number) => void;

interface BulkAnswer {
  readonly results: readonly {
    readonly status: number;
    readonly _id?: string;
    readonly error?: { readonly message: string };
  }[];
}

/** Reads some fields of the records with these ids. Records that no longer exist are left out. */
export async function readSelected(
  path: string,
  ids: readonly string[],
  fields: readonly string[],
): Promise<RecordData[]> {
  const found: RecordData[] = [];
  for (const part of chunksOf(ids, readSize)) {
    const { data } = await records.list(path, {
      filter: { _id: { in: part } },
      fields: ['_id', 'version', ...fields],
      limit: readSize,
      count: 'none',
    });
    found.push(...data);
  }
  return found;
}

/** Runs the operations in chunks. A rejected record does not stop the others. */
export async function runBulk(
  path: string,
  operations: readonly BulkOperation[],
  onProgress: OnProgress = () => {},
  dryRun = false,
): Promise<Outcome> {
  const done: string[] = [];
  const failed: { id: string; message: string }[] = [];
  for (const chunk of chunksOf(operations, chunkSize)) {
    const { results } = await request<BulkAnswer>('POST', `${path}/bulk`, {
      query: { return: 'minimal', dryRun: dryRun || undefined },
      body: { operations: chunk, atomic: false },
    });
    for (const [n, result] of results.entries()) {
      const id = chunk[n]?._id ?? '';
      if (result.error) failed.push({ id, message: result.error.message });
      else done.push(id);
    }
    onProgress(done.length + failed.length);
  }
  return { done, failed };
}

export async function restoreAll(path: string, ids: readonly string[]): Promise<void> {
  for (const part of chunksOf(ids, restoresAtOnce)) await Promise.all(part.map((id) => records.restore(path, id)));
}
