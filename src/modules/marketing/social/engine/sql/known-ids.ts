import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** Ids on the platform that belong to other records. They distinguish posts with the same text. */
export async function knownIds(
  db: Queryable,
  tenantId: string,
  post: { readonly _id: string; readonly connectionId: string | null },
  found: readonly { readonly externalId: string | null }[],
): Promise<Set<string>> {
  if (found.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(
    `select p.id from ${scoped(
      'p',
      `select p.external_id as id from marketing_social_posts p
       where ${inTenant('p')} and p.connection_id = $2::uuid and p.id <> $3::uuid and p.external_id = any($4::text[])`,
    )}`,
    [tenantId, post.connectionId, post._id, found.map(({ externalId }) => externalId)],
  );
  return new Set(rows.map(({ id }) => id));
}
