import { type Context, queryable } from '#core/context.ts';
import type { RecordSet } from '#core/models/record-set.ts';
import { readSegments, readSet } from '../stored/read-segments.ts';
import type { StoredSegment } from '../stored/stored-segment.ts';
import { namedIds } from './named-ids.ts';

/** A set of another module that a definition names. */
export interface NamedSet {
  readonly set: RecordSet;
  readonly id: string;
  /** The segment whose records belong to the set too. */
  readonly segmentId: string | null;
}

/** The segments, and the sets of other modules such as email lists, that definitions name. */
export interface DefinitionParts {
  readonly segments: ReadonlyMap<string, StoredSegment>;
  /** By key and id of the set: `list 0190…`. */
  readonly sets: ReadonlyMap<string, NamedSet>;
}

/** The segments on which one segment may depend, over all levels. */
const maxSegments = 50;

export const recordSetsOf = ({ registry }: Pick<Context, 'registry'>): readonly RecordSet[] =>
  registry.modules.flatMap(({ recordSets }) => recordSets);

/** Loads what the definitions of some segments name, over all levels. Parts that do not exist are left out. */
export async function loadParts(context: Context, from: readonly StoredSegment[]): Promise<DefinitionParts> {
  const recordSets = recordSetsOf(context);
  const keys = ['segment', ...recordSets.map(({ key }) => key)];
  const segments = new Map<string, StoredSegment>();
  const sets = new Map<string, NamedSet>();
  let unread = from;
  while (unread.length > 0) {
    const named = unread.map(({ definition }) => namedIds(definition, keys));
    const idsOf = (key: string): string[] => [...new Set(named.flatMap((ids) => [...(ids.get(key) ?? [])]))];
    const wanted = new Set(idsOf('segment'));
    for (const set of recordSets) {
      for (const id of idsOf(set.key)) {
        if (sets.has(`${set.key} ${id}`)) continue;
        const segmentId = await readSet(queryable(context), context, set, id);
        if (segmentId === undefined) continue;
        sets.set(`${set.key} ${id}`, { set, id, segmentId });
        if (segmentId !== null) wanted.add(segmentId);
      }
    }
    const missing = [...wanted].filter((id) => !segments.has(id)).slice(0, maxSegments * from.length);
    unread = await readSegments(context, missing);
    for (const segment of unread) segments.set(segment.id, segment);
  }
  return { segments, sets };
}
