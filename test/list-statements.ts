import assert from 'node:assert/strict';
import type { Transaction } from '#db/pool.ts';
import type { Reply, TestApp } from './harness.ts';

export type Statement = readonly [text: string, values: readonly unknown[]];

/** The statements that the server runs for a request, as it runs them. */
export async function statementsOf({ app }: TestApp, ask: () => Promise<Reply>): Promise<Statement[]> {
  const { db } = app.services;
  const request = db.request.bind(db);
  const seen: Statement[] = [];
  const watched = (run: Transaction['query']) =>
    ((text: string, values: readonly unknown[] = []) => {
      seen.push([text, values]);
      return run(text, values);
    }) as Transaction['query'];
  db.request = (...place) => {
    const lane = request(...place);
    return {
      query: watched(lane.query.bind(lane)),
      transaction: (tenant, run) => lane.transaction(tenant, (tx) => run({ ...tx, query: watched(tx.query) })),
    };
  };
  try {
    const reply = await ask();
    assert.equal(reply.status, 200, reply.text);
  } finally {
    db.request = request;
  }
  return seen;
}

export async function listStatement(started: TestApp, ask: () => Promise<Reply>): Promise<Statement> {
  const list = (await statementsOf(started, ask)).find(([text]) => text.includes('page.found'));
  return list as Statement;
}

/** Runs as the application's role, in its default tenant, with some of the planner's ways forbidden. */
export const planned = <T>({ app }: TestApp, without: readonly string[], run: (tx: Transaction) => Promise<T>) =>
  app.services.db.transaction('1', async (tx) => {
    for (const way of without) await tx.query(`set local enable_${way} = off`);
    return run(tx);
  });

export async function explain(started: TestApp, [text, values]: Statement): Promise<string> {
  const rows = await planned(started, ['seqscan'], (tx) =>
    tx.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
