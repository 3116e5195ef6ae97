import type { Queryable } from '#db/database.ts';

/** The tenant of a published form. Unpublished forms have no row. */
export async function findFormTenant(db: Queryable, formId: string): Promise<string | undefined> {
  const [row] = await db.query<{ tenant: string }>('select tenant from form_addresses where form_id = $1::uuid', [
    formId,
  ]);
  return row?.tenant;
}
