import type { TransactionContext } from '#core/context.ts';
import type { Field } from '#core/fields/field.ts';
import { pointsTo } from '#core/operations/statements.ts';
import { tableAs, tenantRows } from '#core/query/rows.ts';
import { Params } from '#db/params.ts';
import { isId } from '#lib/ids.ts';
import type { CompiledSegment } from '../definition/compile-segment.ts';
import type { News } from './read-changes.ts';

/** `all`: more records depend on a change than are looked up one by one. */
export type Candidates = ReadonlySet<string> | 'all';

/** More records than this refer to one record: then all records of the segment are compared, page by page. */
const maxReferrers = 5000;

/** The records that may have entered or left a segment because of some changes. */
export async function candidatesOf(
  context: TransactionContext,
  segment: CompiledSegment,
  news: readonly News[],
): Promise<Candidates> {
  const { model, reads } = segment;
  const ids = new Set<string>();
  for (const { model: changedModel, id, type, changed, links } of news) {
    const changes = (keys: Iterable<string>): boolean => {
      for (const key of keys) if (changed?.includes(key)) return true;
      return false;
    };
    if (changedModel === model.name && id !== null && (isNewOrGone(type) || changes(reads.own))) ids.add(id);
    for (const { model: other, reference, fields } of reads.linked) {
      if (other !== changedModel || !(isNewOrGone(type) || changes(fields) || changes([reference]))) continue;
      for (const linked of links?.[reference] ?? []) if (linked !== null && isId(linked)) ids.add(linked);
    }
    for (const { model: other, id: shared, fields } of reads.shared)
      if (other === changedModel && id === shared && (isNewOrGone(type) || changes(fields))) return 'all';
  }
  for (const { reference, model: other, fields } of reads.through) {
    const keys = Array.from(fields, ({ key }) => key);
    const changed = news.flatMap(({ model: of, id, changed: changedKeys }) =>
      of === other.name && id !== null && keys.some((key) => changedKeys?.includes(key)) ? [id] : [],
    );
    if (changed.length === 0) continue;
    const referrers = await readReferrers(context, segment, reference, [...new Set(changed)]);
    if (referrers.length > maxReferrers) return 'all';
    for (const id of referrers) ids.add(id);
  }
  return ids;
}

const isNewOrGone = (type: string): boolean => /\.(created|deleted|restored)$/.test(type);

async function readReferrers(
  { tx, caller }: TransactionContext,
  { model }: CompiledSegment,
  field: Field,
  ids: readonly string[],
): Promise<string[]> {
  const params = new Params(caller.tenantId);
  const rows = await tx.query<{ id: string }>(
    `select t.id from ${tableAs(model, 't')} where ${tenantRows(model, 't')}
       and ${pointsTo({ model, field }, 't', params.add(ids, 'uuid[]'))} limit ${maxReferrers + 1}`,
    params.values,
  );
  return rows.map(({ id }) => id);
}
