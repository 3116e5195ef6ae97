import type { Passwords } from '#lib/passwords.ts';
import type { Vault } from '#lib/vault.ts';
import type { Behaviour, ResultType, Rollup, Stamp, StatusPart } from './behaviour.ts';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type JsonSchema = { [key: string]: unknown };

export type FieldTypeName =
  | 'text'
  | 'longText'
  | 'email'
  | 'phone'
  | 'url'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'choice'
  | 'reference'
  | 'references'
  | 'list'
  | 'json'
  | 'secret'
  | 'autonumber'
  | 'formula'
  | 'rollup';

export type Operator =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'nin'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'between'
  | 'null';

/**
 * A generated column that is indexed instead of the column itself. Under row security PostgreSQL uses a comparison as
 * an index condition only when its function is leakproof. `lower(text)` and the comparison of numerics are not, and
 * only a superuser can mark them. The companion stores the value in a form whose comparison is leakproof on every
 * server.
 */
export interface Companion {
  /** The suffix of its column name, as in `email_folded`. */
  readonly suffix: string;
  /** The PostgreSQL type of its column. */
  readonly column: string;
  /** SQL of the companion, given the SQL of the value. */
  of(expression: string): string;
  /** Computes the companion of a parameter in this process. By default the SQL of `of` does. */
  param?(value: JsonValue): unknown;
  /** True when companions sort like the values, except that different values can have equal companions. */
  readonly ordered?: boolean;
}

/** Limits of a value in addition to its type. The registry API publishes them under these names. */
export interface FieldLimits {
  /** Inclusive limits: numbers, or dates and times as text. */
  readonly min?: number | string;
  readonly max?: number | string;
  /** The lengths in code points, as in JSON Schema. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The size in UTF-8. */
  readonly maxBytes?: number;
  /** A JavaScript regular expression that the value must match. */
  readonly pattern?: string;
  /** True when only the options of the field are valid. */
  readonly strict?: true;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  /** Limits of each entry of a list. */
  readonly items?: FieldLimits & { readonly type: FieldTypeName };
  /** The type of the top level of a `json` field; undefined allows any value. */
  readonly shape?: 'object' | 'array';
  readonly maxDepth?: number;
}

/**
 * A field type. A value has three forms: JSON (in requests and answers), parameter of the driver, and SQL. The type
 * converts between them. Other files use these properties and never compare `name`.
 */
export interface FieldType {
  readonly name: FieldTypeName;
  /** The type of the values, for formulas and rollups. Defaults to `name`. */
  readonly valueType?: FieldTypeName;
  /** The PostgreSQL type of the column. Parameters are cast to it. */
  readonly column: string;
  readonly operators: readonly Operator[];
  readonly sortable: boolean;
  readonly searchable: boolean;
  /** True when values can be summed and averaged. */
  readonly numeric?: boolean;
  /** True when values can be grouped by day, week, month, quarter and year. */
  readonly temporal?: boolean;
  /** True when the column is an array. Filters compare its elements. */
  readonly array?: boolean;
  /** True when the value is the id, or the ids, of records of another model. */
  readonly pointsTo?: boolean;
  /** True when a field of this type can have a list of options. */
  readonly options?: boolean;
  /** The default `maxLength` of a field, in characters. */
  readonly maxLength?: number;
  /** True when the text can have several lines. */
  readonly multiline?: boolean;
  /** The limits that `check` enforces. */
  limits(field: Field): FieldLimits;
  /** JSON Schema of a value that is not null. */
  schema(field: Field): JsonSchema;
  /** Checks a JSON value and returns its normal form. Throws a Problem. */
  check(value: unknown, field: Field): JsonValue;
  /** Checks a value of a query string, as `check` does for JSON. For an array it checks one element. */
  parse(text: string, field: Field): JsonValue;
  /** Converts a checked value to the parameter of the driver. Defaults to the value itself. */
  param?(value: JsonValue): unknown;
  /** SQL of the JSON form of a column. Defaults to the column itself. */
  output?(column: string): string;
  /** SQL that converts jsonb to the type of the column. It reads custom fields, which are stored as jsonb. */
  fromJson(json: string): string;
  /** SQL of the form that is compared for equality, such as `lower(…)`. Defaults to the expression itself. */
  equality?(expression: string): string;
  /** The companion column that a field with these options needs for its index. */
  companion?(options: FieldOptions): Companion | undefined;
  /**
   * The form of a value in which duplicate rules compare it when they ignore the way of writing. Undefined for types
   * whose values duplicate rules do not compare.
   */
  matchForm?(value: JsonValue): string;
  /** True when equal values can have different JSON, so that filters on custom fields must not compare the JSON. */
  readonly manyJsonForms?: boolean;
  /** Encrypts or hashes a secret. The result is stored instead of the value. */
  seal?(
    value: JsonValue,
    field: Field,
    keys: { readonly vault: Vault; readonly passwords: Passwords },
  ): Promise<JsonValue>;
  /** A valid value for documentation and tests. A different `n` gives a different value. */
  example(field: Field, n: number): JsonValue;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface FieldOptions {
  readonly label?: string;
  /** A hint for people who fill in a form. */
  readonly help?: string;
  /** Forms show the fields of a group together. */
  readonly group?: string;
  /** The position of the custom field among the others, set by the tenant. */
  readonly order?: number;
  readonly required?: boolean;
  /** Unique among the records of the model in a tenant. Text is compared case-insensitively. */
  readonly unique?: boolean;
  /** Clients cannot write it. The platform sets it. */
  readonly readOnly?: boolean;
  /** Clients can set it only when they create the record. */
  readonly createOnly?: boolean;
  readonly default?: JsonValue;
  /** A default that depends on the request: the id of the calling user, or the current time. */
  readonly defaultFrom?: 'caller' | 'now';
  /** Suggested values. With `strict` no other value is valid. */
  readonly options?: readonly (string | Option)[];
  readonly strict?: boolean;
  /** The model that a reference points to, as `module.slug`. */
  readonly to?: string;
  /** A reference that is not cleared: the record that it points to cannot be deleted. */
  readonly keepsTarget?: boolean;
  readonly maxLength?: number;
  /** The inclusive limits of a number. For a secret, `min` is the minimum length. */
  readonly min?: number;
  readonly max?: number;
  /** The search parameter `q` searches the field. */
  readonly search?: boolean;
  /** Creates an index. References always have one. */
  readonly index?: boolean;
  /** The type of the top level of a `json` field; undefined allows any value. */
  readonly shape?: 'object' | 'array';
  /** The type of the entries of a `list`. Defaults to text. */
  readonly of?: 'text' | 'email' | 'url' | 'phone';
  /** Stores a `secret` as a bcrypt hash instead of encrypting it. */
  readonly hash?: boolean;
  /** Makes the column a generated one. The SQL uses other columns of the row. */
  readonly generated?: string;
  /**
   * SQL of a value that is computed on each read and not stored, given the alias of the row. The field is read-only,
   * and events and history do not contain it. Lists cannot filter or sort by it.
   */
  readonly computed?: (alias: string) => string;
  readonly stamp?: Stamp;
  /** Copied from the record that a reference points to, when the reference is set and no value is given: `accountId.ownerId`. */
  readonly follow?: string;
  /**
   * For a reference to leads: the field that refers to the contact, account or opportunity which a lead becomes. Defaults
   * to the field of the same name with `contact` in place of `lead`.
   */
  readonly successor?: string;
  /** The pattern of a number that every new record gets: `R-{yyyy}-{0000}`. Only an import writes another one. */
  readonly autonumber?: string;
  /** The text of a formula, which computes the value each time it is read. */
  readonly formula?: string;
  readonly rollup?: Rollup;
  /** The type of the value of a formula or a rollup. */
  readonly resultType?: ResultType;
  /** The part of the field in the status of the record. */
  readonly status?: StatusPart;
  /** A PUT that omits the field keeps its value. Of a read-only field it keeps the value in any case. */
  readonly keptByPut?: boolean;
  /** The action that changes a computed field. The error of a write to the field names it. */
  readonly changedBy?: string;
  /** Events and history do not contain the value, because only its author may read it. */
  readonly unlogged?: boolean;
  /**
   * The value can send data or people elsewhere: an address that is called, visited or loaded, content that visitors or
   * recipients see, or an address that mail goes to. A person must approve what a language model writes there.
   */
  readonly outward?: boolean;
  /** An amount in the currency of the record: its field `currency`, or else the currency of the company. */
  readonly money?: boolean;
  /** The value may also be written without an event. Counts that depend on it are not cached. */
  readonly eventless?: boolean;
  /**
   * A reference to the user who is responsible for the record: its owner or assignee. Only an active user can become
   * it, and the hand-over of a user's records moves it.
   */
  readonly responsible?: boolean;
  /** A reference to the parent in a hierarchy of records of the same model. A write that would form a cycle is refused. */
  readonly acyclic?: boolean;
  /** The field is hidden from callers who do not have this scope for all records. */
  readonly shownWith?: string;
  /**
   * A hook validates the value further. `help` must describe the check, as for a `rule`. Set it to false for a rule
   * that every record passes that the caller may read.
   */
  readonly furtherRules?: boolean;
  /** Overrides `example` of the type, for fields that refuse its example. */
  readonly example?: JsonValue;
}

/** A field in a model file: `text({ required: true })`. */
export interface FieldDeclaration {
  readonly type: FieldType;
  readonly options: FieldOptions;
}

/** The SQL of a derived field (a formula or a rollup), which computes its value from other values. */
export interface DerivedValue {
  /** SQL of the value, given the alias of the row. */
  sql(alias: string): string;
  /** True when the value depends on the current time. */
  readonly usesTime: boolean;
  /** The values of other records that it reads. */
  readonly sources: readonly DerivedSource[];
}

/** Fields of other records from which a value is computed. */
export interface DerivedSource {
  /** The model of the other records, as `module.slug`. */
  readonly model: string;
  readonly fields: ReadonlySet<string>;
  /**
   * The key of the reference that connects the records: `target` when the record refers to the other one, `children`
   * when the others refer to the record.
   */
  readonly reference: string;
  readonly are: 'target' | 'children';
}

/**
 * The copies of the values of a formula that is marked as indexed, in the table `formula_values`. An index over the formula
 * itself would not be used: see `Companion`. Comparisons of float8 and of text are leakproof.
 */
export interface ValueCopies {
  /** The id in `formula_indexes`. */
  readonly id: string;
  /** True when all records have copies, and these are of the formula as it is now, so that filters may use them. */
  readonly complete: boolean;
}

/** A field of a model. Declared and custom fields have the same interface. */
export interface Field {
  readonly key: string;
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly unique: boolean;
  readonly readOnly: boolean;
  readonly filterable: boolean;
  readonly sortable: boolean;
  readonly searchable: boolean;
  readonly maxLength: number | undefined;
  readonly options: readonly Option[] | undefined;
  readonly declared: FieldOptions;
  readonly behaviour: Behaviour | undefined;
  /** Null for a custom field, whose values are in the column `custom`, and for computed and derived fields. */
  readonly column: string | null;
  /** The companion of the field, with the name of its column. */
  readonly companion?: Companion & { readonly name: string };
  /** Set for a custom field: its id in `custom_fields`. */
  readonly customId?: string;
  /** The time when a custom field was created. Older events contain values of an earlier field with the same key. */
  readonly definedAt?: string;
  /** Set for formulas and rollups, which no statement stores. */
  readonly derived?: DerivedValue;
  /** Set for a formula that is marked as indexed. */
  readonly copies?: ValueCopies;
  /** True when the database has a foreign key for the field. Operations check other references. */
  readonly foreignKey: boolean;
  /** SQL of the value in the type of the column, given the alias of the row. */
  sql(alias: string): string;
  /** SQL of the JSON form, given the alias of the row. */
  json(alias: string): string;
}

/** An error in one value. The message continues a sentence that begins with the field: "must be a number". */
export class Problem extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Sets `group` of several fields. */
export const grouped = <Fields extends Readonly<Record<string, FieldDeclaration>>>(
  group: string,
  fields: Fields,
): Record<keyof Fields, FieldDeclaration> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { type, options }]) => [key, { type, options: { group, ...options } }]),
  ) as Record<keyof Fields, FieldDeclaration>;

export const declare = (type: FieldType, options: FieldOptions): FieldDeclaration => ({ type, options });
