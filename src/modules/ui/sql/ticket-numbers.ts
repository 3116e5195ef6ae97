import type { TransactionContext } from '#core/context.ts';

/** The format is T-000001, with more digits from a million on. */
const numberSql = (value: string): string => `'T-' || lpad(${value}::text, greatest(6, length(${value}::text)), '0')`;

/**
 * The next ticket number of the tenant. The counter stays locked until the transaction ends, so that a rollback leaves
 * no gap. Numbers that a user has given to a ticket are skipped.
 */
export async function takeTicketNumber({ tx, caller }: TransactionContext): Promise<string> {
  for (;;) {
    const [row] = await tx.query<{ number: string; taken: boolean }>(
      `with next as (
         insert into ui_ticket_counters as c (tenant_id, value) values ($1::bigint, 1)
         on conflict (tenant_id) do update set value = c.value + 1 returning c.value
       )
       select n.number, exists (select from ui_support_tickets t
           where t.tenant_id = $1::bigint and t.ticket_number_folded = lower(n.number)) as taken
       from (select ${numberSql('value')} as number from next) n`,
      [caller.tenantId],
    );
    if (row && !row.taken) return row.number;
  }
}
