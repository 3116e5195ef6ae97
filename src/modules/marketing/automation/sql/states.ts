import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import type { WorkflowDefinition } from '../definition/definition.ts';

export interface StoredWorkflow {
  readonly id: string;
  readonly version: number;
  readonly definition: WorkflowDefinition;
  readonly ownerId: string | null;
  readonly doneTo: Date;
  readonly nextAt: Date | null;
}

/** The workflows that run, or one of them. */
export const readStates = (db: Queryable, tenantId: string, workflowId: string | null): Promise<StoredWorkflow[]> =>
  db.query<StoredWorkflow>(
    `select r.* from ${scoped(
      'r',
      `select s.workflow_id as id, s.version, v.definition, w.owner_id as "ownerId", s.done_to as "doneTo", s.next_at as "nextAt"
       from workflow_states s
       join workflow_versions v on v.tenant_id = s.tenant_id and v.workflow_id = s.workflow_id and v.version = s.version
       join marketing_workflows w on w.tenant_id = s.tenant_id and w.id = s.workflow_id
       where ${inTenant('s')} and s.running and ($2::uuid is null or s.workflow_id = $2::uuid) order by s.workflow_id`,
    )}`,
    [tenantId, workflowId],
  );

/** The definition of a version; undefined when there is none. */
export async function readVersion(
  db: Queryable,
  tenantId: string,
  workflowId: string,
  version: number,
): Promise<WorkflowDefinition | undefined> {
  const [row] = await db.query<{ definition: WorkflowDefinition }>(
    `select r.definition from ${scoped(
      'r',
      `select v.definition from workflow_versions v where ${inTenant('v')} and v.workflow_id = $2::uuid and v.version = $3::int`,
    )}`,
    [tenantId, workflowId, version],
  );
  return row?.definition;
}

interface NewVersion {
  readonly workflowId: string;
  readonly definition: WorkflowDefinition;
  readonly userId: string | null;
  readonly hookHash: string | null;
}

/** Stores a version, and lets the workflow run by it. Returns its number. */
export async function addVersion(
  tx: Transaction,
  tenantId: string,
  { workflowId, definition, userId, hookHash }: NewVersion,
): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `insert into workflow_versions (tenant_id, workflow_id, version, definition, created_by)
     select $1::bigint, $2::uuid, coalesce(max(v.version), 0) + 1, $3::jsonb, $4::uuid
     from workflow_versions v where v.tenant_id = $1::bigint and v.workflow_id = $2::uuid returning version`,
    [tenantId, workflowId, JSON.stringify(definition), userId],
  );
  const version = row?.version ?? 1;
  await tx.query(
    `insert into workflow_states as s (tenant_id, workflow_id, version, running, hook_hash) values ($1::bigint, $2::uuid, $3::int, true, $4::text)
     on conflict (tenant_id, workflow_id) do update set version = excluded.version, running = true,
       hook_hash = coalesce(s.hook_hash, excluded.hook_hash), done_to = case when s.running then s.done_to else clock_timestamp() end,
       next_at = clock_timestamp()`,
    [tenantId, workflowId, version, hookHash],
  );
  return version;
}

/** Stops or continues a workflow. What its trigger missed meanwhile is not made up for. Returns false when it was never activated. */
export async function setRunning(
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  running: boolean,
): Promise<boolean> {
  const rows = await tx.query(
    `update workflow_states s set running = $3::boolean, done_to = case when s.running then s.done_to else clock_timestamp() end,
       next_at = case when $3::boolean then clock_timestamp() end
     where s.tenant_id = $1::bigint and s.workflow_id = $2::uuid returning 1`,
    [tenantId, workflowId, running],
  );
  return rows.length > 0;
}

/** The hash of the token in the address of the webhook of a workflow that runs. */
export async function readHookHash(
  db: Queryable,
  tenantId: string,
  workflowId: string,
): Promise<string | null | undefined> {
  const [row] = await db.query<{ hash: string | null }>(
    `select r.hash from ${scoped(
      'r',
      `select s.hook_hash as hash from workflow_states s where ${inTenant('s')} and s.workflow_id = $2::uuid and s.running`,
    )}`,
    [tenantId, workflowId],
  );
  return row?.hash;
}

/** Stores up to when a trigger by time was looked at, and when it is looked at next. */
export const saveTimer = (
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  doneTo: Date,
  nextAt: Date | null,
): Promise<unknown> =>
  tx.query(
    `update workflow_states s set done_to = $3::timestamptz, next_at = $4::timestamptz
     where s.tenant_id = $1::bigint and s.workflow_id = $2::uuid`,
    [tenantId, workflowId, doneTo.toISOString(), nextAt?.toISOString() ?? null],
  );

/** Values of a workflow that the platform keeps without events. */
export const markWorkflow = (
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  values: { readonly problem?: string | null; readonly activeVersion?: number; readonly hookUrl?: string | null },
): Promise<unknown> =>
  tx.query(
    `update marketing_workflows w set problem = case when $3::boolean then $4::text else w.problem end,
       active_version = coalesce($5::int, w.active_version), hook_url = coalesce($6::text, w.hook_url)
     where w.tenant_id = $1::bigint and w.id = $2::uuid`,
    [
      tenantId,
      workflowId,
      values.problem !== undefined,
      values.problem ?? null,
      values.activeVersion ?? null,
      values.hookUrl ?? null,
    ],
  );
