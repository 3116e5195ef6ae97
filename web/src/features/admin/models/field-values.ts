import type { Field, FieldType, Option } from '~/metadata/model.ts';

export const fieldTypes: readonly FieldType[] = [
  'text',
  'longText',
  'email',
  'phone',
  'url',
  'number',
  'integer',
  'boolean',
  'date',
  'datetime',
  'choice',
  'reference',
  'references',
  'list',
  'json',
  'secret',
  'autonumber',
];

interface Traits {
  readonly unique?: true;
  readonly searchable?: true;
  readonly maxLength?: true;
  readonly minMax?: true;
  readonly options?: true;
  readonly reference?: true;
  readonly noDefault?: true;
  /** The platform generates the value from a pattern. */
  readonly pattern?: true;
}

const textTraits: Traits = { unique: true, searchable: true, maxLength: true };

/** The properties that a field of each type can have. The server rejects others. */
export const traitsOf: Readonly<Record<FieldType, Traits>> = {
  text: textTraits,
  longText: { searchable: true, maxLength: true },
  email: textTraits,
  phone: textTraits,
  url: textTraits,
  number: { unique: true, minMax: true },
  integer: { unique: true, minMax: true },
  boolean: {},
  date: { unique: true },
  datetime: { unique: true },
  choice: { unique: true, options: true },
  reference: { unique: true, reference: true, noDefault: true },
  references: { reference: true, noDefault: true },
  list: { searchable: true },
  json: {},
  secret: { maxLength: true, noDefault: true },
  autonumber: { searchable: true, noDefault: true, pattern: true },
};

export interface FieldValues {
  readonly label: string;
  readonly key: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly unique: boolean;
  readonly searchable: boolean;
  readonly strict: boolean;
  readonly options: readonly Option[];
  /** Example: `sales.contacts`. */
  readonly reference: string | null;
  readonly maxLength: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly default: unknown;
  readonly pattern: string;
  /** Empty for a field without a group. */
  readonly group: string;
}

/** Undefined for the default limits of every number, which are not shown. */
export const limitOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;

export const emptyValues = (searchable: boolean): FieldValues => ({
  label: '',
  key: '',
  type: 'text',
  required: false,
  unique: false,
  searchable,
  strict: true,
  options: [],
  reference: null,
  maxLength: undefined,
  min: undefined,
  max: undefined,
  default: null,
  pattern: '{0000}',
  group: '',
});

export const valuesOf = (field: Field): FieldValues => ({
  label: field.label,
  key: field.key,
  type: field.type,
  required: field.required,
  unique: field.unique,
  searchable: field.searchable,
  strict: field.strict ?? false,
  options: field.options ?? [],
  reference: field.reference ? `${field.reference.moduleKey}.${field.reference.slug}` : null,
  maxLength: field.maxLength,
  min: limitOf(field.min),
  max: limitOf(field.max),
  default: field.default,
  pattern: field.behaviour?.pattern ?? '{0000}',
  group: field.group ?? '',
});

/** The definition of the field in the form of the API, with only the properties that its type has. */
export function definitionOf(values: FieldValues): Record<string, unknown> {
  const traits = traitsOf[values.type];
  const [moduleKey, slug] = values.reference?.split('.') ?? [];
  const definition = {
    key: values.key,
    type: values.type,
    label: values.label.trim(),
    required: traits.pattern ? undefined : values.required,
    unique: traits.unique && values.unique,
    searchable: traits.searchable && values.searchable,
    strict: traits.options && values.strict,
    options:
      traits.options &&
      values.options.map(({ value, label }) => ({ value: value.trim(), label: label.trim() || value.trim() })),
    reference: traits.reference && moduleKey && slug ? { moduleKey, slug } : undefined,
    maxLength: traits.maxLength && values.maxLength,
    min: traits.minMax && values.min,
    max: traits.minMax && values.max,
    pattern: traits.pattern && values.pattern.trim(),
    default: traits.noDefault || values.default === '' ? undefined : values.default,
    group: values.group.trim() || undefined,
  };
  return Object.fromEntries(Object.entries(definition).filter(([, value]) => value !== undefined));
}

/** The changed properties. A removed default or group is sent as null. */
export function changeOf(before: FieldValues, after: FieldValues): Record<string, unknown> {
  const old = definitionOf(before);
  const next = {
    ...definitionOf(after),
    ...(after.default === '' && { default: null }),
    ...(old.group !== undefined && after.group.trim() === '' && { group: null }),
  };
  return Object.fromEntries(
    Object.entries(next).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(old[key])),
  );
}
