import { type Context, queryable } from '#core/context.ts';
import type { RecordSet } from '#core/models/record-set.ts';
import { scopedRows, tableAs } from '#core/query/rows.ts';
import type { Queryable } from '#db/database.ts';
import { inTenant, Params, scoped } from '#db/params.ts';
import { type StoredSegment, storedSegment } from './stored-segment.ts';

/** The columns of a segment that decide who belongs to it, as a record. */
export const segmentJson = (alias: string): string =>
  `json_build_object('_id', ${alias}.id, 'name', ${alias}.name, 'modelKey', ${alias}.model_key, 'type', ${alias}.type,
    'definition', ${alias}.definition, 'contactIds', ${alias}.contact_ids, 'excludedContactIds', ${alias}.excluded_contact_ids,
    'leadIds', ${alias}.lead_ids, 'accountIds', ${alias}.account_ids)`;

/** The segments with these ids that exist. */
export async function readSegments(context: Context, ids: readonly string[]): Promise<StoredSegment[]> {
  if (ids.length === 0) return [];
  const rows = await queryable(context).query<{ record: Record<string, unknown> }>(
    `select r.record from ${scoped(
      'r',
      `select ${segmentJson('s')} as record from marketing_segments s where ${inTenant('s')} and s.id = any($2::uuid[])`,
    )}`,
    [context.caller.tenantId, ids],
  );
  return rows.map(({ record }) => storedSegment(record, context.registry));
}

/** The id of the segment that belongs to a set, or null; undefined when the set does not exist. */
export async function readSet(
  db: Queryable,
  { registry, caller }: Context,
  set: RecordSet,
  id: string,
): Promise<string | null | undefined> {
  const model = registry.named(set.model);
  if (!model) throw new Error(`the model ${set.model} is missing`);
  const segment = set.segment === undefined ? undefined : model.fields.get(set.segment);
  const params = new Params(caller.tenantId);
  const [row] = await db.query<{ segment: string | null }>(
    `select r.segment from ${scoped(
      'r',
      `select ${segment ? segment.sql('s') : 'null::uuid'} as segment from ${tableAs(model, 's')}
       where ${scopedRows(model, 's')} and s.id = ${params.add(id, 'uuid')}`,
    )}`,
    params.values,
  );
  return row?.segment;
}
