import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { compare, type Target } from './load.ts';
import { processorSeconds, treeOf } from './processor-time.ts';
import type { Report } from './report.ts';
import { residentMegabytes, type Stage, startStage } from './stage.ts';

const contacts = '/api/sales/contacts';
const workflows = '/api/marketing/workflows';
const firstSteps = 60;
const stepRecords = 3000;
const waitingRecords = 100_000;
const workflowCount = 20;
const quietMs = 15_000;
/** Requests of other clients while workflows run. */
const listsPerSecond = 100;
/** The share of a processor below which a server has nothing left to do. */
const restingProcessor = 0.05;
const restMaxMs = 300_000;

const fillContacts = `insert into sales_contacts (tenant_id, id, first_name, last_name, title, score, email, status)
  select 1, gen_random_uuid(), 'First ' || n % 1000, $2::text || n, 'Title ' || n % 50, n % 101, 'contact' || n || '@example.com', 'customer'
  from generate_series(1, $1::int) n`;

/** Steps of each kind that only touches our own database. Each record passes ten of them. */
const tenSteps = [
  { key: 'tag', type: 'addTag', config: { tag: 'in' } },
  {
    key: 'branch',
    type: 'branch',
    config: { branches: [{ name: 'high', filter: { score: { gte: 50 } }, next: 'high' }], else: 'low' },
  },
  { key: 'high', type: 'updateRecord', config: { target: 'record', values: { department: 'A' } }, next: 'split' },
  { key: 'low', type: 'updateRecord', config: { target: 'record', values: { department: 'B' } }, next: 'split' },
  {
    key: 'split',
    type: 'split',
    config: {
      parts: [
        { percent: 50, next: 'one' },
        { percent: 50, next: 'two' },
      ],
    },
  },
  { key: 'one', type: 'score', config: { points: 5 }, next: 'text' },
  { key: 'two', type: 'score', config: { points: 7 }, next: 'text' },
  { key: 'text', type: 'updateRecord', config: { target: 'record', values: { department: '{{ record.lastName }}' } } },
  { key: 'second', type: 'addTag', config: { tag: 'second' } },
  { key: 'removed', type: 'removeTag', config: { tag: 'in' } },
  { key: 'third', type: 'updateRecord', config: { target: 'record', values: { department: 'C' } } },
  { key: 'fourth', type: 'addTag', config: { tag: 'fourth' } },
  { key: 'end', type: 'exit', config: { reason: 'Done' } },
];

/** Measures the engine of workflows: how soon it begins, how much it does, and what waiting records and triggers cost. */
export async function workflowBench(report: Report, rounds: number, seconds: number): Promise<void> {
  const stage = await startStage();
  const plain = await startStage();
  try {
    await toFirstStep(report, stage);
    await stepsPerSecond(report, stage);
    await creates(report, stage, plain, rounds, seconds);
    await waiting(report, stage);
  } finally {
    await plain.close();
    await stage.close();
  }
}

/** The time from a request that creates a contact to the log of the first step, which is read from the table. */
async function toFirstStep(report: Report, stage: Stage): Promise<void> {
  const workflow = await activeWorkflow(stage, {
    name: 'First step',
    trigger: 'recordCreated',
    steps: [{ key: 'tag', type: 'addTag', config: { tag: 'new' } }],
  });
  const took: number[] = [];
  for (let n = 0; n < firstSteps; n += 1) {
    const startedAt = performance.now();
    const { _id } = await send(stage, 'POST', contacts, { firstName: 'First', lastName: `${n}` });
    for (;;) {
      const rows = await stage.sql(
        `select from workflow_step_runs r join marketing_workflow_enrollments e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id
         where r.tenant_id = 1 and r.workflow_id = $1 and e.record_id = $2`,
        [workflow, _id],
      );
      if (rows.length > 0) break;
      await sleep(5);
    }
    took.push(performance.now() - startedAt);
    // People do not create contacts without a pause, and a node that is idle must not be slower.
    await sleep(n % 3 === 0 ? 300 : 20);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => Math.round(took[Math.floor(took.length * share)] ?? 0);
  report(
    'event to the first step of a workflow',
    `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
    'p50 ≤ 200 ms',
    at(0.5) <= 200,
  );
  await send(stage, 'POST', `${workflows}/${workflow}/archive`, {});
}

/** Steps of records that were all enrolled at once, alone and while clients read lists. */
async function stepsPerSecond(report: Report, stage: Stage): Promise<void> {
  for (const connections of [0, 4]) {
    const name = `Steps ${connections} `;
    await stage.sql(fillContacts, [stepRecords, name]);
    await stage.sql('analyze sales_contacts');
    const workflow = await activeWorkflow(stage, { name, trigger: 'manual', steps: tenSteps });
    const ids = (await stage.sql('select id from sales_contacts where starts_with(last_name, $1)', [name])).map(
      ({ id }) => id,
    );
    const reader = connections > 0 ? readLists(stage, connections) : undefined;
    const startedAt = performance.now();
    for (let n = 0; n < ids.length; n += 1000)
      await send(stage, 'POST', `${workflows}/${workflow}/enroll`, { contactIds: ids.slice(n, n + 1000) });
    await ended(stage, workflow, ids.length);
    const took = (performance.now() - startedAt) / 1000;
    const [row] = await stage.sql('select count(*)::int as count from workflow_step_runs where workflow_id = $1', [
      workflow,
    ]);
    const perSecond = Number(row?.count) / took;
    reader?.stop();
    const read = await reader?.done;
    report(
      connections > 0 ? `steps of workflows beside ${listsPerSecond} lists a second` : 'steps of workflows',
      `${perSecond.toFixed(0)}/s${read ? ` (lists ${read.perSecond.toFixed(0)}/s, p99 ${read.p99} ms)` : ''}`,
      '≥ 1000/s',
      perSecond >= 1000,
    );
  }
}

function readLists(stage: Stage, connections: number) {
  const finished = Promise.withResolvers<autocannon.Result>();
  const running = autocannon(
    {
      url: stage.url,
      connections,
      overallRate: listsPerSecond,
      duration: 600,
      requests: [{ method: 'GET', path: `${contacts}?filter[title]=Title%207&sort=-score`, headers: headersOf(stage) }],
    },
    (error, result) => (error ? finished.reject(error) : finished.resolve(result)),
  );
  const done = finished.promise.then(({ '2xx': ok, non2xx, errors, duration, latency }) => {
    if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} lists were not answered with a success, ${errors} failed`);
    return { perSecond: ok / duration, p99: latency.p99 };
  });
  return { done, stop: () => running.stop() };
}

async function creates(report: Report, stage: Stage, plain: Stage, rounds: number, seconds: number): Promise<void> {
  // Every contact is compared with all of them, and enrolled in two of five cases.
  for (let n = 0; n < workflowCount; n += 1)
    await activeWorkflow(stage, {
      name: `Active ${n}`,
      trigger: n % 2 === 0 ? 'recordCreated' : 'recordUpdated',
      triggerConfig: n % 2 === 0 ? { filter: { title: `Title ${n}` } } : { fields: ['department'] },
      steps: [
        { key: 'tag', type: 'addTag', config: { tag: `t${n}` } },
        { key: 'wait', type: 'wait', config: { for: '3d' } },
      ],
    });
  const target = (name: string, of: Stage): Target => {
    let n = 0;
    return {
      name,
      url: of.url,
      next: () => {
        n += 1;
        const body = JSON.stringify({ firstName: 'New', lastName: `Contact ${n}`, title: `Title ${n % 50}` });
        return { method: 'POST', path: contacts, headers: headersOf(of), body };
      },
    };
  };
  const { ours, theirs } = await compare(target('with workflows', stage), target('without', plain), rounds, seconds);
  const ratio = ours.perSecond / theirs.perSecond;
  report(
    `create with ${workflowCount} active workflows, against one without`,
    `${ratio.toFixed(2)} (${ours.perSecond.toFixed(0)}/s; ${theirs.perSecond.toFixed(0)}/s)`,
    '≥ 0.80',
    ratio >= 0.8,
  );
}

/** Measures the memory, processor time and transactions that records cost which wait for a month. */
async function waiting(report: Report, stage: Stage): Promise<void> {
  for (const { id } of await stage.sql(`select id from marketing_workflows where status = 'active'`))
    await send(stage, 'POST', `${workflows}/${id}/archive`, {});
  await stage.sql(fillContacts, [waitingRecords, 'Waiting ']);
  await stage.sql('analyze sales_contacts');
  const { _id: segmentId } = await send(stage, 'POST', '/api/marketing/segments', {
    name: 'All who wait',
    definition: { lastName: { startsWith: 'Waiting ' } },
  });
  const workflow = await activeWorkflow(stage, {
    name: 'Waiting',
    trigger: 'manual',
    steps: [
      { key: 'wait', type: 'wait', config: { for: '4w' } },
      { key: 'tag', type: 'addTag', config: { tag: 'waited' } },
    ],
  });
  await rest(stage);
  const before = { memory: residentMegabytes(stage.pid), quiet: await quiet(stage) };
  await send(stage, 'POST', `${workflows}/${workflow}/enroll`, { segmentId });
  for (;;) {
    const [row] = await stage.sql(
      `select count(*)::int as count from workflow_queue where workflow_id = $1 and phase = 1 and claim is null`,
      [workflow],
    );
    if (Number(row?.count) >= waitingRecords) break;
    await sleep(500);
  }
  await stage.sql('vacuum analyze workflow_queue');
  await rest(stage);
  const after = { memory: residentMegabytes(stage.pid), quiet: await quiet(stage) };
  const [size] = await stage.sql(
    `select (sum(pg_column_size(q)) / 1e6)::float8 as rows, pg_total_relation_size('workflow_queue') / 1e6 as total
     from workflow_queue q where workflow_id = $1`,
    [workflow],
  );
  const grown = after.memory - before.memory;
  report(
    `memory of the server for ${waitingRecords.toLocaleString('en')} waiting records`,
    `${grown.toFixed(1)} MB (rows ${Number(size?.rows).toFixed(0)} MB, with indexes ${Number(size?.total).toFixed(0)} MB)`,
    '≤ 20 MB',
    grown <= 20,
  );
  const show = ({ processor, transactions }: Quiet) =>
    `${(processor * 100).toFixed(1)} % of a processor, ${transactions.toFixed(1)} transactions/s`;
  report(
    `what ${waitingRecords.toLocaleString('en')} waiting records cost while nothing is due`,
    `${show(after.quiet)} (before ${show(before.quiet)})`,
    'no more than before, and 1 %',
    after.quiet.processor <= before.quiet.processor + 0.01 &&
      after.quiet.transactions <= before.quiet.transactions + 0.5,
  );
}

interface Quiet {
  readonly processor: number;
  readonly transactions: number;
}

/** Waits until what was written before has been followed by segments, workflows and the cleaning of PostgreSQL. */
async function rest(stage: Stage): Promise<void> {
  const endsAt = Date.now() + restMaxMs;
  while ((await quiet(stage, 5000)).processor > restingProcessor && Date.now() < endsAt);
}

/** Measures the work of the server and its database while there are no requests. */
async function quiet(stage: Stage, forMs = quietMs): Promise<Quiet> {
  const pids = treeOf(stage.pid);
  const read = async () => {
    const [row] = await stage.sql(
      `select sum(xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname = current_database()`,
    );
    return { processor: processorSeconds(pids), transactions: Number(row?.count) };
  };
  const first = await read();
  await sleep(forMs);
  const last = await read();
  return {
    processor: (last.processor - first.processor) / (forMs / 1000),
    transactions: (last.transactions - first.transactions) / (forMs / 1000),
  };
}

async function ended(stage: Stage, workflow: string, count: number): Promise<void> {
  for (;;) {
    const [row] = await stage.sql(
      `select count(*)::int as count from marketing_workflow_enrollments
       where tenant_id = 1 and workflow_id = $1 and status not in ('active', 'pending', 'waiting')`,
      [workflow],
    );
    if (Number(row?.count) >= count) return;
    await sleep(50);
  }
}

async function activeWorkflow(stage: Stage, values: object): Promise<string> {
  const { _id } = await send(stage, 'POST', workflows, { modelKey: 'contacts', ...values });
  await send(stage, 'POST', `${workflows}/${_id}/activate`, {});
  return _id;
}

const headersOf = ({ token }: Stage) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

async function send(stage: Stage, method: string, path: string, body: object): Promise<{ _id: string }> {
  const reply = await fetch(stage.url + path, { method, headers: headersOf(stage), body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as { _id: string };
}
