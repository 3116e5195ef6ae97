import type { Transaction } from '#db/database.ts';

/** A node that does not renew its mark for this long is dead. */
const deadAfterMs = 20_000;

interface OtherNodes {
  /** Number of nodes with a mark, dead ones included. */
  readonly marked: number;
  readonly dead: number;
}

/**
 * Marks that a node prepares a batch, by `<node>/<work>`, unless `maxOthers` other nodes have marks. Returns the number
 * of other nodes with marks; undefined when the batch is not being sent.
 */
export async function addMark(
  tx: Transaction,
  tenantId: string,
  batchId: string,
  mark: string,
  maxOthers: number,
): Promise<OtherNodes | undefined> {
  const [row] = await tx.query<OtherNodes>(
    `with batch as (
      select b.id, b.preparing from mail_batches b
      where b.tenant_id = $1::bigint and b.id = $2::uuid and b.status = 'sending' for update
    ), counted as (
      select b.id, count(distinct split_part(m.mark, '/', 1))::int as marked,
        count(distinct split_part(m.mark, '/', 1))
          filter (where m.at::timestamptz < clock_timestamp() - $5::int * interval '1 millisecond')::int as dead
      from batch b left join lateral jsonb_each_text(b.preparing) m(mark, at)
        on split_part(m.mark, '/', 1) <> split_part($3::text, '/', 1)
      group by b.id
    ), marked as (
      update mail_batches b set preparing = b.preparing || jsonb_build_object($3::text, clock_timestamp())
      from counted c where b.tenant_id = $1::bigint and b.id = c.id and c.marked < $4::int
    )
    select marked, dead from counted`,
    [tenantId, batchId, mark, maxOthers, deadAfterMs],
  );
  return row;
}

/** Renews the mark of a node that still prepares the batch. */
export const renewMark = (tx: Transaction, tenantId: string, batchId: string, mark: string): Promise<unknown> =>
  tx.query(
    `update mail_batches set preparing = preparing || jsonb_build_object($3::text, clock_timestamp())
     where tenant_id = $1::bigint and id = $2::uuid and preparing ? $3::text`,
    [tenantId, batchId, mark],
  );

export const removeMark = (tx: Transaction, tenantId: string, batchId: string, mark: string): Promise<unknown> =>
  tx.query(
    `update mail_batches set preparing = preparing - $3::text where tenant_id = $1::bigint and id = $2::uuid and preparing ? $3::text`,
    [tenantId, batchId, mark],
  );
