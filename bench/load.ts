import autocannon from 'autocannon';
import { median } from './report.ts';

export interface Target {
  readonly name: string;
  /** Returns the next request. Requests differ, so that no cache of the database or system answers. */
  readonly next: () => autocannon.Request;
  readonly url: string;
  /** Prepares the state for the measurement. */
  readonly before?: () => Promise<void>;
  /** Clients that send requests at the same time. Defaults to 32. */
  readonly connections?: number;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const usualConnections = 32;

/**
 * V8 compiles hot code for some seconds: a GET costs our process 300 µs in the first six seconds and 250 µs from then
 * on.
 */
const warmUpSeconds = 8;

/** Loads one target for some seconds. Any error fails the bench, because error answers are fast. */
export async function load(target: Target, seconds: number): Promise<Measured> {
  await target.before?.();
  const result = await autocannon({
    url: target.url,
    connections: target.connections ?? usualConnections,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...target.next() }) }],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${target.name}: ${result.non2xx} answers were not a success, ${result.errors} failed`);
  }
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/**
 * Alternates between the two targets, so that a disturbance of the machine affects both. Returns medians over the
 * rounds.
 */
export async function compare(
  ours: Target,
  theirs: Target,
  rounds: number,
  seconds: number,
): Promise<{ ours: Measured; theirs: Measured }> {
  const measured: { ours: Measured[]; theirs: Measured[] } = { ours: [], theirs: [] };
  await load(ours, warmUpSeconds);
  await load(theirs, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    measured.theirs.push(await load(theirs, seconds));
    measured.ours.push(await load(ours, seconds));
  }
  const medians = (some: readonly Measured[]): Measured => ({
    perSecond: median(some.map((one) => one.perSecond)),
    p50: median(some.map((one) => one.p50)),
    p99: median(some.map((one) => one.p99)),
  });
  return { ours: medians(measured.ours), theirs: medians(measured.theirs) };
}
