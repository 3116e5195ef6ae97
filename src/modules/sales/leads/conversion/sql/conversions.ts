import type { Transaction } from '#db/database.ts';

/** Stores what a conversion did, for its undo. */
export const storeConversion = (
  tx: Transaction,
  tenantId: string,
  done: { readonly leadId: string; readonly requestId: string },
): Promise<unknown> =>
  tx.query(
    `insert into lead_conversions (tenant_id, lead_id, request_id, done) values ($1::bigint, $2::uuid, $3::text, $4::jsonb)`,
    [tenantId, done.leadId, done.requestId, JSON.stringify(done)],
  );

/** Takes the stored conversion of a lead; undefined when the lead was converted elsewhere. */
export async function takeConversion<Done>(
  tx: Transaction,
  tenantId: string,
  leadId: string,
): Promise<Done | undefined> {
  const [row] = await tx.query<{ done: Done }>(
    'delete from lead_conversions where tenant_id = $1::bigint and lead_id = $2::uuid returning done',
    [tenantId, leadId],
  );
  return row?.done;
}

/** Makes conversions of leads with the same address, or of the same company, wait for each other. */
export const lockNames = async (tx: Transaction, tenantId: string, names: readonly string[]): Promise<void> => {
  for (const name of [...names].sort())
    await tx.query('select pg_advisory_xact_lock(hashtextextended($2::text, $1::bigint))', [
      tenantId,
      `lead conversion ${name}`,
    ]);
};

/** True when a person has changed the record since the conversion. Scores and other values of the platform do not count. */
export async function changedByPerson(
  tx: Transaction,
  tenantId: string,
  { model, id, requestId }: { readonly model: string; readonly id: string; readonly requestId: string },
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from events e where e.tenant_id = $1::bigint and e.model = $2::text and e.record_id = $3::uuid
       and e.previous is not null and e.actor_id is not null and e.request_id is distinct from $4::text limit 1`,
    [tenantId, model, id, requestId],
  );
  return rows.length > 0;
}
