import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { Condition } from './filter.ts';

/** The fields that conditions read. */
export interface ConditionReads {
  /** Fields of the record itself, with the references through which other records are read. */
  readonly own: ReadonlySet<Field>;
  /** Fields of the records to which references point. */
  readonly through: readonly ThroughReads[];
}

export interface ThroughReads {
  readonly reference: Field;
  readonly model: Model;
  readonly fields: ReadonlySet<Field>;
}

/** Collects the fields that conditions read. It omits conditions that others compile, because only these know what they read. */
export function conditionReads(conditions: readonly Condition[]): ConditionReads {
  const own = new Set<Field>();
  const through = new Map<Field, { reference: Field; model: Model; fields: Set<Field> }>();
  const collect = (group: readonly Condition[]): void => {
    for (const condition of group) {
      if ('anyOf' in condition) for (const one of condition.anyOf) collect(one);
      else if ('not' in condition) collect(condition.not);
      else if ('sqlOf' in condition) continue;
      else if (!condition.through) own.add(condition.field);
      else {
        const { field: reference, grant } = condition.through;
        own.add(reference);
        const reads = through.get(reference) ?? { reference, model: grant.model, fields: new Set() };
        reads.fields.add(condition.field);
        through.set(reference, reads);
      }
    }
  };
  collect(conditions);
  return { own, through: [...through.values()] };
}
