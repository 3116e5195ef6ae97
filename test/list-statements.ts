import assert from 'node:assert/strict';
import type { Transaction } from '#db/pool.ts';
import type { Reply, TestApp } from './harness.ts';

export type Statement = readonly [text: string, values: readonly unknown[]];

/** Records the statements that the server runs for a request. */
export async function statementsOf({ app }: TestApp, send: () => Promise<Reply>): Promise<Statement[]> {
  const { db } = app.services;
  const request = db.request.bind(db);
  const statements: Statement[] = [];
  const recorded = (run: Transaction['query']) =>
    ((text: string, values: readonly unknown[] = []) => {
      statements.push([text, values]);
      return run(text, values);
    }) as Transaction['query'];
  db.request = (...args) => {
    const queryable = request(...args);
    return {
      query: recorded(queryable.query.bind(queryable)),
      readByKey: recorded(queryable.readByKey.bind(queryable)),
      transaction: (tenant, run) =>
        queryable.transaction(tenant, (tx) =>
          run({ ...tx, query: recorded(tx.query), queryAndCommit: recorded(tx.queryAndCommit) }),
        ),
    };
  };
  try {
    const reply = await send();
    assert.equal(reply.status, 200, reply.text);
  } finally {
    db.request = request;
  }
  return statements;
}

export async function listStatement(started: TestApp, send: () => Promise<Reply>): Promise<Statement> {
  const list = (await statementsOf(started, send)).find(([text]) => text.includes('page.found'));
  return list as Statement;
}

/**
 * Runs in the default tenant as the application's role, with some methods of the planner disabled, such as `seqscan`.
 */
export const runWithout = <T>({ app }: TestApp, without: readonly string[], run: (tx: Transaction) => Promise<T>) =>
  app.services.db.transaction('1', async (tx) => {
    for (const method of without) await tx.query(`set local enable_${method} = off`);
    return run(tx);
  });

export async function explain(started: TestApp, [text, values]: Statement): Promise<string> {
  const rows = await runWithout(started, ['seqscan'], (tx) =>
    tx.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
