import type { Behaviour } from './behaviour.ts';
import type { DerivedValue, Field, FieldDeclaration, FieldOptions, Option, ValueCopies } from './field.ts';
import { labelOf, snakeCase } from './labels.ts';

const readOptions = (options: FieldOptions['options']): readonly Option[] | undefined =>
  options?.map((option) => (typeof option === 'string' ? { value: option, label: labelOf(option) } : option));

interface FieldLocation {
  readonly column?: string;
  readonly customId?: string;
  readonly definedAt?: string | undefined;
  readonly derived?: DerivedValue | undefined;
  readonly copies?: ValueCopies | undefined;
  /** True when the field is in the table that all custom models share, which has no foreign keys to other tables. */
  readonly sharedTable?: boolean;
}

function behaviourOf(options: FieldOptions): Behaviour | undefined {
  const { stamp, follow, autonumber, formula, rollup, status, resultType = 'number' } = options;
  if (status) return { kind: 'status', ...status };
  if (stamp) return { kind: 'stamp', ...stamp };
  if (follow !== undefined) return { kind: 'follow', follow };
  if (formula !== undefined) return { kind: 'formula', formula, resultType };
  if (rollup) return { kind: 'rollup', ...rollup, resultType };
  return autonumber === undefined ? undefined : { kind: 'autonumber', pattern: autonumber };
}

/** Creates a field from its declaration, its key and its location in the database. */
export function bindField(key: string, { type, options }: FieldDeclaration, location: FieldLocation = {}): Field {
  const custom = location.customId !== undefined;
  const { derived } = location;
  // A derived field whose model is not part of a registry has no value.
  const isDerived = options.formula !== undefined || options.rollup !== undefined;
  const computed = options.computed ?? derived?.sql ?? (isDerived ? () => `null::${type.column}` : undefined);
  const column = custom || computed ? null : (location.column ?? snakeCase(key));
  const companion = column === null ? undefined : type.companion?.(options);
  // Values are stored under the id of the field, so a field that is deleted and created again starts empty.
  const inCustom = (alias: string) => `(${alias}.custom->'${location.customId}')`;
  return {
    key,
    label: options.label ?? labelOf(key),
    type,
    required: options.required ?? false,
    unique: options.unique ?? false,
    readOnly:
      options.readOnly || options.generated !== undefined || options.autonumber !== undefined || computed !== undefined,
    filterable: type.operators.length > 0 && !options.computed,
    sortable: type.sortable && !options.computed,
    searchable: (options.search ?? false) && type.searchable,
    maxLength: options.maxLength ?? type.maxLength,
    options: readOptions(options.options),
    declared: options,
    behaviour: behaviourOf(options),
    column,
    ...(companion && { companion: { ...companion, name: `${column}_${companion.suffix}` } }),
    ...(location.customId !== undefined && { customId: location.customId }),
    ...(location.definedAt !== undefined && { definedAt: location.definedAt }),
    ...(derived && { derived }),
    ...(location.copies && { copies: location.copies }),
    foreignKey: options.to !== undefined && column !== null && !type.array && !location.sharedTable,
    sql: computed ?? (column === null ? (alias) => type.fromJson(inCustom(alias)) : (alias) => `${alias}."${column}"`),
    json: computed
      ? (alias) => type.output?.(computed(alias)) ?? computed(alias)
      : column === null
        ? // `custom` already contains the JSON form. Only secrets must be converted.
          (alias) => (type.seal && type.output ? type.output(type.fromJson(inCustom(alias))) : inCustom(alias))
        : (alias) => (type.output ? type.output(`${alias}."${column}"`) : `${alias}."${column}"`),
  };
}
