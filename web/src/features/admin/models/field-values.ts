import { type DeclaredType, declaredType, type Field, type Option } from '../../../metadata/model.ts';
import {
  behaviourParts,
  type FilledBy,
  filledByOf,
  noRollup,
  noStamp,
  type RollupValues,
  rollupOf,
  type StampValues,
  stampOf,
} from './behaviour-values.ts';

export const fieldTypes: readonly DeclaredType[] = [
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
  'formula',
  'rollup',
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
  /** The value is computed each time it is read. */
  readonly derived?: true;
  /** Filters can use an index of the computed values. */
  readonly index?: true;
  /** The platform can set it when a condition becomes true. */
  readonly stamp?: true;
  /** The platform can copy it from a referenced record. */
  readonly follow?: true;
}

const textTraits: Traits = { unique: true, searchable: true, maxLength: true, follow: true };

/** The properties that a field of each type can have. The server rejects others. */
export const traitsOf: Readonly<Record<DeclaredType, Traits>> = {
  text: textTraits,
  longText: { searchable: true, maxLength: true, follow: true },
  email: textTraits,
  phone: textTraits,
  url: textTraits,
  number: { unique: true, minMax: true, follow: true },
  integer: { unique: true, minMax: true, follow: true },
  boolean: { follow: true },
  date: { unique: true, stamp: true, follow: true },
  datetime: { unique: true, stamp: true, follow: true },
  choice: { unique: true, options: true, follow: true },
  reference: { unique: true, reference: true, noDefault: true, stamp: true, follow: true },
  references: { reference: true, noDefault: true, follow: true },
  list: { searchable: true, follow: true },
  json: { follow: true },
  secret: { maxLength: true, noDefault: true },
  autonumber: { searchable: true, noDefault: true, pattern: true },
  formula: { noDefault: true, derived: true, index: true },
  rollup: { noDefault: true, derived: true },
};

export interface FieldValues {
  readonly label: string;
  readonly key: string;
  readonly type: DeclaredType;
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
  readonly formula: string;
  /** Filters by the formula use an index. */
  readonly index: boolean;
  readonly rollup: RollupValues;
  readonly filledBy: FilledBy;
  readonly stamp: StampValues;
  /** Example: `accountId.ownerId`. */
  readonly follow: string | null;
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
  formula: '',
  index: false,
  rollup: noRollup,
  filledBy: 'people',
  stamp: noStamp,
  follow: null,
  group: '',
});

export const valuesOf = (field: Field): FieldValues => ({
  label: field.label,
  key: field.key,
  type: declaredType(field),
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
  pattern: field.behaviour?.kind === 'autonumber' ? field.behaviour.pattern : '{0000}',
  formula: field.behaviour?.kind === 'formula' ? field.behaviour.formula : '',
  index: field.index ?? false,
  rollup: rollupOf(field.behaviour),
  filledBy: filledByOf(field.behaviour),
  stamp: stampOf(field.behaviour),
  follow: field.behaviour?.kind === 'follow' ? field.behaviour.follow : null,
  group: field.group ?? '',
});

/** The definition of the field in the form of the API, with only the properties that its type has. */
export function definitionOf(values: FieldValues): Record<string, unknown> {
  const traits = traitsOf[values.type];
  const [moduleKey, slug] = values.reference?.split('.') ?? [];
  // A stamp is set and cleared by itself, so it is neither required nor has a default.
  const isStamped = values.filledBy === 'stamp';
  const definition: Record<string, unknown> = {
    key: values.key,
    type: values.type,
    label: values.label.trim(),
    required: traits.pattern || traits.derived ? undefined : values.required && !isStamped,
    unique: traits.unique && values.unique && values.filledBy === 'people',
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
    ...behaviourParts(values),
    index: traits.index && values.index,
    default: traits.noDefault ? undefined : isStamped ? null : values.default === '' ? undefined : values.default,
    group: values.group.trim() || undefined,
  };
  return Object.fromEntries(Object.entries(definition).filter(([, value]) => value !== undefined));
}

const removable = ['group', 'stamp', 'follow'] as const;

/** The changed properties. A removed default, group, stamp or follow is sent as null. */
export function changeOf(before: FieldValues, after: FieldValues): Record<string, unknown> {
  const old = definitionOf(before);
  const next: Record<string, unknown> = {
    ...definitionOf(after),
    ...(after.default === '' && { default: null }),
  };
  for (const part of removable) if (old[part] !== undefined && next[part] === undefined) next[part] = null;
  return Object.fromEntries(
    Object.entries(next).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(old[key])),
  );
}
