import { AtriumError } from './errors.ts';
import type {
  AggregateQuery,
  AggregateRow,
  BulkOperation,
  BulkResult,
  Chosen,
  Keys,
  ModelTypes,
  Page,
  Query,
} from './models.ts';
import { filterJson, queryString } from './query-string.ts';
import type { CallOptions, Method, Transport } from './transport.ts';

export interface WriteOptions extends CallOptions {
  /** Writes only if the record still has this version; another one is the error 412 `version_mismatch`. */
  readonly ifVersion?: number | undefined;
  /** Checks everything, answers as the write would, and stores nothing. */
  readonly dryRun?: boolean | undefined;
  /** The key under which a repeat of this call writes nothing. Chosen for you when absent. */
  readonly idempotencyKey?: string | undefined;
}

export interface ReadOptions extends CallOptions {
  /** The record as it was at this time. */
  readonly asOf?: Date | string | undefined;
}

/** Longer addresses are refused by some proxies; then the query is the body of a search. */
const maxAddressLength = 4000;
const modifyAttempts = 5;

/** The records of one model. */
export class Collection<Model extends ModelTypes> {
  /** The path of the API, such as `/api/sales/contacts`. */
  readonly path: string;
  readonly #transport: Transport;

  constructor(transport: Transport, module: string, slug: string) {
    this.#transport = transport;
    this.path = `/api/${encodeURIComponent(module)}/${encodeURIComponent(slug)}`;
  }

  /** One page of records. */
  async list<Field extends Keys<Model['record']> = Keys<Model['record']>>(
    query: Query<Model['record'], Field> = {},
    options?: CallOptions,
  ): Promise<Page<Chosen<Model['record'], Field>>> {
    const text = queryString(query);
    if (text === undefined || text.length > maxAddressLength) return this.search(query, options);
    return this.#call('GET', text, undefined, options);
  }

  /** As `list`, with the query as the body of a POST, which may be longer than an address. */
  async search<Field extends Keys<Model['record']> = Keys<Model['record']>>(
    query: Query<Model['record'], Field>,
    options: CallOptions = {},
  ): Promise<Page<Chosen<Model['record'], Field>>> {
    const { sort, filter } = query;
    const body = {
      ...query,
      ...(filter !== undefined && { filter: filterJson(filter) }),
      ...(sort !== undefined && { sort: [sort].flat() }),
    };
    const call = { method: 'POST', path: `${this.path}/search`, body, readOnly: true } as const;
    return (await this.#transport.json<Page<Chosen<Model['record'], Field>>>(call, options)).body;
  }

  /** All records that match, page by page. Each page is equally fast, and a change between two pages repeats or hides nothing. */
  async *all<Field extends Keys<Model['record']> = Keys<Model['record']>>(
    query: Omit<Query<Model['record'], Field>, 'page' | 'include'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Chosen<Model['record'], Field>, void, undefined> {
    let { cursor } = query;
    do {
      const { data, meta } = await this.list<Field>(
        { limit: 200, count: 'none', ...query, ...(cursor !== undefined && { cursor }) },
        options,
      );
      yield* data;
      cursor = meta.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** The exact number of records that match. */
  async count(query: Pick<Query<Model['record']>, 'filter' | 'q' | 'tz'> = {}, options?: CallOptions): Promise<number> {
    const { meta } = await this.list({ ...query, limit: 1, count: 'exact' }, options);
    return meta.total ?? 0;
  }

  async get<Field extends Keys<Model['record']> = Keys<Model['record']>>(
    id: string,
    query: Pick<Query<Model['record'], Field>, 'fields'> = {},
    { asOf, ...options }: ReadOptions = {},
  ): Promise<Chosen<Model['record'], Field>> {
    const time = asOf instanceof Date ? asOf.toISOString() : asOf;
    return this.#call(
      'GET',
      `/${encodeURIComponent(id)}${queryString({ ...query, asOf: time }) ?? ''}`,
      undefined,
      options,
    );
  }

  async create(record: Model['input'], options?: WriteOptions): Promise<Model['record']> {
    return this.#call('POST', '', record, options);
  }

  /** Changes the fields that are given. */
  async update(id: string, changes: Partial<Model['input']>, options?: WriteOptions): Promise<Model['record']> {
    return this.#call('PATCH', `/${encodeURIComponent(id)}`, changes, options);
  }

  /** Replaces the record: fields that are not given become empty, or get their default. */
  async replace(id: string, record: Model['input'], options?: WriteOptions): Promise<Model['record']> {
    return this.#call('PUT', `/${encodeURIComponent(id)}`, record, options);
  }

  /**
   * Reads the record, and updates it with what `change` makes of it. Begins again when somebody else has changed the
   * record in between. `change` may return undefined to leave it as it is.
   */
  async modify(
    id: string,
    change: (
      record: Model['record'],
    ) => Partial<Model['input']> | undefined | Promise<Partial<Model['input']> | undefined>,
    options: Omit<WriteOptions, 'ifVersion' | 'idempotencyKey'> = {},
  ): Promise<Model['record']> {
    for (let attempt = 1; ; attempt += 1) {
      const { dryRun: _, ...reading } = options;
      const record = (await this.get(id, {}, reading)) as Model['record'];
      const changes = await change(record);
      if (changes === undefined) return record;
      try {
        return await this.update(id, changes, { ...options, ifVersion: (record as { version: number }).version });
      } catch (error) {
        if (!isVersionConflict(error) || attempt === modifyAttempts) throw error;
      }
    }
  }

  /** Deletes the record and what belongs to it. */
  async delete(id: string, options?: WriteOptions): Promise<void> {
    await this.#call('DELETE', `/${encodeURIComponent(id)}`, undefined, options);
  }

  /** Undoes a deletion. */
  async restore(id: string, options?: WriteOptions): Promise<Model['record']> {
    return this.#call('POST', `/${encodeURIComponent(id)}/restore`, undefined, options);
  }

  /** Counts, sums, averages, minimum and maximum, in groups. */
  async aggregate(
    query: AggregateQuery<Model['record']>,
    options?: CallOptions,
  ): Promise<{ readonly data: readonly AggregateRow[]; readonly included?: Readonly<Record<string, unknown>> }> {
    const text = queryString(query);
    if (text === undefined)
      throw new TypeError('A value of in, nin or between that contains a comma cannot be used in an aggregate.');
    return this.#call('GET', `/aggregate${text}`, undefined, options);
  }

  /** Up to 1000 writes in one request. All of them are done or none, unless `atomic` is false. */
  async bulk(
    operations: readonly BulkOperation<Model>[],
    { atomic = true, ...options }: WriteOptions & { readonly atomic?: boolean } = {},
  ): Promise<{ readonly results: readonly BulkResult<Model['record']>[] }> {
    return this.#call('POST', '/bulk', { operations, atomic }, options);
  }

  /** Stores a file as a record of a model of files, such as `sales/contactFiles`, with the other fields of that record. */
  async upload(
    file: Blob,
    fields: Partial<Model['input']>,
    { name, ...options }: UploadOptions = {},
  ): Promise<Model['record']> {
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) if (value !== undefined) form.append(key, String(value));
    appendFile(form, file, name);
    return this.#call('POST', '', form, options);
  }

  /** The content of a file. The body of the answer is a stream; `blob()` and `text()` read all of it. */
  download(id: string, options?: CallOptions): Promise<Response> {
    const path = `${this.path}/${encodeURIComponent(id)}/content`;
    return this.#transport.stream({ method: 'GET', path, accept: '*/*' }, options);
  }

  async #call<T>(method: Method, rest: string, body?: unknown, options: WriteOptions = {}): Promise<T> {
    const { ifVersion, dryRun, idempotencyKey, headers, ...others } = options;
    const path = `${this.path}${rest}${dryRun ? `${rest.includes('?') ? '&' : '?'}dryRun=true` : ''}`;
    const answer = await this.#transport.json<T>(
      { method, path, body, idempotencyKey },
      { ...others, headers: { ...(ifVersion !== undefined && { 'if-match': `"${ifVersion}"` }), ...headers } },
    );
    return answer.body;
  }
}

export interface UploadOptions extends WriteOptions {
  /** The name of the file; that of a `File` when absent. */
  readonly name?: string | undefined;
}

export function appendFile(form: FormData, file: Blob, name = (file as { readonly name?: string }).name): void {
  form.append('file', file, name ?? 'file');
}

/** True for a write with `ifVersion` whose record somebody else has changed. */
export const isVersionConflict = (error: unknown): error is AtriumError =>
  error instanceof AtriumError && error.code === 'version_mismatch';
