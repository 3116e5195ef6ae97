import type pg from 'pg';
import { connectionOf, isSilent, Statement } from './statement.ts';
import type { StatementNames } from './statement-names.ts';

/** A connection, with the number of reads that wait for its answers. */
interface Shared {
  readonly client: pg.PoolClient;
  waiting: number;
  failure: Error | undefined;
  isCorked: boolean;
}

export interface KeyReadOptions {
  connect(callback: (error: Error | undefined, client: pg.PoolClient | undefined) => void): void;
  readonly names: StatementNames;
  /** The reason to close a connection after this failure; undefined when it can be used again. */
  brokenBy(failure: Error | null): Error | undefined;
}

const maxPipelined = 16;

type Done = (failure: Error | null, rows: unknown[]) => void;

/** A read that waits until its connection is open. */
interface Waiting {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly done: Done;
}

/**
 * Reads of one record by its key. They are so short that they share connections: a read is sent without waiting for the
 * answers to earlier ones, and all reads of one turn of the event loop are sent with one write. Each is a transaction
 * of its own. Every write to a connection wakes a process of the database, which took a third of the time of a get.
 */
export class KeyReads {
  readonly #options: KeyReadOptions;
  readonly #shared = new Set<Shared>();
  /** Reads that will share the connection that is being taken from the pool. */
  #opening: Waiting[] | undefined;

  constructor(options: KeyReadOptions) {
    this.#options = options;
  }

  run(text: string, values: readonly unknown[], done: Done): void {
    const shared = this.#find();
    if (shared) this.#send(shared, { text, values, done });
    else if (this.#opening && this.#opening.length < maxPipelined) this.#opening.push({ text, values, done });
    else this.#open({ text, values, done });
  }

  /** Finds a connection to share. One that has not answered for a second gets no more reads. */
  #find(): Shared | undefined {
    for (const shared of this.#shared) {
      if (shared.waiting < maxPipelined && !shared.failure && !isSilent(connectionOf(shared.client), 0)) return shared;
    }
    return undefined;
  }

  #open(first: Waiting): void {
    const reads = [first];
    this.#opening = reads;
    this.#options.connect((error, client) => {
      if (this.#opening === reads) this.#opening = undefined;
      if (!client) {
        for (const { done } of reads) done(error ?? new Error('no connection'), []);
        return;
      }
      const shared: Shared = { client, waiting: 0, failure: undefined, isCorked: false };
      this.#shared.add(shared);
      for (const read of reads) this.#send(shared, read);
    });
  }

  #send(shared: Shared, { text, values, done }: Waiting): void {
    const { client } = shared;
    const connection = connectionOf(client);
    shared.waiting += 1;
    if (!shared.isCorked) {
      shared.isCorked = true;
      connection.stream.cork();
      setImmediate(() => {
        shared.isCorked = false;
        connection.stream.uncork();
      });
    }
    const { names, brokenBy } = this.#options;
    names.closeEvicted(connection);
    const answered = (failure: Error | null, rows: unknown[]) => {
      shared.waiting -= 1;
      shared.failure ??= brokenBy(failure);
      if (shared.waiting === 0) {
        this.#shared.delete(shared);
        client.release(shared.failure);
      }
      done(failure, rows);
    };
    client.query(new Statement(text, values, names.nameOf(text), answered) as never);
  }
}
