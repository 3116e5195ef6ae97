import type { TransactionContext } from '#core/context.ts';
import type { Field } from '#core/fields/field.ts';
import { pointsTo } from '#core/operations/statements.ts';
import { tableAs, tenantRows } from '#core/query/rows.ts';
import { Params } from '#db/params.ts';
import { isId } from '#lib/ids.ts';
import type { CompiledSegment } from '../definition/compile-segment.ts';
import type { News } from './read-changes.ts';
import type { Depths } from './sql/evaluate.ts';

export interface Candidates {
  readonly ids: Depths;
  /** The depth of the changes on which more records depend than are looked up one by one; undefined when there are none. */
  readonly all: number | undefined;
}

/** More records than this refer to one record: then all records of the segment are compared, page by page. */
const maxReferrers = 5000;

/** The records that may have entered or left a segment because of some changes. */
export async function candidatesOf(
  context: TransactionContext,
  segment: CompiledSegment,
  news: readonly News[],
): Promise<Candidates> {
  const { model, reads } = segment;
  const ids = new Map<string, number>();
  let all: number | undefined;
  for (const { model: changedModel, id, type, changed, links, depth } of news) {
    const changes = (keys: Iterable<string>): boolean => {
      for (const key of keys) if (changed?.includes(key)) return true;
      return false;
    };
    if (changedModel === model.name && id !== null && (isNewOrGone(type) || changes(reads.own)))
      addDepth(ids, id, depth);
    for (const { model: other, reference, fields } of reads.linked) {
      if (other !== changedModel || !(isNewOrGone(type) || changes(fields) || changes([reference]))) continue;
      for (const linked of links?.[reference] ?? []) if (linked !== null && isId(linked)) addDepth(ids, linked, depth);
    }
    for (const { model: other, id: shared, fields } of reads.shared)
      if (other === changedModel && id === shared && (isNewOrGone(type) || changes(fields)))
        all = Math.max(all ?? 0, depth);
  }
  for (const { reference, model: other, fields } of reads.through) {
    const keys = Array.from(fields, ({ key }) => key);
    const changed = news.filter(
      ({ model: of, id, changed: changedKeys }) =>
        of === other.name && id !== null && keys.some((key) => changedKeys?.includes(key)),
    );
    for (const [depth, some] of Map.groupBy(changed, (one) => one.depth)) {
      const targets = [...new Set(some.flatMap(({ id }) => id ?? []))];
      const referrers = await readReferrers(context, segment, reference, targets);
      if (referrers.length > maxReferrers) all = Math.max(all ?? 0, depth);
      else for (const id of referrers) addDepth(ids, id, depth);
    }
  }
  return { ids, all };
}

/** Of several changes of a record, the deepest counts, so that a loop is noticed. */
function addDepth(ids: Map<string, number>, id: string, depth: number): void {
  ids.set(id, Math.max(ids.get(id) ?? 0, depth));
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
