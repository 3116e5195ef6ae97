import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import { timesOfMail } from '../../../communications/contract.ts';

interface StepMails {
  readonly opened: number;
  readonly clicked: number;
  readonly replied: number;
}

/** What became of the mails of a workflow, by the key of the step that sent them. */
export async function countMailsOfSteps(
  db: Queryable,
  tenantId: string,
  workflowId: string,
): Promise<Map<string, StepMails>> {
  const rows = await db.query<StepMails & { stepKey: string }>(
    `select r.* from ${scoped(
      'r',
      `select s.step_key as "stepKey", count(m.opened_at)::int as opened, count(m.clicked_at)::int as clicked, count(m.replied_at)::int as replied
       from workflow_step_runs s cross join lateral ${timesOfMail('s.tenant_id', "(s.output->>'emailId')::uuid")} m
       where ${inTenant('s')} and s.workflow_id = $2::uuid and s.outcome = 'done' and s.type = 'sendEmail' and not s.removed group by 1`,
    )}`,
    [tenantId, workflowId],
  );
  return new Map(rows.map(({ stepKey, ...counts }) => [stepKey, counts]));
}
