import type { TransactionContext } from '#core/context.ts';

export interface LockedInvoice {
  readonly id: string;
  readonly number: string | null;
  readonly status: string | null;
}

/** Locks invoices, so that none is issued while its lines change. */
export const lockInvoices = ({ tx, caller }: TransactionContext, ids: readonly string[]): Promise<LockedInvoice[]> =>
  tx.query(
    `select i.id, i.number, i.status from finance_finance_invoices i
     where i.tenant_id = $1::bigint and i.id = any($2::uuid[]) order by i.id for no key update`,
    [caller.tenantId, ids],
  );

/** The same for the invoices of these lines. */
export const lockInvoicesOfLines = (
  { tx, caller }: TransactionContext,
  lineIds: readonly string[],
): Promise<LockedInvoice[]> =>
  tx.query(
    `select i.id, i.number, i.status from finance_finance_invoices i where i.tenant_id = $1::bigint and i.id in (
       select l.invoice_id from finance_finance_invoice_lines l where l.tenant_id = $1::bigint and l.id = any($2::uuid[]))
     order by i.id for no key update`,
    [caller.tenantId, lineIds],
  );

/**
 * The next number of a year. The row of the counter stays locked until the transaction ends, and a rollback undoes the
 * count, so the numbers of issued invoices have no gaps.
 */
export async function nextInvoiceNumber({ tx, caller }: TransactionContext, year: number): Promise<number> {
  const [row] = await tx.query<{ value: number }>(
    `insert into finance_invoice_counters as c (tenant_id, year, value) values ($1::bigint, $2::int, 1)
     on conflict (tenant_id, year) do update set value = c.value + 1 returning c.value`,
    [caller.tenantId, year],
  );
  if (!row) throw new Error('the counter of invoices returned nothing');
  return Number(row.value);
}

/** The invoice of an order that was not voided. */
export async function findInvoiceOfOrder(
  { tx, caller }: TransactionContext,
  orderId: string,
): Promise<LockedInvoice | undefined> {
  const [invoice] = await tx.query<LockedInvoice>(
    `select i.id, i.number, i.status from finance_finance_invoices i where i.tenant_id = $1::bigint
       and i.order_id = $2::uuid and i.status is distinct from 'void' limit 1`,
    [caller.tenantId, orderId],
  );
  return invoice;
}
