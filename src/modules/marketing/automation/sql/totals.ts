import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import { timesOfMail } from '../../../communications/contract.ts';

/** What is counted of enrollments that are not kept any more. */
export interface Total {
  /** Empty for the status of enrollments. */
  readonly stepKey: string;
  readonly type: string;
  /** A status, an outcome of the step, or what became of its mails. */
  readonly name: string;
  readonly count: number;
}

export const readTotals = (db: Queryable, tenantId: string, workflowId: string): Promise<Total[]> =>
  db.query(
    `select r.* from ${scoped(
      'r',
      `select t.step_key as "stepKey", t.type, t.name, t.count::int as count from workflow_totals t
       where ${inTenant('t')} and t.workflow_id = $2::uuid`,
    )}`,
    [tenantId, workflowId],
  );

/** Takes an enrollment out of the totals that is restored after it was added to them. Then it has no log any more. */
export const removeFromTotals = (
  tx: Transaction,
  tenantId: string,
  { id, workflowId, status }: { readonly id: string; readonly workflowId: string; readonly status: string },
): Promise<unknown> =>
  tx.query(
    `update workflow_totals t set count = greatest(0, t.count - 1)
     where t.tenant_id = $1::bigint and t.workflow_id = $2::uuid and t.step_key = '' and t.name = $3::text
       and not exists (select from workflow_step_runs s where s.tenant_id = $1::bigint and s.enrollment_id = $4::uuid)`,
    [tenantId, workflowId, status, id],
  );

/** Adds enrollments, and what their logs say, to the totals of their workflows. */
export const addTotals = (tx: Transaction, tenantId: string, ids: readonly string[]): Promise<unknown> =>
  tx.query(
    `with runs as (
      select s.* from workflow_step_runs s where s.tenant_id = $1::bigint and s.enrollment_id = any($2::uuid[]) and not s.removed
    ), counted as (
      select e.workflow_id, '' as step_key, '' as type, e.status as name, count(*) as count
      from marketing_workflow_enrollments e where e.tenant_id = $1::bigint and e.id = any($2::uuid[]) group by 1, 4
      union all
      select r.workflow_id, r.step_key, max(r.type), r.outcome, count(*) from runs r group by 1, 2, 4
      union all
      select m.workflow_id, m.step_key, 'sendEmail', n.name, sum(n.count) from (
        select r.workflow_id, r.step_key, count(t.opened_at) as opened, count(t.clicked_at) as clicked, count(t.replied_at) as replied
        from runs r cross join lateral ${timesOfMail('$1::bigint', "(r.output->>'emailId')::uuid")} t
        where r.outcome = 'done' and r.type = 'sendEmail' group by 1, 2
      ) m cross join lateral (values ('opened', m.opened), ('clicked', m.clicked), ('replied', m.replied)) n(name, count)
      group by 1, 2, 4
    )
    insert into workflow_totals as w (tenant_id, workflow_id, step_key, type, name, count)
    select $1::bigint, c.workflow_id, c.step_key, c.type, c.name, c.count from counted c where c.count > 0
    order by c.workflow_id, c.step_key, c.name
    on conflict (tenant_id, workflow_id, step_key, name) do update set count = w.count + excluded.count, type = excluded.type`,
    [tenantId, ids],
  );
