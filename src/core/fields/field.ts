import type { Passwords } from '#lib/passwords.ts';
import type { Vault } from '#lib/vault.ts';

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
  | 'secret';

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
 * A generated column beside an indexed one. Under row security PostgreSQL uses a comparison as an index condition only
 * when its function is leakproof; `lower(text)` and the comparison of numerics are not, and only a superuser can mark
 * them. The companion holds the value in a form whose comparison is leakproof everywhere.
 */
export interface Companion {
  /** How the name of its column ends. */
  readonly suffix: string;
  /** The PostgreSQL type of its column. */
  readonly column: string;
  /** SQL of the companion of a value, given the SQL of the value. */
  of(expression: string): string;
  /** The driver's parameter of a value's companion, where it is made in this process rather than by `of`. */
  param?(value: JsonValue): unknown;
  /** Companions sort as the values do, except that different values may have equal companions. */
  readonly ordered?: boolean;
}

/** What a value must satisfy beside its type. The registry publishes it under these names. */
export interface FieldLimits {
  /** Of numbers; of dates and times as text. Both bounds are allowed. */
  readonly min?: number | string;
  readonly max?: number | string;
  /** In code points, as JSON Schema counts. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** In UTF-8. */
  readonly maxBytes?: number;
  /** A regular expression of JavaScript that finds a match. */
  readonly pattern?: string;
  /** The options are the only values. */
  readonly strict?: true;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  /** Of each entry of a list. */
  readonly items?: FieldLimits & { readonly type: FieldTypeName };
  /** What a `json` field holds. Anything when absent. */
  readonly shape?: 'object' | 'array';
  readonly maxDepth?: number;
}

/**
 * What a type knows. A value has three forms: JSON (what clients send and get), the driver's parameter, and SQL.
 * A type owns the way between them, so no other file asks which type a field has.
 */
export interface FieldType {
  readonly name: FieldTypeName;
  /** The PostgreSQL type of its column, also the cast of its parameters. */
  readonly column: string;
  readonly operators: readonly Operator[];
  readonly sortable: boolean;
  readonly searchable: boolean;
  /** Numbers can be summed and averaged. */
  readonly numeric?: boolean;
  /** Dates group by day, week, month, quarter and year. */
  readonly temporal?: boolean;
  /** The column holds an array: filters ask for its elements. */
  readonly array?: boolean;
  /** It names records of another model. */
  readonly pointsTo?: boolean;
  /** It can have a list of options. */
  readonly options?: boolean;
  /** The longest text, for fields that set no limit of their own. */
  readonly maxLength?: number;
  /** Texts of several lines. */
  readonly multiline?: boolean;
  /** What `check` refuses beside values of another type. */
  limits(field: Field): FieldLimits;
  /** JSON Schema of a value that is not null. */
  schema(field: Field): JsonSchema;
  /** Checks a JSON value and returns its normal form; throws a Problem. */
  check(value: unknown, field: Field): JsonValue;
  /** Reads one value of a query string, as `check` reads JSON. For arrays: one element. */
  parse(text: string, field: Field): JsonValue;
  /** The driver's parameter for a checked value. Identity when absent. */
  param?(value: JsonValue): unknown;
  /** SQL of the JSON form of a column. The column itself when absent. */
  output?(column: string): string;
  /** SQL of the column form of a jsonb expression: how a tenant's own field reads like a declared one. */
  fromJson(json: string): string;
  /** SQL by which values are compared for equality, `lower(…)` for instance. The expression itself when absent. */
  equality?(expression: string): string;
  /** What a column with these options keeps beside its values, so that an index finds them. */
  companion?(options: FieldOptions): Companion | undefined;
  /** Equal values may be stored as different JSON, so a filter of a tenant's own field cannot compare the JSON. */
  readonly manyJsonForms?: boolean;
  /** What is stored in place of a value; for secrets, which are encrypted or hashed. */
  seal?(
    value: JsonValue,
    field: Field,
    keys: { readonly vault: Vault; readonly passwords: Passwords },
  ): Promise<JsonValue>;
  /** A valid value, for examples and for tests. `n` makes it different from others. */
  example(field: Field, n: number): JsonValue;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

export interface FieldOptions {
  readonly label?: string;
  /** What to enter, for forms. */
  readonly help?: string;
  /** Fields of one group are shown together in forms. */
  readonly group?: string;
  readonly required?: boolean;
  /** Unique among the tenant's records of the model; text is compared without regard to case. */
  readonly unique?: boolean;
  /** Never written by clients; the platform sets it. */
  readonly readOnly?: boolean;
  /** Clients set it when they make the record, and never again. */
  readonly createOnly?: boolean;
  readonly default?: JsonValue;
  /** A default that depends on the request: the calling user's id, or the time. */
  readonly defaultFrom?: 'caller' | 'now';
  /** Suggested values; with `strict`, the only ones. */
  readonly options?: readonly (string | Option)[];
  readonly strict?: boolean;
  /** The referenced model, as `module.slug`. */
  readonly to?: string;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  /** Found by `q`. */
  readonly search?: boolean;
  /** Gets an index of its own. References have one anyway. */
  readonly index?: boolean;
  /** What a `json` field holds. Anything when absent. */
  readonly shape?: 'object' | 'array';
  /** What a `list` holds. Text when absent. */
  readonly of?: 'text' | 'email' | 'url' | 'phone';
  /** A `secret` that is kept as a bcrypt hash rather than encrypted. */
  readonly hash?: boolean;
  /** SQL of a generated column, over other columns of the row. */
  readonly generated?: string;
  /**
   * SQL of a value that is read each time and stored nowhere, given the alias of the row. It is read-only, is not filtered or
   * sorted by, and is no part of events and history.
   */
  readonly computed?: (alias: string) => string;
  /** The scope that it takes to see the field, for all records. Without it the field is hidden. */
  readonly shownWith?: string;
  /** A hook refuses values that type and limits allow. `help` says which, as it does for a `rule`. */
  readonly furtherRules?: boolean;
  /** What examples show, where a made-up value would be refused. */
  readonly example?: JsonValue;
}

export interface FieldDeclaration {
  readonly type: FieldType;
  readonly options: FieldOptions;
}

/** A field of a model, as every other file sees it: declared in code or made by a tenant, it looks the same. */
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
  /** Null for a tenant's own field, whose values are in `custom`. */
  readonly column: string | null;
  /** The column of its companion, where it has one. */
  readonly companion?: Companion & { readonly name: string };
  /** The name of its row in the tenant's custom fields. */
  readonly customId?: string;
  /** When a tenant's own field was made, as records tell times: older states have values of another field of that key. */
  readonly definedAt?: string;
  /** A foreign key guards it. Other references are guarded by the operations. */
  readonly foreignKey: boolean;
  /** SQL of its typed value, given the alias of the row. */
  sql(alias: string): string;
  /** SQL of its JSON form, given the alias of the row. */
  json(alias: string): string;
}

/** What is wrong with one value. Operations gather them into one answer. */
export class Problem extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Puts fields into a group of forms. */
export const grouped = <Fields extends Readonly<Record<string, FieldDeclaration>>>(
  group: string,
  fields: Fields,
): Record<keyof Fields, FieldDeclaration> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, { type, options }]) => [key, { type, options: { group, ...options } }]),
  ) as Record<keyof Fields, FieldDeclaration>;

export const declare = (type: FieldType, options: FieldOptions): FieldDeclaration => ({ type, options });

const words = (key: string) => key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');

/** `billingCity` reads "Billing city"; `accountId` reads "Account". */
export const labelOf = (key: string): string => {
  const text = words(key.replace(/(?<=.)Ids?$/, '')).toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const snakeCase = (key: string): string => words(key).replaceAll(' ', '_').toLowerCase();

const readOptions = (options: FieldOptions['options']): readonly Option[] | undefined =>
  options?.map((option) => (typeof option === 'string' ? { value: option, label: labelOf(option) } : option));

interface Place {
  readonly column?: string;
  readonly customId?: string;
  readonly definedAt?: string | undefined;
  /** The table is shared by tenants' own models and has no foreign keys to others. */
  readonly shared?: boolean;
}

/** Gives a declaration its key and its place in the row. */
export function bindField(key: string, { type, options }: FieldDeclaration, place: Place = {}): Field {
  const custom = place.customId !== undefined;
  const { computed } = options;
  const column = custom || computed ? null : (place.column ?? snakeCase(key));
  const companion = column === null ? undefined : type.companion?.(options);
  // Values are kept under the field's id: one that is deleted and made anew with another type begins empty.
  const inCustom = (alias: string) => `(${alias}.custom->'${place.customId}')`;
  return {
    key,
    label: options.label ?? labelOf(key),
    type,
    required: options.required ?? false,
    unique: options.unique ?? false,
    readOnly: (options.readOnly ?? false) || options.generated !== undefined || computed !== undefined,
    filterable: type.operators.length > 0 && !computed,
    sortable: type.sortable && !computed,
    searchable: (options.search ?? false) && type.searchable,
    maxLength: options.maxLength ?? type.maxLength,
    options: readOptions(options.options),
    declared: options,
    column,
    ...(companion && { companion: { ...companion, name: `${column}_${companion.suffix}` } }),
    ...(place.customId !== undefined && { customId: place.customId }),
    ...(place.definedAt !== undefined && { definedAt: place.definedAt }),
    foreignKey: options.to !== undefined && column !== null && !type.array && !place.shared,
    sql: computed ?? (column === null ? (alias) => type.fromJson(inCustom(alias)) : (alias) => `${alias}."${column}"`),
    json: computed
      ? (alias) => type.output?.(computed(alias)) ?? computed(alias)
      : column === null
        ? // Stored in its JSON form already, except what must not be shown.
          (alias) => (type.seal && type.output ? type.output(type.fromJson(inCustom(alias))) : inCustom(alias))
        : (alias) => (type.output ? type.output(`${alias}."${column}"`) : `${alias}."${column}"`),
  };
}
