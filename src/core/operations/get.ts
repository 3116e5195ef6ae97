import { Params, scoped } from '#db/params.ts';
import { queryable } from '../context.ts';
import { notFound } from '../errors.ts';
import { type RawQuery, readFields, readInclude, refuseUnknown } from '../query/read.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from '../rows.ts';
import { includedSql, readIncluded } from './include.ts';
import type { RecordAnswer, RecordOperation } from './operation.ts';

export interface GetInput {
  readonly id: string;
  readonly query: RawQuery;
}

export const get: RecordOperation<GetInput, RecordAnswer> = {
  name: 'get',
  access: 'read',
  async run(context, grant, { id, query }) {
    const { model } = grant;
    refuseUnknown(query, ['fields', 'include']);
    const fields = readFields(grant, query.fields);
    const include = readInclude(context, grant, query.include);
    const params = new Params(context.caller.tenantId);
    const rows = await queryable(context).query<{ version: string; body: string; included: unknown }>(
      `select t.version, t.body${include.length === 0 ? '' : ', t.included'} from ${scoped(
        't',
        `select t.version, ${visibleJson(grant, 't', fields)}::text as body
          ${include.length === 0 ? '' : `, ${includedSql(include, 't')} as included`}
        from ${tableAs(model, 't')}
        where ${scopedRows(model, 't')} and t.id = ${params.add(id, 'uuid')}${withinReach(grant, 't', params)}`,
      )}`,
      params.values,
    );
    const row = rows[0];
    if (!row) throw notFound(`${model.label} ${id}`);
    const version = Number(row.version);
    if (include.length === 0) return { id, version, body: row.body };
    const included = await readIncluded(context, include, [row.included]);
    return { id, version, body: `${row.body.slice(0, -1)},"included":${included}}` };
  },
};
