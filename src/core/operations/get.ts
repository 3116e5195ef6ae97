import { Params, scoped } from '#db/params.ts';
import { type Grant, isLimited } from '../access/access.ts';
import { queryable, readByKey } from '../context.ts';
import { badQuery, notFound } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { type RawQuery, readFields, readInclude, refuseUnknown } from '../query/list-query.ts';
import { cachedPerModel, recordJson, scopedRows, tableAs, visibleJson, withinReach } from '../query/rows.ts';
import { readTime } from '../query/time-parameter.ts';
import { includedSql, readIncluded } from './included-records.ts';
import type { RecordAnswer, RecordOperation } from './operation.ts';
import { recordAsOf } from './record-as-of.ts';

interface Row {
  readonly version: string;
  readonly body: string;
  readonly included?: unknown;
}

export interface GetInput {
  readonly id: string;
  readonly query: RawQuery;
}

export const get: RecordOperation<GetInput, RecordAnswer> = {
  name: 'get',
  access: 'read',
  async run(context, grant, { id, query }) {
    const { model } = grant;
    refuseUnknown(query, ['fields', 'include', 'asOf']);
    const fields = readFields(grant, query.fields);
    if (query.asOf !== undefined) {
      if (query.include !== undefined) throw badQuery('include', 'cannot be used together with asOf');
      return recordAsOf(context, grant, id, readTime(query.asOf, 'asOf'), fields);
    }
    const include = readInclude(context, grant, query.include);
    const plain = fields === undefined && include.length === 0 && !isLimited(grant);
    const params = new Params(context.caller.tenantId);
    const idParam = params.add(id, 'uuid');
    const text = plain ? plainSql(grant) : getSql(grant, fields, include, idParam, params);
    const rows = plain
      ? await readByKey<Row>(context, text, params.values)
      : await queryable(context).query<Row>(text, params.values);
    const row = rows[0];
    if (!row) throw notFound(`${model.label} ${id}`);
    const version = Number(row.version);
    if (include.length === 0) return { id, version, body: row.body };
    const included = await readIncluded(context, include, [row.included], Buffer.byteLength(row.body));
    return { id, version, body: `${row.body.slice(0, -1)},"included":${included}}` };
  },
};

function getSql(
  grant: Grant,
  fields: ReadonlySet<string> | undefined,
  include: readonly Field[],
  id: string,
  params: Params,
): string {
  const { model } = grant;
  const included = include.length === 0 ? '' : `, ${includedSql(include, 't')} as included`;
  return `select t.* from ${scoped(
    't',
    `select t.version, ${visibleJson(grant, 't', fields)}::text as body${included} from ${tableAs(model, 't')}
     where ${scopedRows(model, 't')} and t.id = ${id}${withinReach(grant, 't', params)}`,
  )}`;
}

/**
 * The text is cached, because the prepared statement of one shared string is found faster than that of many equal
 * strings.
 */
const allFieldsStatement = cachedPerModel((model, alias) => plainStatement(recordJson(model, alias), model, alias));
const statementsWithHiddenFields = new WeakMap<Grant, string>();

function plainSql(grant: Grant): string {
  const { model, hidden } = grant;
  if (hidden.size === 0) return allFieldsStatement(model, 't');
  let text = statementsWithHiddenFields.get(grant);
  if (text === undefined) {
    text = plainStatement(visibleJson(grant, 't'), model, 't');
    statementsWithHiddenFields.set(grant, text);
  }
  return text;
}

const plainStatement = (body: string, model: Model, alias: string): string =>
  `select ${alias}.* from ${scoped(
    alias,
    `select ${alias}.version, ${body}::text as body from ${tableAs(model, alias)}
     where ${scopedRows(model, alias)} and ${alias}.id = $2::uuid`,
  )}`;
