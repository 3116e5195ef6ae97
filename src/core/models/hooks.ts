import type { Context, TransactionContext } from '../context.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { RecordObject, Values } from '../operations/validate.ts';
import type { Model } from './model.ts';

// Hooks and rules get a context, and a context knows the models. They are added to models and fields from here, so that
// models and fields do not import the context.
declare module '../fields/field.ts' {
  interface FieldOptions {
    /** A check that needs more than the value; throws a Problem. */
    readonly rule?: (value: JsonValue, context: Context) => void | Promise<void>;
  }
}

declare module './model.ts' {
  interface ModelDeclaration {
    readonly hooks?: ModelHooks;
  }
  interface Model {
    readonly hooks: ModelHooks;
  }
}

/** A record about to be created or updated. */
export type Saving = {
  readonly model: Model;
  /** Checked, and not yet sealed: a hook may set further ones. */
  readonly values: Values;
} & (Making | Changing);

interface Making {
  readonly previous: undefined;
  /** What the record will have as its id. */
  readonly id: string;
}

interface Changing {
  readonly previous: RecordObject;
}

/** A record that was made, or changed from what it was. */
interface Saved {
  readonly model: Model;
  readonly previous: RecordObject | undefined;
  readonly record: RecordObject;
}

/** What a model does beside being stored. Hooks run in the transaction of the write, and an error undoes it. */
export interface ModelHooks {
  /**
   * What it returns replaces fields of this one answer, such as a secret that is shown once, or is shown beside them, as
   * `shownOnWrite` of the model describes it.
   */
  beforeSave?(context: TransactionContext, saving: Saving): Promise<RecordObject | undefined>;
  afterSave?(context: TransactionContext, saved: Saved): Promise<void>;
  /** Before the records, which are locked, are deleted: an error stops it. */
  beforeRemove?(context: TransactionContext, ids: readonly string[]): Promise<void>;
  afterRemove?(context: TransactionContext, ids: readonly string[]): Promise<void>;
}

const fieldOf = ({ model }: Saving, key: string): Field => {
  const field = model.fields.get(key);
  if (!field) throw new Error(`${model.name} has no field ${key}`);
  return field;
};

/** What the write sets a field to; undefined when it leaves it alone. */
export const givenValue = (saving: Saving, key: string): JsonValue | undefined =>
  saving.values.get(fieldOf(saving, key));

/** Sets a value that the platform decides. */
export function setValue(saving: Saving, key: string, value: JsonValue): void {
  saving.values.set(fieldOf(saving, key), value);
}
