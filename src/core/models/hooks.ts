import type { Context, Services, TransactionContext } from '../context.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from './model.ts';
import type { RecordObject, Values } from './record.ts';

// The context imports models and fields. Hooks and rules use the context, so this file adds them to models and fields;
// otherwise imports would form a cycle.
declare module '../fields/field.ts' {
  interface FieldOptions {
    /** A check that needs the context, such as the registry or the database. Throws a Problem. */
    readonly rule?: (value: JsonValue, context: Context) => void | Promise<void>;
  }
}

declare module './declaration.ts' {
  interface ModelDeclaration {
    readonly hooks?: ModelHooks;
    readonly writers?: RecordWriters;
  }
}

declare module './model.ts' {
  interface Model {
    readonly hooks: ModelHooks;
    readonly writers: RecordWriters | undefined;
  }
}

/**
 * Scopes that allow writes of some records in place of the write scope of the model. They apply to every operation that
 * writes, to records before and after the change, and only without `:own` and `:team`.
 */
export interface RecordWriters {
  /** All scopes that `scopeOf` may return. */
  scopes(services: Services): Iterable<string>;
  /** The scope that allows writes of this record; undefined when only the model's scope does. */
  scopeOf(services: Services, record: RecordObject): string | undefined;
}

/** A record that is about to be created or updated. */
export type PendingSave = {
  readonly model: Model;
  /** The validated values, before encryption and hashing. A hook may set further values. */
  readonly values: Values;
} & (Creation | Change);

interface Creation {
  readonly previous: undefined;
  /** The id of the new record. */
  readonly id: string;
}

interface Change {
  readonly previous: RecordObject;
}

/** A record that was created or updated. */
interface Saved {
  readonly model: Model;
  readonly previous: RecordObject | undefined;
  readonly record: RecordObject;
  /** True for a record that was deleted and is restored. It has no previous state. */
  readonly restored?: boolean;
}

/** The ids of records that are deleted together, by model. */
type Deleting = ReadonlyMap<Model, ReadonlySet<string>>;

/** Code of a model that runs in the transaction of a write. An error rolls the transaction back. */
export interface ModelHooks {
  /**
   * Returns values that only this answer contains, such as a secret that is shown once. They replace or extend the
   * fields of the record, as `shownOnWrite` of the model describes.
   */
  beforeSave?(context: TransactionContext, saving: PendingSave): Promise<RecordObject | undefined>;
  afterSave?(context: TransactionContext, saved: Saved): Promise<void>;
  /**
   * Runs after the records are locked and before they are deleted. An error prevents the deletion. `deleting` has the
   * ids of all records that are deleted together, by model.
   */
  beforeRemove?(context: TransactionContext, ids: readonly string[], model: Model, deleting: Deleting): Promise<void>;
  afterRemove?(context: TransactionContext, ids: readonly string[], model: Model, deleting: Deleting): Promise<void>;
}

const fieldOf = ({ model }: PendingSave, key: string): Field => {
  const field = model.fields.get(key);
  if (!field) throw new Error(`${model.name} has no field ${key}`);
  return field;
};

/** The value that the write sets; undefined when the write does not change the field. */
export const givenValue = (saving: PendingSave, key: string): JsonValue | undefined =>
  saving.values.get(fieldOf(saving, key));

/** Sets a value in the write. */
export function setValue(saving: PendingSave, key: string, value: JsonValue): void {
  saving.values.set(fieldOf(saving, key), value);
}
