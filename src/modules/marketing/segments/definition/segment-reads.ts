import { type ConditionReads, conditionReads, type ThroughReads } from '#core/query/condition-reads.ts';
import type { Condition } from '#core/query/filter.ts';

/** Records of another model that refer to records of the segment, and so put them in or out. */
export interface LinkedReads {
  /** `module.slug`. */
  readonly model: string;
  /** The key of the field that refers to the record. */
  readonly reference: string;
  /** The keys of the fields that decide, with the reference. */
  readonly fields: ReadonlySet<string>;
}

/** One record whose change may put any record in or out. */
export interface SharedReads {
  readonly model: string;
  readonly id: string;
  readonly fields: readonly string[];
}

/** The fields of own and other records on which the members of a segment depend. */
export class SegmentReads {
  /** The keys of fields of the record itself. */
  readonly own = new Set<string>();
  readonly through: ThroughReads[] = [];
  readonly linked: LinkedReads[] = [];
  readonly shared: SharedReads[] = [];
  /** The definitions of formulas and rollups: when one changes, values change without an event. */
  readonly derived: unknown[] = [];
  /** True when the value of a formula depends on the current time. */
  usesTime = false;

  addConditions(conditions: readonly Condition[]): void {
    const reads = conditionReads(conditions);
    for (const { key } of reads.own) this.own.add(key);
    this.through.push(...reads.through);
    this.#addDerived(reads);
  }

  #addDerived({ own, through }: ConditionReads): void {
    for (const field of [...own, ...through.flatMap(({ fields }) => [...fields])]) {
      if (!field.derived) continue;
      this.derived.push([field.key, field.behaviour]);
      if (field.derived.usesTime) this.usesTime = true;
    }
  }
}
