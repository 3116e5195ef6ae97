import { type Context, queryable } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import type { Condition } from '#core/query/filter.ts';
import { compileConditions } from '#core/query/filter-sql.ts';
import { scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';

interface Request {
  readonly model: Model;
  /** The model of the record to which they refer, and its id. */
  readonly of: Model;
  readonly id: string;
  readonly conditions: readonly Condition[];
  readonly limit: number;
}

/** The ids of records of a model that refer to a record, within the reach of the caller. */
export async function referringRecords(
  context: Context,
  { model, of, id, conditions, limit }: Request,
): Promise<string[]> {
  const params = new Params(context.caller.tenantId);
  const record = params.add(id, 'uuid');
  const references = [...model.fields.values()].filter(({ declared }) => declared.to === of.name);
  const refers = references.map((field) =>
    field.type.array ? `${record} = any(${field.sql('t')})` : `${field.sql('t')} = ${record}`,
  );
  const grant = context.caller.access.grant(model, 'read');
  const rows = await queryable(context).query<{ id: string }>(
    `select r.id from ${scoped(
      'r',
      `select t.id from ${tableAs(model, 't')} where ${scopedRows(model, 't')} and (${refers.join(' or ')})
         ${compileConditions(conditions, 't', params)}${withinReach(grant, 't', params)} order by t.id limit ${params.add(limit, 'int')}`,
    )}`,
    params.values,
  );
  return rows.map((row) => row.id);
}
