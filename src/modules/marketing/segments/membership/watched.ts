import type { CompiledSegment } from '../definition/compile-segment.ts';

/** For each model: the keys of the fields whose changes matter, and of those that refer to records of segments. */
export type Watched = ReadonlyMap<string, WatchedModel>;

interface WatchedModel {
  readonly fields: ReadonlySet<string>;
  readonly references: ReadonlySet<string>;
}

/** The models and fields on which the members of some segments depend. */
export function watchedBy(segments: readonly CompiledSegment[]): Watched {
  const watched = new Map<string, { fields: Set<string>; references: Set<string> }>();
  const watch = (model: string, fields: Iterable<string>, references: readonly string[] = []): void => {
    const known = watched.get(model) ?? { fields: new Set(), references: new Set() };
    for (const key of [...fields, ...references]) known.fields.add(key);
    for (const key of references) known.references.add(key);
    watched.set(model, known);
  };
  for (const { model, reads } of segments) {
    watch(model.name, reads.own);
    for (const { model: other, fields } of reads.through)
      watch(
        other.name,
        Array.from(fields, ({ key }) => key),
      );
    for (const { model: other, reference, fields } of reads.linked) watch(other, fields, [reference]);
    for (const { model: other, fields } of reads.shared) watch(other, fields);
  }
  return watched;
}
