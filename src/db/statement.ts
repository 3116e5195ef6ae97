import type { Socket } from 'node:net';
import pg from 'pg';
import { serialize } from 'pg-protocol';

type Callback = (error: Error | null, rows: unknown[]) => void;

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The names and parsers of a statement's columns. */
interface Columns {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
}

/** The driver's connection, with the properties that its own queries use. */
export interface Connection {
  readonly stream: Socket;
  readonly parsedStatements: Record<string, string>;
  /** The columns of the statements that are prepared on this connection. */
  columns?: Map<string, Columns>;
  /** True while writes are collected until the end of the tick. */
  collecting?: boolean;
  /** The number of statements without an answer, and the tick at which the last one was sent or answered. */
  unanswered?: number;
  progressAt?: number;
  /** The number of evicted names in `StatementNames` when statements were last closed here. */
  evictedSeen?: number;
  close(statement: { type: 'S'; name: string }): void;
}

/** Members of the driver's class that its types omit. */
interface Internals {
  text: string;
  values: readonly unknown[] | undefined;
  name: string | undefined;
  callback: (error: Error | null, result?: { rows: unknown[] } | { rows: unknown[] }[]) => void;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: { fields: readonly Field[] }): void;
  handleDataRow(message: { fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;
const Query = pg.Query as unknown as new (text: string) => Internals;

const executeAndSync = Buffer.concat([serialize.execute(), serialize.sync()]);
const noColumns: Columns = { names: [], parsers: [] };

/** One timer counts for all connections, because reading the clock for each statement would cost more. */
let tick = 0;
const tickMs = 1000;
setInterval(() => {
  tick += 1;
}, tickMs).unref();

type ClientWithConnection = pg.PoolClient & { readonly connection: Connection };

export const connectionOf = (client: pg.PoolClient): Connection => (client as ClientWithConnection).connection;

/** Sends one statement. Without values, the text may contain several. */
export const send = (
  client: pg.PoolClient,
  text: string,
  values?: readonly unknown[],
  name?: string,
): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    client.query(new Statement(text, values, name, (error, rows) => (error ? reject(error) : resolve(rows))) as never);
  });

/**
 * Sends everything that is written in this tick at once: `begin` with the first statements of a transaction. Separate
 * writes cost both processes more than the statements themselves, because the server wakes up for each.
 */
function collectWrites(connection: Connection): void {
  if (connection.collecting) return;
  connection.collecting = true;
  const { stream } = connection;
  stream.cork();
  process.nextTick(() => {
    connection.collecting = false;
    stream.uncork();
  });
}

/** True when a statement of the connection has waited for an answer longer than `ms`. */
export const isSilent = ({ unanswered = 0, progressAt = tick }: Connection, ms: number): boolean =>
  unanswered > 0 && (tick - progressAt) * tickMs > ms;

/**
 * A statement on a connection of `pg`. From its second use on a connection it is sent in one write, without asking for
 * its columns, and its rows are read without events: a get costs this process 60 µs less than with the driver's own
 * class.
 */
export class Statement extends Query {
  readonly #callback: Callback;
  #connection: Connection | undefined;
  #columns: Columns | undefined;
  #rows: unknown[] = [];
  #failed: Error | undefined;
  #ended = false;

  constructor(text: string, values: readonly unknown[] | undefined, name: string | undefined, callback: Callback) {
    super(text);
    this.values = values;
    this.name = name;
    this.#callback = callback;
    // Without a callback the driver would create a promise. The driver also calls it for a connection that is lost
    // before sending.
    this.callback = (error) => this.#end(error);
  }

  override submit(connection: Connection): Error | null {
    this.#connection = connection;
    collectWrites(connection);
    connection.unanswered = (connection.unanswered ?? 0) + 1;
    connection.progressAt = tick;
    this.#columns = this.name === undefined ? undefined : connection.columns?.get(this.name);
    if (!this.#columns) return super.submit(connection);
    try {
      const { name, values } = this;
      const bound = serialize.bind({
        statement: name as string,
        values: values as unknown[],
        valueMapper: prepareValue,
      });
      // On a lost connection the driver fails all statements itself.
      if (connection.stream.writable) connection.stream.write(Buffer.concat([bound, executeAndSync]));
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  override handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text')),
    };
    // When one text has several statements, the result is the rows of the last.
    this.#rows = [];
  }

  override handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#failed) return;
    const { names, parsers } = this.#columns as Columns;
    const row: Record<string, unknown> = {};
    try {
      for (let n = 0; n < fields.length; n += 1) {
        const text = fields[n] as string | null;
        row[names[n] as string] = text === null ? null : parsers[n]?.(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#failed = error as Error;
    }
  }

  override handleCommandComplete(): void {
    const { name } = this;
    const connection = this.#connection;
    if (name === undefined || !connection) return;
    connection.columns ??= new Map();
    if (!connection.columns.has(name)) connection.columns.set(name, this.#columns ?? noColumns);
  }

  override handleError(error: Error): void {
    this.callback(error);
  }

  override handleReadyForQuery(): void {
    this.callback(this.#failed ?? null);
  }

  #end(error: Error | null): void {
    if (this.#ended) return;
    this.#ended = true;
    const connection = this.#connection;
    if (connection) {
      connection.unanswered = (connection.unanswered ?? 1) - 1;
      connection.progressAt = tick;
    }
    this.#callback(error, this.#rows);
  }
}
