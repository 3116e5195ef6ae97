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

/** A number that GET /metrics shows, read when somebody asks for it. Labels have few values, and never name a tenant. */
export interface Measure {
  /** Without the prefix `atrium_`; that of a counter ends in `_total`. */
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'gauge';
  readonly labels?: readonly string[];
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

/** Counts what this process has done since it started. Adding costs nanoseconds, so it is done with or without metrics. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>();

  add(what: string, result: string, count = 1): void {
    const counts = this.#of(what);
    counts.set(result, (counts.get(result) ?? 0) + count);
  }

  /** A counter by result. All results are shown from the start, so that an alert sees the step from 0 to 1. */
  measure(name: string, help: string, what: string, results: readonly string[]): Measure {
    const counts = this.#of(what);
    return {
      name,
      help,
      kind: 'counter',
      labels: ['result'],
      read: () => results.map((result) => ({ labels: { result }, value: counts.get(result) ?? 0 })),
    };
  }

  #of(what: string): Map<string, number> {
    const known = this.#counts.get(what) ?? new Map<string, number>();
    this.#counts.set(what, known);
    return known;
  }
}

/** More waiting entries than this are not counted, so that a reading stays cheap. */
export const maxCounted = 100_000;

export function databaseMeasures(db: Database): Measure[] {
  const ofLanes = (value: (usage: ReturnType<Database['usage']>[number]) => number) => () =>
    db.usage().map((usage) => ({ labels: { lane: usage.lane }, value: value(usage) }));
  return [
    {
      name: 'db_connections_limit',
      help: 'Connections that this node opens at most, by kind of work.',
      kind: 'gauge',
      labels: ['lane'],
      read: ofLanes(({ size }) => size),
    },
    {
      name: 'db_connections_in_use',
      help: 'Connections that run a statement or a transaction, by kind of work.',
      kind: 'gauge',
      labels: ['lane'],
      read: ofLanes(({ inUse }) => inUse),
    },
    {
      name: 'db_waiting',
      help: 'Callers that wait for a connection, by kind of work.',
      kind: 'gauge',
      labels: ['lane'],
      read: ofLanes(({ waiting }) => waiting),
    },
    {
      name: 'db_refused_total',
      help: 'Requests that got no connection in time, or found too many waiting; answered with 503.',
      kind: 'counter',
      read: () => [{ value: db.refused }],
    },
  ];
}
