import autocannon from 'autocannon';

export interface Target {
  readonly name: string;
  /** A new request each time, so that no cache below us answers. */
  readonly next: () => autocannon.Request;
  readonly url: string;
  /** Puts the stage into the state that is to be measured. */
  readonly before?: () => Promise<void>;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const connections = 32;

/** Loads one target for some seconds. An answer that is not a success fails the bench: errors are fast. */
export async function load(target: Target, seconds: number): Promise<Measured> {
  await target.before?.();
  const result = await autocannon({
    url: target.url,
    connections,
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

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Ours and theirs in turns, so that what disturbs the machine disturbs both; medians over the rounds. */
export async function compare(
  ours: Target,
  theirs: Target,
  rounds: number,
  seconds: number,
): Promise<{ ours: Measured; theirs: Measured }> {
  const measured: { ours: Measured[]; theirs: Measured[] } = { ours: [], theirs: [] };
  await load(ours, 1);
  await load(theirs, 1);
  for (let round = 0; round < rounds; round += 1) {
    measured.theirs.push(await load(theirs, seconds));
    measured.ours.push(await load(ours, seconds));
  }
  const middle = (some: readonly Measured[]): Measured => ({
    perSecond: median(some.map((one) => one.perSecond)),
    p50: median(some.map((one) => one.p50)),
    p99: median(some.map((one) => one.p99)),
  });
  return { ours: middle(measured.ours), theirs: middle(measured.theirs) };
}
