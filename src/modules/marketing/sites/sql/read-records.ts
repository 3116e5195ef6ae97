import type { Grant } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { recordJson, scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';

/** Number of records in one answer, because pages may be large. */
const chunk = 100;

/**
 * Reads all records of a website that the caller may use, with all fields: fields that a role hides from the publisher
 * are still part of the page.
 */
export async function readOfWebsite<T>(context: Context, grant: Grant, websiteId: string): Promise<T[]> {
  const records: T[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const params = new Params(context.caller.tenantId);
    const site = params.add(websiteId, 'uuid');
    const last = params.add(after, 'uuid');
    const rows = await queryable(context).query<{ id: string; record: string }>(
      `select r.* from ${scoped(
        'r',
        `select t.id, ${recordJson(grant.model, 't')}::text as record from ${tableAs(grant.model, 't')}
         where ${scopedRows(grant.model, 't')} and t.website_id = ${site} and t.id > ${last}${withinReach(grant, 't', params)}
         order by t.id limit ${chunk}`,
      )}`,
      params.values,
    );
    for (const { record } of rows) records.push(JSON.parse(record) as T);
    if (rows.length < chunk) return records;
    after = (rows.at(-1) as { id: string }).id;
  }
}

/** Reads one record with all fields; undefined when it does not exist or is out of the caller's reach. */
export async function readWithin<T>(context: Context, grant: Grant, id: string): Promise<T | undefined> {
  const params = new Params(context.caller.tenantId);
  const key = params.add(id, 'uuid');
  const [row] = await queryable(context).query<{ record: string }>(
    `select r.* from ${scoped(
      'r',
      `select ${recordJson(grant.model, 't')}::text as record from ${tableAs(grant.model, 't')}
       where ${scopedRows(grant.model, 't')} and t.id = ${key}${withinReach(grant, 't', params)}`,
    )}`,
    params.values,
  );
  return row && (JSON.parse(row.record) as T);
}

/** The status of every page of a website, including pages that the caller may not read. */
export async function pageStatuses(context: Context, websiteId: string): Promise<ReadonlyMap<string, string | null>> {
  const rows = await queryable(context).query<{ id: string; status: string | null }>(
    `select p.* from ${scoped(
      'p',
      `select p.id, p.status from marketing_web_pages p
       where p.tenant_id = $1::bigint and p.tenant_id = scope.tenant::bigint and p.website_id = $2::uuid`,
    )}`,
    [context.caller.tenantId, websiteId],
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}
