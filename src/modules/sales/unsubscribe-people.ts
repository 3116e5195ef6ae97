import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { modelNamed } from '#core/models/model-named.ts';
import { updateMany } from '#core/operations/update-many.ts';

const models = { sales_contacts: modelNamed('sales', 'contacts'), sales_leads: modelNamed('sales', 'leads') };

/**
 * Notes at the contacts and leads with an address that they want no mailings, or null that they want them again. Nobody is
 * the author of the change but the platform, because the person is not a user.
 */
export async function setUnsubscribed(context: TransactionContext, email: string, at: Date | null): Promise<void> {
  const { tx, caller } = context;
  for (const [table, model] of Object.entries(models)) {
    const rows = await tx.query<{ id: string }>(
      `select id from ${table} where tenant_id = $1::bigint and email_folded = $2::text and (unsubscribed_at is null) = $3::boolean
       order by id limit 1000`,
      [caller.tenantId, email.toLowerCase(), at !== null],
    );
    const unsubscribedAt = at?.toISOString() ?? null;
    const changes = rows.map(({ id }) => ({ id, values: { unsubscribedAt } }));
    await updateMany(asPlatform(context), model(context), changes, { withoutHooks: true });
  }
}
