import type { Database } from '#db/database.ts';

declare module './context.ts' {
  interface Services {
    readonly tally: Tally;
  }
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric of GET /metrics, computed on each request. Labels have few values and never name a tenant. */
export interface Measure {
  /** The name without the prefix `atrium_`. The name of a counter ends in `_total`. */
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge';
  readonly labels?: readonly string[];
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

/** Counters of this process since its start. `add` costs nanoseconds, so it counts even when metrics are off. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>();

  add(what: string, result: string, count = 1): void {
    const counts = this.#countsOf(what);
    counts.set(result, (counts.get(result) ?? 0) + count);
  }

  /**
   * A counter with the label `result`. It shows results that are still 0, so that an alert sees the step from 0 to 1.
   */
  measure(name: string, help: string, what: string, results: readonly string[]): Measure {
    const counts = this.#countsOf(what);
    return {
      name,
      help,
      kind: 'counter',
      labels: ['result'],
      read: () => results.map((result) => ({ labels: { result }, value: counts.get(result) ?? 0 })),
    };
  }

  #countsOf(what: string): Map<string, number> {
    const counts = this.#counts.get(what) ?? new Map<string, number>();
    this.#counts.set(what, counts);
    return counts;
  }
}

/** The maximum up to which waiting rows are counted, so that reading a metric stays cheap. */
export const maxCounted = 100_000;

export function databaseMeasures(db: Database): Measure[] {
  const byLane = (value: (usage: ReturnType<Database['usage']>[number]) => number) => () =>
    db.usage().map((usage) => ({ labels: { lane: usage.lane }, value: value(usage) }));
  return [
    {
      name: 'db_connections_limit',
      help: 'Maximum number of connections of this node, by kind of work.',
      kind: 'gauge',
      labels: ['lane'],
      read: byLane(({ size }) => size),
    },
    {
      name: 'db_connections_in_use',
      help: 'Connections that run a statement or a transaction, by kind of work.',
      kind: 'gauge',
      labels: ['lane'],
      read: byLane(({ inUse }) => inUse),
    },
    {
      name: 'db_waiting',
      help: 'Callers that wait for a connection, by kind of work.',
      kind: 'gauge',
      labels: ['lane'],
      read: byLane(({ waiting }) => waiting),
    },
    {
      name: 'db_refused_total',
      help: 'Requests that got no connection in time, or found the queue full; answered with 503.',
      kind: 'counter',
      read: () => [{ value: db.refused }],
    },
  ];
}
