import { type Grant, visibleField } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { whereListed } from '#core/operations/list.ts';
import { searchFor } from '#core/query/list-query.ts';
import { tableAs } from '#core/query/rows.ts';
import { Params, plannedEachTime, scoped } from '#db/params.ts';

export interface Match {
  /** The index of the model in the list of models. */
  readonly m: number;
  readonly id: string;
  readonly title: string | null;
  readonly subtitle: string | null;
}

/** Fields that distinguish records with the same title, the most useful first. */
const subtitleKeys = [
  'ticketNumber',
  'orderNumber',
  'quoteNumber',
  'sku',
  'email',
  'company',
  'website',
  'stage',
  'status',
  'type',
  'dueDate',
];

/** The maximum of matches for each model. */
const perModel = 8;

/** Searches the models for records that contain all the words, a few for each model, in one statement. */
export function findMatches(context: Context, models: readonly Model[], words: readonly string[]): Promise<Match[]> {
  const params = new Params(context.caller.tenantId);
  const parts = models.map((model, m) => {
    const grant = context.caller.access.grant(model, 'read');
    const where = whereListed(grant, { conditions: [], q: searchFor(context, grant, words) }, params);
    return `(select ${m} as m, t.id, ${titleSql(grant)} as title, ${subtitleSql(grant)} as subtitle
      from ${tableAs(model, 't')} where ${where} limit ${perModel})`;
  });
  return queryable(context).query<Match>(
    `${plannedEachTime}select s.m, s.id, s.title, s.subtitle from ${scoped('s', parts.join(' union all '))}`,
    params.values,
  );
}

const asText = (expression: string): string => `left((${expression})::text, 200)`;

function titleSql(grant: Grant): string {
  const field = visibleField(grant, grant.model.titleField);
  return field && field.key !== '_id' ? asText(field.sql('t')) : 'null::text';
}

function subtitleSql(grant: Grant): string {
  const texts = subtitleKeys.flatMap((key) => {
    const field = key === grant.model.titleField ? undefined : visibleField(grant, key);
    return field && !field.type.array && !field.type.pointsTo ? [asText(field.sql('t'))] : [];
  });
  return texts.length === 0 ? 'null::text' : `coalesce(${texts.join(', ')})`;
}
