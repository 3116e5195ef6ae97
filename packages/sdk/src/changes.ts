import { followEvents, type LiveOptions } from './live.ts';
import { queryString } from './query-string.ts';
import type { Transport } from './transport.ts';

/** One write, in the order of all writes of the account. */
export interface Change {
  /** As `since`, continues after this change. */
  readonly cursor: string;
  readonly id: string;
  /** `contact.updated`, for example. */
  readonly type: string;
  /** `created`, `updated`, `deleted`, `restored`, or `withdrawn` when you may no longer see the record. */
  readonly action: string;
  readonly moduleKey: string;
  readonly slug: string;
  readonly modelKey: string | null;
  readonly recordId: string | null;
  readonly version: number | null;
  readonly timestamp: string;
  readonly actorId: string | null;
  readonly actor: { readonly _id: string; readonly email: string | null; readonly via?: string } | null;
  readonly requestId: string | null;
  /** True when formulas or rollups changed because other records did. */
  readonly derived?: true;
  readonly changedFields: readonly string[] | null;
  /** After the change; only `_id` after a deletion. */
  readonly record: Readonly<Record<string, unknown>>;
}

export interface ChangesOptions extends LiveOptions {
  /** A model key, a slug or `module.slug`, or several. */
  readonly model?: string | readonly string[] | undefined;
  /** Types such as `contact.created`. */
  readonly types?: readonly string[] | undefined;
  /** A cursor: the feed continues after it. `now` (the default) is what is to come, `beginning` all that is kept. */
  readonly since?: string | undefined;
}

interface ChangesPage {
  readonly data: readonly Change[];
  readonly meta: { readonly nextCursor: string; readonly hasMore: boolean };
}

/** All changes in order, each once, across lost connections and restarts of the server. */
export async function* readChanges(
  transport: Transport,
  { model, types, since = 'now', ...live }: ChangesOptions,
): AsyncGenerator<Change, void, undefined> {
  const filter = { modelKey: joined(model), type: joined(types) };
  let cursor = since;
  if (since === 'now' || since === 'beginning') {
    // The feed begins at a cursor from the start, so a connection that is lost before its first change loses nothing.
    const first = await readPage(transport, { filter, since }, live.signal);
    if (first === undefined) return;
    yield* first.data;
    cursor = first.meta.nextCursor;
  }
  const path = `/api/data/changes${queryString({ filter })}`;
  for await (const { data } of followEvents(transport, path, cursor, live)) yield JSON.parse(data) as Change;
}

/** A page of the feed; undefined when the caller has ended the loop. */
export async function readPage(
  transport: Transport,
  query: object,
  signal?: AbortSignal,
): Promise<ChangesPage | undefined> {
  const path = `/api/data/changes${queryString(query)}`;
  try {
    return (await transport.json<ChangesPage>({ method: 'GET', path }, { signal })).body;
  } catch (error) {
    if (signal?.aborted) return undefined;
    throw error;
  }
}

const joined = (names: string | readonly string[] | undefined): string | undefined =>
  names === undefined ? undefined : [names].flat().join(',');
