import { timeZone } from '~/lib/time-zone.ts';
import { type Filter, filterQuery } from './filter-query.ts';
import { request } from './http.ts';
import { forgetRemoval, removeHere } from './removed-here.ts';
import { type WriteListener, Writes } from './writes.ts';

export { type Filter, filterQuery };

/** A record as the API returns it. The metadata of its model lists the other fields. */
export interface RecordData {
  readonly _id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: string | null;
  readonly updatedBy: string | null;
  readonly [field: string]: unknown;
}

export interface ListInput {
  readonly filter?: Filter | undefined;
  /** Example: `['name', '-createdAt']`. */
  readonly sort?: readonly string[] | undefined;
  readonly q?: string | undefined;
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  readonly cursor?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly count?: 'auto' | 'exact' | 'none' | undefined;
}

/** Referenced records, by id. */
export type Included = Readonly<Record<string, RecordData>>;

export interface Page<T = RecordData> {
  readonly data: readonly T[];
  readonly meta: {
    readonly page?: number;
    readonly limit: number;
    readonly total?: number;
    readonly totalExact?: boolean;
    readonly hasMore: boolean;
    readonly nextCursor: string | null;
  };
  readonly included?: Included;
}

export interface AggregateInput {
  readonly filter?: Filter | undefined;
  readonly q?: string | undefined;
  /** Example: `['stage', 'closeDate:month']`. */
  readonly groupBy?: readonly string[] | undefined;
  readonly sum?: readonly string[] | undefined;
  readonly avg?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly tz?: string | undefined;
}

export interface Group {
  readonly count?: number;
  readonly sum?: Readonly<Record<string, number | null>>;
  readonly avg?: Readonly<Record<string, number | null>>;
  readonly [field: string]: unknown;
}

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface BulkOperation {
  readonly op: 'create' | 'update' | 'upsert' | 'delete';
  readonly _id?: string;
  readonly by?: string;
  readonly record?: Readonly<Record<string, unknown>>;
}

export interface BulkResult {
  readonly results: readonly { status: number; record?: RecordData; error?: { code: string; message: string } }[];
}

interface WriteOptions {
  /** The version that the caller has read. If the record has another one, the server answers 412 and writes nothing. */
  readonly version?: number | undefined;
  /** Validates everything and stores nothing. */
  readonly dryRun?: boolean | undefined;
  readonly idempotencyKey?: string | undefined;
}

const headersOf = ({ version, idempotencyKey }: WriteOptions): Record<string, string> => ({
  ...(version !== undefined && { 'if-match': `"${version}"` }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
});

const queryOf = ({ dryRun }: WriteOptions) => ({ dryRun: dryRun || undefined });

/** A filter may name a period such as `thisMonth`, whose days depend on the time zone of the person. */
const zoneOf = ({ filter }: { readonly filter?: Filter | undefined }): { readonly tz?: string } =>
  filter && Object.keys(filter).length > 0 ? { tz: timeZone() } : {};

const writes = new Writes<RecordData>();

/** Calls the listener after each write of this window. */
export const onWrite = (listener: WriteListener<RecordData>): void => writes.listen(listener);

/** The operations of every model. `path` is the path of the model: `/api/sales/contacts`. */
export const records = {
  list: (path: string, input: ListInput = {}, signal?: AbortSignal): Promise<Page> =>
    request('POST', `${path}/search`, { body: { ...input, ...zoneOf(input) }, signal }),

  get: (path: string, id: string, include: readonly string[] = [], signal?: AbortSignal) =>
    request<RecordData & { included?: Included }>('GET', `${path}/${id}`, {
      query: { include: include.length > 0 ? include.join(',') : undefined },
      signal,
    }),

  create: (path: string, data: Readonly<Record<string, unknown>>, options: WriteOptions = {}): Promise<RecordData> => {
    const input = { body: data, query: queryOf(options), headers: headersOf(options) };
    const send = () => request<RecordData>('POST', path, input);
    return options.dryRun ? send() : writes.run(path, send);
  },

  /** Changes only the given fields. */
  update: (
    path: string,
    id: string,
    data: Readonly<Record<string, unknown>>,
    options: WriteOptions = {},
  ): Promise<RecordData> => {
    const input = { body: data, query: queryOf(options), headers: headersOf(options) };
    const send = () => request<RecordData>('PATCH', `${path}/${id}`, input);
    return options.dryRun ? send() : writes.save(path, send);
  },

  remove: (path: string, id: string, options: WriteOptions = {}): Promise<unknown> => {
    const send = () => request('DELETE', `${path}/${id}`, { query: queryOf(options), headers: headersOf(options) });
    return options.dryRun ? send() : writes.run(path, () => removeHere(id, send));
  },

  restore: (path: string, id: string): Promise<RecordData> =>
    writes.save(path, async () => {
      const restored = await request<RecordData>('POST', `${path}/${id}/restore`);
      forgetRemoval(id);
      return restored;
    }),

  revert: (path: string, id: string, version: number): Promise<RecordData> =>
    writes.save(path, () => request('POST', `${path}/${id}/revert`, { body: { version } })),

  history: (path: string, id: string, query: Readonly<Record<string, string | number | undefined>> = {}) =>
    request<Page<Readonly<Record<string, unknown>>>>('GET', `${path}/${id}/history`, { query }),

  aggregate: (path: string, input: AggregateInput, signal?: AbortSignal) =>
    request<{ data: readonly Group[]; included?: Included }>('GET', `${path}/aggregate`, {
      query: {
        ...filterQuery(input.filter),
        q: input.q || undefined,
        groupBy: input.groupBy?.join(',') || undefined,
        sum: input.sum?.join(',') || undefined,
        avg: input.avg?.join(',') || undefined,
        include: input.include?.join(',') || undefined,
        tz: input.tz ?? zoneOf(input).tz,
        count: true,
      },
      signal,
    }),

  bulk: (path: string, operations: readonly BulkOperation[], atomic = true): Promise<BulkResult> =>
    writes.run(path, () => request('POST', `${path}/bulk`, { body: { operations, atomic } })),
};
