import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type Json, startApp, type TestApp } from '#test/harness.ts';
import { long } from '#test/long.ts';
import { childEnvironment, type Exit, until } from '#test/process.ts';
import { programFile } from '#test/programs.ts';
import { timeLimit } from '#test/time-limit.ts';

/** The time within which another node must take over the work of a dead node. */
const takeoverLimitMs = timeLimit(30_000);

/** A node in its own process. */
class JobNode {
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  #output = '';

  constructor(env: Record<string, string>) {
    this.#child = spawn(process.execPath, [programFile('job-node')], {
      env: { ...childEnvironment, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
    this.exited = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => resolve({ code, signal }));
    });
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  async ready(): Promise<this> {
    await until('a node to be ready', () => this.#output.includes('ready'));
    return this;
  }

  async end(signal: NodeJS.Signals): Promise<Exit> {
    this.#child.kill(signal);
    return this.exited;
  }
}

/** A database, its nodes, and a job that one of them runs. The server that answers the API does not have the job. */
class JobScenario implements AsyncDisposable {
  readonly #app: TestApp;
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-jobs-'));
  readonly #nodes = new Set<JobNode>();

  constructor(app: TestApp) {
    this.#app = app;
  }

  static async start(): Promise<{ scenario: JobScenario; first: JobNode }> {
    const scenario = new JobScenario(await startApp());
    const input = { log: scenario.#file('log'), until: scenario.#file('end') };
    const first = await scenario.node({ JOB_NODE_INPUT: JSON.stringify(input) });
    await scenario.wrote(`${first.pid} began`);
    return { scenario, first };
  }

  #file(name: string): string {
    return path.join(this.#folder, name);
  }

  node(env: Record<string, string> = {}): Promise<JobNode> {
    const node = new JobNode({ JOB_NODE_CONNECTION: JSON.stringify(this.#app.connection), ...env });
    this.#nodes.add(node);
    return node.ready();
  }

  get lines(): string[] {
    return fs.existsSync(this.#file('log')) ? fs.readFileSync(this.#file('log'), 'utf8').trim().split('\n') : [];
  }

  wrote(line: string): Promise<unknown> {
    return until(`the line ${line}`, () => this.lines.includes(line));
  }

  /** Makes the job end. */
  endJob(): void {
    fs.writeFileSync(this.#file('end'), '');
  }

  async job(): Promise<Json> {
    // The server answers 503 while its connections are terminated.
    const { body } = await until('the list of jobs', async () => {
      const reply = await this.#app.admin.get('/api/data/jobs?filter[name]=tests.patient');
      return reply.status === 200 && reply;
    });
    assert.equal(body.data.length, 1);
    return body.data[0];
  }

  async completed(): Promise<Json> {
    return until('the job to be completed', async () => {
      const job = await this.job();
      return job.state === 'completed' && job;
    });
  }

  /** Terminates all other connections to the database. */
  async terminateConnections(): Promise<void> {
    await this.#app.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#nodes].map((node) => node.end('SIGKILL')));
    await this.#app.close();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}

describe('a running job', { concurrency: true }, () => {
  it('moves to another node within 30 seconds when its node is killed, without using up a retry', async () => {
    const { scenario, first } = await JobScenario.start();
    await using _ = scenario;
    const second = await scenario.node();
    await first.end('SIGKILL');
    const killed = Date.now();
    await scenario.wrote(`${second.pid} began`);
    const took = Date.now() - killed;
    assert.ok(took < takeoverLimitMs, `it took ${took} ms`);
    const job = await scenario.job();
    assert.equal(job.state, 'running');
    assert.equal(job.attempts, 2);
    assert.match(job.lastError, /stopped while/);
    scenario.endJob();
    assert.equal((await scenario.completed()).lastError, null);
    assert.deepEqual(scenario.lines, [`${first.pid} began`, `${second.pid} began`, `${second.pid} ended`]);
  });

  it('runs again when its only node is killed and restarts', long, async () => {
    const { scenario, first } = await JobScenario.start();
    await using _ = scenario;
    await first.end('SIGKILL');
    const killed = Date.now();
    const again = await scenario.node();
    await scenario.wrote(`${again.pid} began`);
    const took = Date.now() - killed;
    assert.ok(took < takeoverLimitMs, `it took ${took} ms`);
    scenario.endJob();
    await scenario.completed();
  });

  it('moves to another node at once when its node stops, without using up a retry', long, async () => {
    const { scenario, first } = await JobScenario.start();
    await using _ = scenario;
    const second = await scenario.node();
    assert.deepEqual(await first.end('SIGTERM'), { code: 0, signal: null });
    const stopped = Date.now();
    await scenario.wrote(`${second.pid} began`);
    // A killed node counts as lost after 15 seconds. Here the other node must take over sooner.
    assert.ok(Date.now() - stopped < timeLimit(12_000));
    assert.deepEqual(
      new Set(scenario.lines),
      new Set([`${first.pid} began`, `${first.pid} aborted`, `${second.pid} began`]),
    );
    scenario.endJob();
    assert.equal((await scenario.completed()).attempts, 2);
  });

  it('completes on a stopping node when it ends in time', long, async () => {
    const { scenario, first } = await JobScenario.start();
    await using _ = scenario;
    const ended = first.end('SIGTERM');
    scenario.endJob();
    assert.deepEqual(await ended, { code: 0, signal: null });
    assert.deepEqual(scenario.lines, [`${first.pid} began`, `${first.pid} ended`]);
    assert.equal((await scenario.job()).state, 'completed');
    assert.equal((await scenario.job()).attempts, 1);
  });

  it('continues when its node loses its database connections', long, async () => {
    const { scenario, first } = await JobScenario.start();
    await using _ = scenario;
    await scenario.terminateConnections();
    scenario.endJob();
    const job = await scenario.completed();
    assert.equal(job.attempts, 1);
    assert.deepEqual(scenario.lines, [`${first.pid} began`, `${first.pid} ended`]);
    const next = await scenario.node();
    assert.deepEqual(await first.end('SIGTERM'), { code: 0, signal: null });
    assert.deepEqual(await next.end('SIGTERM'), { code: 0, signal: null });
  });
});
