import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { type TSchema, Type } from 'typebox';
import { Access } from '#core/access/access.ts';
import { type Context, dryRun, inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { migrate, migrationsFolder } from '#db/migrator.ts';
import { lastOccurrence, parseCron } from '#lib/cron.ts';
import { asAdmin, type Cluster, dropDatabase, startCluster, testConfig } from '#test/cluster.ts';
import { ids, nobody, refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { createApp } from '../../app.ts';
import { data } from '../../modules/data/index.ts';
import { defineJob, type Job, type JobControls } from './job.ts';
import { Progress } from './progress.ts';

type Work = (context: Context, controls: JobControls) => Promise<void>;

/** The work of the jobs of this file, by the tag in their input. */
const works = new Map<string, Work>();
const tagged = Type.Object({ tag: Type.String(), key: Type.Optional(Type.String()) });
const run: Job<typeof tagged>['run'] = (context, { tag }, controls) => (works.get(tag) as Work)(context, controls);

const plain = defineJob({ name: 'tests.plain', summary: 'x', input: tagged, retry: { limit: 2, delay: 0 }, run });
const keyed = defineJob({ name: 'tests.keyed', summary: 'x', input: tagged, key: ({ key = '' }) => key, run });
const scheduledRuns: string[] = [];
const twelveHoursAgo = `0 ${(new Date().getUTCHours() + 12) % 24} * * *`;
const scheduled = (name: string) =>
  defineJob({
    name,
    summary: 'x',
    input: Type.Object({}),
    cron: twelveHoursAgo,
    run: async ({ caller, requestId }) => {
      scheduledRuns.push(`${caller.accountKey} ${caller.userId} ${requestId}`);
    },
  });

const given = process.env.ATRIUM_TEST_CLUSTER;
const cluster: Cluster = given ? { admin: JSON.parse(given), stop: async () => {} } : await startCluster();
process.env.ATRIUM_TEST_CLUSTER = JSON.stringify(cluster.admin);
after(() => cluster.stop());
const { app, admin, tenant, user, sql, connection } = await appForFile({}, [plain, keyed]);
const other = await tenant();
const { services } = app;

const tenantOf = async ({ accountKey }: Client): Promise<string> =>
  (await sql('select id from tenants where account_key = $1', [accountKey]))[0].id;

/** The context of an operation of this client. */
async function contextFor(client: Client): Promise<Context> {
  const tenantId = await tenantOf(client);
  const caller = await services.directory.actor(tenantId, client.userId);
  assert.ok(caller);
  return { services, caller, registry: await services.directory.registry(tenantId), requestId: 'a test' };
}

const mine = await contextFor(admin);
const platform: Context = { ...mine, caller: { ...mine.caller, userId: null, access: Access.system } };

let tags = 0;
const inputFor = (work: Work): { tag: string } => {
  tags += 1;
  const tag = `t${tags}`;
  works.set(tag, work);
  return { tag };
};

/** A promise that keeps a job running until the test calls `open`. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}

const readJob = async (id: string, client = admin): Promise<Json> => {
  const reply = await client.get(`/api/data/jobs/${id}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

const waitForState = (id: string, state: string, client = admin): Promise<Json> =>
  until(`the job to be ${state}`, async () => {
    const found = await readJob(id, client);
    return found.state === state && found;
  });

const enqueue = (work: Work, options = {}, context = mine): Promise<string> =>
  services.jobs.enqueue(context, plain, inputFor(work), options);

/** Enqueues a job and waits until it is completed. */
async function runJob<Input extends TSchema>(job: Job<Input> | undefined, context = platform): Promise<void> {
  assert.ok(job);
  await waitForState(await services.jobs.enqueue(context, job as Job, {}), 'completed');
}

const productJob = (name: string): Job | undefined => data.jobs.find((job) => job.name === name);

const later = { runAt: new Date(Date.now() + 3_600_000) };

/** The number of jobs of this file in the database. */
const countJobs = () => sql(`select count(*) from jobs where name ~ '^tests'`);

describe('a job', () => {
  it('runs in the tenant of the user who enqueued it, and as that user', async () => {
    let seen: Context | undefined;
    const begun = Date.now();
    const id = await enqueue(
      async (context) => {
        seen = context;
      },
      {},
      await contextFor(other),
    );
    const job = await waitForState(id, 'completed', other);
    assert.equal(seen?.caller.accountKey, other.accountKey);
    assert.equal(seen?.caller.userId, other.userId);
    assert.equal(seen?.tx, undefined);
    assert.ok(Date.now() - begun < 4000, 'it begins on the notification, not at the next poll');
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    assert.deepEqual(
      { ...job, runAt: '', createdAt: '', startedAt: '', finishedAt: '' },
      {
        _id: id,
        name: 'tests.plain',
        state: 'completed',
        progress: 1,
        done: null,
        total: null,
        attempts: 1,
        lastError: null,
        runAt: '',
        createdAt: '',
        startedAt: '',
        finishedAt: '',
        createdBy: other.userId,
      },
    );
    const times = [job.createdAt, job.startedAt, job.finishedAt];
    for (const time of [job.runAt, ...times]) assert.equal(new Date(time).toISOString(), time);
    assert.deepEqual(times.toSorted(), times);
  });

  it('runs as the platform when the platform enqueued it', async () => {
    let seen: Context | undefined;
    const job = await waitForState(
      await enqueue(
        async (context) => {
          seen = context;
        },
        {},
        platform,
      ),
      'completed',
    );
    assert.equal(seen?.caller.userId, null);
    assert.equal(seen?.caller.access, Access.system);
    assert.equal(job.createdBy, null);
  });

  it('runs only after the transaction that enqueued it has committed', async () => {
    let began = false;
    const id = await inTransaction(mine, async (within) => {
      const enqueued = await enqueue(
        async () => {
          began = true;
        },
        {},
        within,
      );
      await sleep(300);
      assert.equal(began, false);
      return enqueued;
    });
    await waitForState(id, 'completed');
    assert.equal(began, true);
  });

  it('does not exist when that transaction is rolled back', async () => {
    const before = await countJobs();
    const fails = inTransaction(mine, async (within) => {
      await enqueue(async () => {}, {}, within);
      throw new Error('no');
    });
    await assert.rejects(fails, /^Error: no$/);
    assert.deepEqual(await countJobs(), before);
  });

  it('does not exist after a dry run', async () => {
    const before = await countJobs();
    const id = await dryRun(mine, (within) => enqueue(async () => {}, {}, within));
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(await countJobs(), before);
  });

  it('is refused when its input is invalid', async () => {
    const before = await countJobs();
    await assert.rejects(services.jobs.enqueue(mine, plain, { tag: 7 } as never), (error: AppError) => {
      assert.equal(error.code, 'validation_failed');
      assert.deepEqual(
        error.details.map(({ field }) => field),
        ['tag'],
      );
      return true;
    });
    assert.deepEqual(await countJobs(), before);
  });

  it('waits until runAt', async () => {
    const runAt = new Date(Date.now() + 1200);
    let began = 0;
    const id = await enqueue(
      async () => {
        began = Date.now();
      },
      { runAt },
    );
    assert.equal((await readJob(id)).state, 'scheduled');
    assert.equal((await readJob(id)).runAt, runAt.toISOString());
    await waitForState(id, 'completed');
    assert.ok(began >= runAt.getTime(), `${began} is before ${runAt.getTime()}`);
  });

  it('is the only running job with its key in its tenant', async () => {
    const first = gate();
    const order: string[] = [];
    const work = (name: string, mayEnd?: Promise<void>) =>
      inputFor(async () => {
        order.push(`${name} begins`);
        await mayEnd;
        order.push(`${name} ends`);
      });
    const send = (input: { tag: string }, key: string, context = mine) =>
      services.jobs.enqueue(context, keyed, { ...input, key });
    const a = await send(work('a', first.opened), 'one');
    await waitForState(a, 'running');
    const b = await send(work('b'), 'one');
    const c = await send(work('c'), 'two');
    const d = await send(work('d'), 'one', await contextFor(other));
    await waitForState(c, 'completed');
    await waitForState(d, 'completed', other);
    assert.equal((await readJob(b)).state, 'queued');
    first.open();
    await waitForState(b, 'completed');
    assert.ok(order.indexOf('b begins') > order.indexOf('a ends'), order.join());
  });

  it('uses the key given to enqueue instead of the key of its definition', async () => {
    const first = gate();
    const a = await enqueue(() => first.opened, { key: 'given' });
    await waitForState(a, 'running');
    const b = await enqueue(async () => {}, { key: 'given' });
    const c = await enqueue(async () => {});
    await waitForState(c, 'completed');
    assert.equal((await readJob(b)).state, 'queued');
    first.open();
    await waitForState(b, 'completed');
  });

  it('is retried, and fails with its last error', async () => {
    let tries = 0;
    const id = await enqueue(async () => {
      tries += 1;
      throw new Error(`try ${tries} \u0000 was in vain`);
    });
    const job = await waitForState(id, 'failed');
    assert.equal(tries, 3);
    assert.equal(job.attempts, 3);
    assert.equal(job.lastError, 'try 3  was in vain');
    assert.ok(job.finishedAt);
  });

  it('waits between attempts, and shows its last error meanwhile', async () => {
    const slow = defineJob({ ...plain, name: 'tests.plain', retry: { limit: 1, delay: '1h' } });
    const id = await services.jobs.enqueue(
      mine,
      slow,
      inputFor(async () => {
        throw new AppError('unavailable', 'Come back later.');
      }),
    );
    const job = await waitForState(id, 'retrying');
    assert.equal(job.lastError, 'Come back later.');
    assert.equal(job.attempts, 1);
    assert.ok(new Date(job.runAt).getTime() - Date.now() > 3_000_000);
  });

  it('completes when a later attempt succeeds', async () => {
    let tries = 0;
    const id = await enqueue(async () => {
      tries += 1;
      if (tries < 3) throw new Error('not yet');
    });
    const job = await waitForState(id, 'completed');
    assert.equal(job.attempts, 3);
    assert.equal(job.lastError, null);
  });

  it('shows its progress', async () => {
    const paused = gate();
    const id = await enqueue(async (_context, { progress }) => {
      progress(0.25);
      await paused.opened;
      progress(7);
    });
    await until('progress', async () => (await readJob(id)).progress === 0.25);
    paused.open();
    assert.equal((await waitForState(id, 'completed')).progress, 1);
  });

  it('fails after ten interruptions, when it crashes its node again and again', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const id = await enqueue(async (_context, { signal }) => {
      signal.addEventListener('abort', () => resolve());
      await promise;
    });
    await waitForState(id, 'running');
    // Simulates ten interruptions and a minute without a heartbeat.
    await sql(
      `update jobs set interruptions = 10, failures = retry_limit, heartbeat_at = now() - interval '1 minute' where id = $1`,
      [id],
    );
    await sql(`select pg_notify('atrium_jobs', '')`);
    const job = await waitForState(id, 'failed');
    assert.equal(job.lastError, 'The server stopped while the job ran.');
    await promise;
  });

  it('fails without a retry when its user was deactivated before it runs', async () => {
    const leaver = await user({ permissions: ['*'] });
    const id = await enqueue(async () => assert.fail(), later, await contextFor(leaver));
    const deactivated = await admin.patch(`/api/identity/users/${leaver.userId}`, { active: false });
    assert.equal(deactivated.status, 200, deactivated.text);
    await runNow(id);
    const job = await waitForState(id, 'failed');
    assert.equal(job.attempts, 1);
    assert.match(job.lastError, /no longer active/);
  });

  it('waits while its tenant is suspended, and runs when it is active again', async () => {
    const suspended = await tenant();
    const tenantId = await tenantOf(suspended);
    let began = false;
    const context = await contextFor(suspended);
    await sql(`update tenants set status = 'suspended' where id = $1`, [tenantId]);
    const id = await enqueue(
      async () => {
        began = true;
      },
      {},
      context,
    );
    const row = () => sql('select state, attempts, started_at, run_at > now() as waits from jobs where id = $1', [id]);
    const waiting = { state: 'queued', attempts: 0, started_at: null, waits: true };
    for (let n = 0; n < 4; n += 1) {
      await until('the job to be put back', async () => (await row())[0].waits);
      assert.deepEqual(await row(), [waiting]);
      await runNow(id);
    }
    await until('the job to be put back', async () => (await row())[0].waits);
    assert.equal(began, false);
    await sql(`update tenants set status = 'active' where id = $1`, [tenantId]);
    await runNow(id);
    assert.equal((await waitForState(id, 'completed', suspended)).attempts, 1);
  });
});

/** Makes the job due now. */
async function runNow(id: string): Promise<void> {
  await sql('update jobs set run_at = now() where id = $1', [id]);
  await sql(`select pg_notify('atrium_jobs', '')`);
}

describe('a job that is cancelled', () => {
  const cancel = (id: string, client = admin) => client.post(`/api/data/jobs/${id}/cancel`, {});

  it('before it runs never begins', async () => {
    const id = await enqueue(async () => assert.fail(), later);
    const reply = await cancel(id);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.state, 'cancelled');
    await runNow(id);
    await runJob(productJob('events.partitions'));
    assert.deepEqual(await readJob(id), { ...reply.body, runAt: (await readJob(id)).runAt });
  });

  it('while it runs gets an abort signal', async () => {
    const { promise, resolve } = Promise.withResolvers<Error>();
    // The state of the job is `running` a moment before `run` is called.
    const begun = Promise.withResolvers<void>();
    const id = await enqueue(async (_context, { signal }) => {
      signal.addEventListener('abort', () => resolve(signal.reason));
      begun.resolve();
      await promise;
      throw new Error('ignored, because the job is cancelled');
    });
    await begun.promise;
    await waitForState(id, 'running');
    assert.equal((await cancel(id)).status, 200);
    assert.match((await promise).message, /cancelled/);
    await runJob(productJob('events.partitions'));
    assert.equal((await readJob(id)).state, 'cancelled');
    assert.equal((await readJob(id)).lastError, null);
  });

  it('in a dry run stays scheduled', async () => {
    const id = await enqueue(async () => {}, later);
    const reply = await admin.post(`/api/data/jobs/${id}/cancel?dryRun=true`, {});
    assert.equal(reply.body.state, 'cancelled');
    assert.equal((await readJob(id)).state, 'scheduled');
    await cancel(id);
  });

  it('after it has ended is answered with 409', async () => {
    const id = await enqueue(async () => {});
    await waitForState(id, 'completed');
    refused(await cancel(id), 409, 'conflict');
    const twice = await enqueue(async () => {}, later);
    await cancel(twice);
    refused(await cancel(twice), 409, 'conflict');
  });
});

describe('a job that is retried by the API', () => {
  const retry = (id: string, client = admin) => client.post(`/api/data/jobs/${id}/retry`, {});

  it('runs after it failed', async () => {
    let broken = true;
    const id = await enqueue(async () => {
      if (broken) throw new Error('broken');
    });
    await waitForState(id, 'failed');
    broken = false;
    const reply = await retry(id);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.state, 'retrying');
    assert.equal((await waitForState(id, 'completed')).attempts, 4);
  });

  it('runs after it was cancelled', async () => {
    const id = await enqueue(async () => {}, { runAt: new Date(Date.now() + 500) });
    await admin.post(`/api/data/jobs/${id}/cancel`, {});
    assert.equal((await retry(id)).status, 200);
    await waitForState(id, 'completed');
  });

  it('before it has failed or been cancelled is answered with 409', async () => {
    const id = await enqueue(async () => {});
    await waitForState(id, 'completed');
    refused(await retry(id), 409, 'conflict');
    const waits = await enqueue(async () => {}, later);
    refused(await retry(waits), 409, 'conflict');
  });
});

describe('jobs over HTTP', async () => {
  const owner = await tenant();
  const theirs = await contextFor(owner);
  const jobs: string[] = [];
  for (let n = 0; n < 5; n += 1) jobs.unshift(await enqueue(async () => {}, later, theirs));
  const finished = await services.jobs.enqueue(
    theirs,
    keyed,
    inputFor(async () => {}),
  );
  await waitForState(finished, 'completed', owner);
  const all = [finished, ...jobs];

  it('are listed newest first', async () => {
    const reply = await owner.get('/api/data/jobs');
    assert.deepEqual(ids(reply), all);
    assert.deepEqual(reply.body.meta, {
      page: 1,
      limit: 20,
      total: 6,
      totalExact: true,
      totalPages: 1,
      hasMore: false,
      nextCursor: null,
    });
    assert.deepEqual(reply.body.data[0], await readJob(finished, owner));
  });

  it('are listed by pages', async () => {
    const reply = await owner.get('/api/data/jobs?limit=4&page=2');
    assert.deepEqual(ids(reply), all.slice(4));
    const { page, totalPages, hasMore } = reply.body.meta;
    assert.deepEqual({ page, totalPages, hasMore }, { page: 2, totalPages: 2, hasMore: false });
  });

  it('are listed by cursors', async () => {
    const first = await owner.get('/api/data/jobs?limit=4');
    const second = await owner.get(`/api/data/jobs?limit=4&cursor=${first.body.meta.nextCursor}`);
    assert.deepEqual([...ids(first), ...ids(second)], all);
    assert.equal(second.body.meta.page, null);
    assert.equal(second.body.meta.nextCursor, null);
  });

  it('are filtered by state and name', async () => {
    assert.deepEqual(ids(await owner.get('/api/data/jobs?filter[state]=scheduled')), jobs);
    assert.deepEqual(ids(await owner.get('/api/data/jobs?filter[name]=tests.keyed')), [finished]);
    assert.deepEqual(ids(await owner.get('/api/data/jobs?filter[name]=tests.keyed&filter[state]=failed')), []);
  });

  it('are refused for unknown filters and invalid pages', async () => {
    refused(await owner.get('/api/data/jobs?filter[state]=happy'), 400, 'bad_request', 'filter[state]');
    refused(await owner.get('/api/data/jobs?filter[color]=red'), 400, 'bad_request', 'filter[color]');
    refused(await owner.get('/api/data/jobs?limit=0'), 400, 'bad_request', 'limit');
    refused(await owner.get('/api/data/jobs?page=1&cursor=x'), 400, 'bad_request', 'cursor');
    const cursors = ['x', '', Buffer.from(`2026-13-45T00:00:00.000Z ${nobody}`).toString('base64url')];
    for (const cursor of cursors) {
      refused(await owner.get(`/api/data/jobs?cursor=${cursor}`), 400, 'bad_request', 'cursor');
    }
  });

  it('are not found by another tenant', async () => {
    const [id] = jobs;
    const seen = await other.get('/api/data/jobs?limit=200');
    assert.ok(ids(seen).every((job) => !all.includes(job)));
    for (const stranger of [other, admin]) {
      refused(await stranger.get(`/api/data/jobs/${id}`), 404, 'not_found');
      refused(await stranger.post(`/api/data/jobs/${id}/cancel`, {}), 404, 'not_found');
      refused(await stranger.post(`/api/data/jobs/${id}/retry`, {}), 404, 'not_found');
    }
    assert.equal((await readJob(id as string, owner)).state, 'scheduled');
  });

  it('are not found by an unknown id', async () => {
    for (const id of [nobody, 'nonsense']) {
      refused(await owner.get(`/api/data/jobs/${id}`), 404, 'not_found');
      refused(await owner.post(`/api/data/jobs/${id}/cancel`, {}), 404, 'not_found');
      refused(await owner.post(`/api/data/jobs/${id}/retry`, {}), 404, 'not_found');
    }
  });

  it('are read with data:read, which does not suffice to cancel or retry', async () => {
    const [id] = jobs;
    const reader = await user({ permissions: ['data:read'] }, owner);
    assert.equal((await reader.get('/api/data/jobs')).status, 200);
    refused(await reader.post(`/api/data/jobs/${id}/cancel`, {}), 403, 'forbidden');
    refused(await reader.post(`/api/data/jobs/${id}/retry`, {}), 403, 'forbidden');
    const stranger = await user({ permissions: ['sales:*'] }, owner);
    refused(await stranger.get('/api/data/jobs'), 403, 'forbidden');
    refused(await stranger.get(`/api/data/jobs/${id}`), 403, 'forbidden');
  });
});

describe('a job with a cron expression', () => {
  it('is enqueued once over all nodes, also when it was due while no node ran', async () => {
    await sql(`insert into job_names values ('tests.ticking', now() - interval '2 days')`);
    const jobs = [scheduled('tests.ticking'), scheduled('tests.new')];
    const node = () =>
      createApp({ config: testConfig(), connection, log: pino({ level: 'silent' }), passwordCost: 4, jobs });
    const nodes = await Promise.all([node(), node(), node()]);
    const job = await until('the job to complete', async () => {
      const { body } = await admin.get('/api/data/jobs?filter[name]=tests.ticking&filter[state]=completed');
      return body.data[0];
    });
    await Promise.all(nodes.map((each) => each.close()));
    const { body } = await admin.get('/api/data/jobs?filter[name]=tests.ticking');
    assert.deepEqual(body.data, [job]);
    assert.deepEqual(scheduledRuns, [`default null job ${job._id}`]);
  });

  it('is not enqueued for a time before it was registered', async () => {
    const { body } = await admin.get('/api/data/jobs?filter[name]=tests.new');
    assert.deepEqual(body.data, []);
  });

  const at = (cron: string, now: string) => {
    const parsed = parseCron(cron);
    assert.ok(parsed, cron);
    return lastOccurrence(parsed, new Date(now), 10 * 86_400_000)?.toISOString();
  };

  it('is due at the times that match its fields', () => {
    const now = '2026-03-04T05:06:07.000Z'; // A Wednesday.
    assert.equal(at('* * * * *', now), '2026-03-04T05:06:00.000Z');
    assert.equal(at('17 3 * * *', now), '2026-03-04T03:17:00.000Z');
    assert.equal(at('17 6 * * *', now), '2026-03-03T06:17:00.000Z');
    assert.equal(at('*/20 * * * *', now), '2026-03-04T05:00:00.000Z');
    assert.equal(at('5-59/10 4,23 * * *', now), '2026-03-04T04:55:00.000Z');
    assert.equal(at('0 0 * * 7', now), '2026-03-01T00:00:00.000Z');
    assert.equal(at('0 0 * * 0', now), '2026-03-01T00:00:00.000Z');
    assert.equal(at('0 0 28 2 *', now), '2026-02-28T00:00:00.000Z');
    assert.equal(at('0 0 28 * 1', now), '2026-03-02T00:00:00.000Z');
    assert.equal(at('0 0 1 1 *', now), undefined);
  });

  it('is refused unless it has five fields within their bounds', () => {
    for (const cron of [
      '',
      '* * * *',
      '* * * * * *',
      '60 * * * *',
      '* 24 * * *',
      '* * 0 * *',
      '* * * 13 *',
      '* * * * 8',
    ])
      assert.equal(parseCron(cron), undefined, cron);
    for (const cron of ['x * * * *', '5-1 * * * *', '*/0 * * * *', '1, * * * *', '-1 * * * *'])
      assert.equal(parseCron(cron), undefined, cron);
    assert.throws(
      () => defineJob({ ...plain, retry: { limit: 1, delay: 1 }, cron: 'daily' }),
      /is not a valid cron expression/,
    );
  });
});

describe('the jobs of the platform', () => {
  it('create the partitions of events for the coming months', async () => {
    const months = () => sql(`select relname from pg_class where relname ~ '^events_\\d{4}_\\d{2}$' order by 1`);
    const before = await months();
    await sql(`drop table ${before.at(-1).relname}`);
    await runJob(productJob('events.partitions'));
    assert.deepEqual(await months(), before);
  });

  it('drop the partitions of events after their retention', async () => {
    await sql(
      `create table events_2020_01 partition of events for values from ('2020-01-01 00:00+00') to ('2020-02-01 00:00+00')`,
    );
    await runJob(productJob('events.retention'));
    const [partitions] = await sql(`select to_regclass('events_2020_01') as old, (select count(*)::int from pg_inherits
      where inhparent = 'events'::regclass) as months`);
    assert.equal(partitions.old, null);
    assert.ok(partitions.months >= 5);
  });

  it('delete idempotency keys after a day', async () => {
    const key = (name: string, age: string) =>
      sql(
        `insert into idempotency_keys (tenant_id, caller_id, key, fingerprint, created_at)
         values (1, gen_random_uuid(), $1, 'x', now() - $2::interval)`,
        [name, age],
      );
    await key('cleaned', '25 hours');
    await key('kept', '23 hours');
    await runJob(productJob('idempotency.cleaning'));
    assert.deepEqual(await sql(`select key from idempotency_keys where key in ('cleaned', 'kept')`), [{ key: 'kept' }]);
  });

  it('delete jobs a week after they ended, and never jobs that wait', async () => {
    const old = await enqueue(async () => {});
    const recent = await enqueue(async () => {});
    const waiting = await enqueue(async () => {}, later);
    await waitForState(old, 'completed');
    await waitForState(recent, 'completed');
    await sql(`update jobs set finished_at = now() - interval '8 days' where id = $1`, [old]);
    await sql(`update jobs set created_at = now() - interval '8 years' where id = $1`, [waiting]);
    await runJob(productJob('jobs.cleaning'));
    const remaining = await sql<{ id: string }>('select id from jobs where id = any($1) order by id', [
      [old, recent, waiting],
    ]);
    assert.deepEqual(
      remaining.map(({ id }) => id),
      [recent, waiting],
    );
    refused(await admin.get(`/api/data/jobs/${old}`), 404, 'not_found');
  });
});

describe('the progress of a job', () => {
  it('is written at most four times a second, and always at the end', async () => {
    const written: number[] = [];
    const progress = new Progress(async ({ fraction }) => void written.push(fraction));
    const begun = Date.now();
    for (let n = 1; n <= 60; n += 1) {
      progress.report(n / 60);
      await sleep(10);
    }
    await progress.end();
    const seconds = (Date.now() - begun) / 1000;
    assert.ok(written.length >= 2 && written.length <= 4 * seconds + 1, `${written.length} in ${seconds} s`);
    assert.equal(written.at(-1), 1);
    assert.deepEqual(written, written.toSorted());
    assert.throws(() => progress.report(Number.NaN), /from 0 to 1/);
  });
});

describe('jobs of an older version with pg-boss', () => {
  it('are migrated with their state, attempts and errors', async () => {
    const name = `test_engine_${process.pid}_${randomBytes(4).toString('hex')}`;
    await asAdmin(cluster.admin, (client) => client.query(`create database ${name}`));
    try {
      await asAdmin({ ...cluster.admin, database: name }, async (client) => {
        await migrate(client, migrationsFolder, (file) => file < '0017');
        await client.query(`
          create schema pgboss;
          create type pgboss.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
          create table pgboss.job (
            name text, id uuid, singleton_key text, state pgboss.job_state, start_after timestamptz, retry_count int,
            retry_limit int, retry_delay int, retry_backoff boolean, started_on timestamptz, completed_on timestamptz,
            data jsonb, output jsonb
          );
          create table pgboss.queue (name text, created_on timestamptz);
          insert into pgboss.queue values ('tests.work', '2026-01-01');
          insert into jobs (tenant_id, id, name, input) select 1, md5(state)::uuid, 'tests.work', '{"n": 1}'
            from unnest(array['created', 'retry', 'active', 'completed', 'cancelled', 'failed', 'forgotten']) state;
          insert into pgboss.job select 'tests.work', md5(state::text)::uuid, case state when 'active' then '1:key' end, state,
            '2026-02-01', case state when 'created' then 0 else 2 end, 3, 30, true,
            case when state <> 'created' then timestamptz '2026-02-02' end,
            case when state > 'active' then timestamptz '2026-02-03' end, '{"tenant": "1", "interrupted": 4}',
            case state when 'failed' then jsonb '{"message": "No route."}' end
            from unnest(enum_range(null::pgboss.job_state)) state;
        `);
        await migrate(client);
        const { rows } = await client.query(
          `select o.was, j.state, j.key = j.id::text as own_key, j.attempts, j.failures, j.interruptions, j.last_error,
             j.finished_at is not null as finished
           from jobs j join unnest(array['created', 'retry', 'active', 'completed', 'cancelled', 'failed'])
             with ordinality o(was, place) on md5(o.was)::uuid = j.id order by o.place`,
        );
        const begun = { own_key: true, attempts: 3, failures: 2, interruptions: 4, last_error: null, finished: false };
        assert.deepEqual(rows, [
          { ...begun, was: 'created', state: 'queued', attempts: 0, failures: 0 },
          { ...begun, was: 'retry', state: 'retrying' },
          { ...begun, was: 'active', state: 'retrying', own_key: false },
          { ...begun, was: 'completed', state: 'completed', finished: true },
          { ...begun, was: 'cancelled', state: 'cancelled', finished: true },
          { ...begun, was: 'failed', state: 'failed', finished: true, last_error: 'No route.' },
        ]);
        const names = await client.query(`select name, since = '2026-01-01' as same from job_names`);
        assert.deepEqual(names.rows, [{ name: 'tests.work', same: true }]);
        const migrated = await client.query(
          `select (select count(*)::int from jobs) as jobs, to_regnamespace('pgboss') as old`,
        );
        assert.deepEqual(migrated.rows, [{ jobs: 6, old: null }]);
      });
    } finally {
      await dropDatabase(cluster, name);
    }
  });
});
