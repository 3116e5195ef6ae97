import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, TestApp } from '../harness.ts';
import { HttpSender, requestOf } from './http-sender.ts';
import type { ThreadReply } from './http-thread.ts';
import { TurnMeter } from './turn-meter.ts';

export interface Attack {
  readonly test: TestApp;
  /** The admin of the attacked tenant. The probes belong to another tenant. */
  readonly victim: Client;
  /** Sends a request as the victim, from another thread. */
  send(method: string, path: string, body?: unknown): Promise<ThreadReply>;
}

/** Input that is small to send and expensive to handle. */
export interface Bomb {
  readonly name: string;
  /**
   * Prepares the input, which is not measured. Returns the measured part, which lets the server handle the input and
   * asserts the answer.
   */
  prepare(attack: Attack): Promise<() => Promise<void>>;
}

/**
 * Longest turn of the event loop, in processor time. It is also the longest time that one request can block another.
 */
const maxTurnMs = 100;
/** Limits of the probes on an idle machine. They measure wall time, which other processes extend. */
const maxP99Ms = 100;
const maxProbeMs = 1000;
/**
 * Number of times that a probe waits for a processor: in the client, the server and the database, in both directions.
 */
const waits = 10;
const maxRuns = 3;

const quantile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

/** Runs bombs against a server in this process, while another tenant sends requests. */
export class BombRange {
  readonly #attacker = new HttpSender();
  readonly #prober = new HttpSender();
  readonly #test: TestApp;
  readonly #victim: Client;
  readonly #other: Client;

  private constructor(test: TestApp, victim: Client, other: Client) {
    this.#test = test;
    this.#victim = victim;
    this.#other = other;
  }

  static async open(test: TestApp): Promise<BombRange> {
    const other = await test.tenant();
    await other.create('/api/sales/contacts', { lastName: 'Neighbour', email: 'neighbour@other.example' });
    return new BombRange(test, await test.tenant(), other);
  }

  /**
   * Runs a bomb up to three times and keeps the best run, because a bomb costs the same each time but other work of the
   * machine does not. Returns the measurements of that run.
   */
  async run(bomb: Bomb): Promise<string> {
    const excesses: string[] = [];
    while (excesses.length < maxRuns) {
      const { measured, holds } = await this.#explode(bomb);
      if (holds) return measured;
      excesses.push(measured);
    }
    assert.fail(excesses.join('\n'));
  }

  async #explode(bomb: Bomb): Promise<{ measured: string; holds: boolean }> {
    const send = (method: string, path: string, body?: unknown) =>
      this.#attacker.send(requestOf(this.#victim, method, path, body));
    const explode = await bomb.prepare({ test: this.#test, victim: this.#victim, send });
    const { turnMs, timesMs, lateMs } = await this.#watched(explode);
    const limits = {
      p99: Math.round(maxP99Ms + waits * quantile(lateMs, 0.99)),
      longest: Math.round(maxProbeMs + waits * quantile(lateMs, 1)),
    };
    const probes = { p99: Math.round(quantile(timesMs, 0.99)), longest: Math.round(quantile(timesMs, 1)) };
    // With fewer probes, the 99th percentile would be the longest probe.
    const isSlow = timesMs.length >= 100 && probes.p99 > limits.p99;
    return {
      measured: `longest turn ${turnMs.toFixed(0)} ms, ${timesMs.length} probes ${JSON.stringify(probes)}, limits ${JSON.stringify(limits)}`,
      holds: turnMs <= maxTurnMs && probes.longest <= limits.longest && !isSlow,
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#attacker.close(), this.#prober.close()]);
  }

  async #watched(work: () => Promise<unknown>) {
    const probes = this.#prober.probe([
      requestOf(this.#test.anonymous, 'GET', '/health'),
      requestOf(this.#other, 'GET', '/api/sales/contacts'),
    ]);
    const meter = new TurnMeter();
    const worked = await work().then(
      () => undefined,
      (error: Error) => error,
    );
    // The meter needs one more turn for the end of the work.
    await sleep(20);
    const turnMs = meter.stop();
    const found = await probes.stop();
    if (worked) throw worked;
    return { turnMs, ...found };
  }
}
