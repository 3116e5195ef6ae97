import type { TransactionContext } from '#core/context.ts';
import type { Database } from '#db/database.ts';
import type { ToolCallRecord } from '../../completion/call-tool.ts';

interface TenantName {
  readonly id: string;
  readonly accountKey: string;
}

/** Lists all tenants, because the records of each are visible only in its own transactions. */
export const listTenants = (db: Database): Promise<TenantName[]> =>
  db.platform((tx) => tx.query<TenantName>('select id, account_key as "accountKey" from tenants order by id'));

interface LogWithTexts {
  readonly id: string;
  readonly toolCalls: readonly ToolCallRecord[] | null;
}

/** Locks up to `limit` logs that have texts and started at least this many days ago. Skips locked rows. */
export const lockOldContent = (
  { tx, caller }: TransactionContext,
  days: number,
  limit: number,
): Promise<LogWithTexts[]> =>
  tx.query<LogWithTexts>(
    `select id, tool_calls as "toolCalls" from ai_ai_completion_logs
     where tenant_id = $1::bigint and content_kept = true and status <> 'running'
       and started_at < now() - $2::int * interval '1 day'
     order by started_at limit ${limit} for update skip locked`,
    [caller.tenantId, days],
  );
