import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type Json, startApp, type TestApp } from './harness.ts';
import { nodeFile } from './job-node.ts';
import { type Exit, until } from './process.ts';

/** How soon work that a node left must be taken up. */
const takenUpWithinMs = 30_000;

/** A node of its own. */
class JobNode {
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  #output = '';

  constructor(env: Record<string, string>) {
    this.#child = spawn(process.execPath, [nodeFile], {
      env: { PATH: process.env.PATH, TMPDIR: os.tmpdir(), ...env },
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

/** A database, nodes that work on it, and a job that one of them runs. The server that is asked does not know the job. */
class Scene implements AsyncDisposable {
  readonly #app: TestApp;
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-jobs-'));
  readonly #nodes = new Set<JobNode>();

  constructor(app: TestApp) {
    this.#app = app;
  }

  static async set(): Promise<{ scene: Scene; first: JobNode }> {
    const scene = new Scene(await startApp());
    const input = { log: scene.#file('log'), until: scene.#file('door') };
    const first = await scene.node({ JOB_NODE_INPUT: JSON.stringify(input) });
    await scene.wrote(`${first.pid} began`);
    return { scene, first };
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

  /** Lets the job end. */
  open(): void {
    fs.writeFileSync(this.#file('door'), '');
  }

  async job(): Promise<Json> {
    // While its connections are cut, the server says 503.
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

  /** Ends every connection to the database but the one that does it. */
  async cutConnections(): Promise<void> {
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

describe('a job whose node', { concurrency: true }, () => {
  it('is killed is taken up by another within half a minute, at no cost of its tries', async () => {
    const { scene, first } = await Scene.set();
    await using _ = scene;
    const second = await scene.node();
    await first.end('SIGKILL');
    const killed = Date.now();
    await scene.wrote(`${second.pid} began`);
    const took = Date.now() - killed;
    assert.ok(took < takenUpWithinMs, `it took ${took} ms`);
    const job = await scene.job();
    assert.equal(job.state, 'running');
    assert.equal(job.attempts, 2);
    assert.match(job.lastError, /stopped while/);
    scene.open();
    assert.equal((await scene.completed()).lastError, null);
    assert.deepEqual(scene.lines, [`${first.pid} began`, `${second.pid} began`, `${second.pid} ended`]);
  });

  it('is killed is taken up by the same when it comes back', async () => {
    const { scene, first } = await Scene.set();
    await using _ = scene;
    await first.end('SIGKILL');
    const killed = Date.now();
    const again = await scene.node();
    await scene.wrote(`${again.pid} began`);
    const took = Date.now() - killed;
    assert.ok(took < takenUpWithinMs, `it took ${took} ms`);
    scene.open();
    await scene.completed();
  });

  it('stops is given to another at once, at no cost of its tries', async () => {
    const { scene, first } = await Scene.set();
    await using _ = scene;
    const second = await scene.node();
    assert.deepEqual(await first.end('SIGTERM'), { code: 0, signal: null });
    const stopped = Date.now();
    await scene.wrote(`${second.pid} began`);
    // Nobody waits until the node counts as lost, which takes 15 seconds.
    assert.ok(Date.now() - stopped < 12_000);
    assert.deepEqual(
      new Set(scene.lines),
      new Set([`${first.pid} began`, `${first.pid} aborted`, `${second.pid} began`]),
    );
    scene.open();
    assert.equal((await scene.completed()).attempts, 2);
  });

  it('stops ends there when it ends in time', async () => {
    const { scene, first } = await Scene.set();
    await using _ = scene;
    const ended = first.end('SIGTERM');
    scene.open();
    assert.deepEqual(await ended, { code: 0, signal: null });
    assert.deepEqual(scene.lines, [`${first.pid} began`, `${first.pid} ended`]);
    assert.equal((await scene.job()).state, 'completed');
    assert.equal((await scene.job()).attempts, 1);
  });

  it('loses its connections goes on', async () => {
    const { scene, first } = await Scene.set();
    await using _ = scene;
    await scene.cutConnections();
    scene.open();
    const job = await scene.completed();
    assert.equal(job.attempts, 1);
    assert.deepEqual(scene.lines, [`${first.pid} began`, `${first.pid} ended`]);
    const next = await scene.node();
    assert.deepEqual(await first.end('SIGTERM'), { code: 0, signal: null });
    assert.deepEqual(await next.end('SIGTERM'), { code: 0, signal: null });
  });
});
