import type { TransactionContext } from '#core/context.ts';

export interface QuoteOfLine {
  readonly id: string;
  readonly number: string | null;
  readonly status: string | null;
  readonly sentAt: string | null;
  readonly acceptedAt: string | null;
  readonly rejectedAt: string | null;
}

const columns = `q.id, q.number, q.status, q.sent_at::text as "sentAt", q.accepted_at::text as "acceptedAt", q.rejected_at::text as "rejectedAt"`;

/** Locks quotes, so that none is sent while its lines change. */
export const lockQuotesOfLines = ({ tx, caller }: TransactionContext, ids: readonly string[]): Promise<QuoteOfLine[]> =>
  tx.query(
    `select ${columns} from sales_quotes q where q.tenant_id = $1::bigint and q.id = any($2::uuid[])
     order by q.id for no key update`,
    [caller.tenantId, ids],
  );

/** The same for the quotes of these lines. */
export const lockQuotesOfLinesById = (
  { tx, caller }: TransactionContext,
  lineIds: readonly string[],
): Promise<QuoteOfLine[]> =>
  tx.query(
    `select ${columns} from sales_quotes q where q.tenant_id = $1::bigint and q.id in (
       select l.quote_id from sales_quote_products l where l.tenant_id = $1::bigint and l.id = any($2::uuid[]))
     order by q.id for no key update`,
    [caller.tenantId, lineIds],
  );

/** The quote, unless the current transaction has inserted or updated it. */
export const readOlderQuotes = ({ tx, caller }: TransactionContext, id: string): Promise<QuoteOfLine[]> =>
  tx.query(
    `select ${columns} from sales_quotes q where q.tenant_id = $1::bigint and q.id = $2::uuid
       and age(q.xmin) > age(pg_current_xact_id()::xid)`,
    [caller.tenantId, id],
  );
