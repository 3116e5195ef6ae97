import { bindField } from '#core/fields/bind-field.ts';
import type { Field, FieldTypeName, JsonValue, Option } from '#core/fields/field.ts';
import { fieldTypes } from '#core/fields/index.ts';
import { isJsonObject } from '#lib/json.ts';

/** The input control of a field. */
export type Control =
  | 'line'
  | 'lines'
  | 'email'
  | 'phone'
  | 'url'
  | 'number'
  | 'checkbox'
  | 'date'
  | 'datetime'
  | 'select'
  | 'checkboxes'
  | 'files';

/** A field that visitors fill in. */
export interface FormField {
  readonly key: string;
  readonly label: string;
  readonly help: string | undefined;
  readonly placeholder: string | undefined;
  readonly required: boolean;
  readonly control: Control;
  readonly options: readonly Option[] | undefined;
  /** Validates the answer as the model does, or as a custom field of this type would. Undefined for files. */
  readonly field: Field | undefined;
  /**
   * True when the answer is written to the record. The answer to the form's own field is stored only in the submission.
   */
  readonly isOfModel: boolean;
}

const controls: Partial<Record<FieldTypeName, Control>> = {
  text: 'line',
  longText: 'lines',
  email: 'email',
  phone: 'phone',
  url: 'url',
  number: 'number',
  integer: 'number',
  boolean: 'checkbox',
  date: 'date',
  datetime: 'datetime',
  choice: 'select',
  list: 'checkboxes',
};

/** The types that the form's own fields can have. */
export const ownTypes = [...(Object.keys(controls) as FieldTypeName[]), 'files' as const];
export type OwnType = (typeof ownTypes)[number];

/** The settings of a field in a form: `fieldSettings[key]`. A field with a `type` is the form's own. */
export interface FieldSettings {
  readonly type?: OwnType;
  readonly label?: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly options?: readonly (string | Option)[];
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
}

/**
 * The settings of a field. They are validated when the form is saved; older ones may be partly invalid, and only their
 * valid parts are used.
 */
export function settingsOf(fieldSettings: JsonValue | undefined, key: string): FieldSettings {
  if (!isJsonObject(fieldSettings)) return {};
  const settings = (fieldSettings as Readonly<Record<string, unknown>>)[key];
  return isJsonObject(settings) ? (settings as FieldSettings) : {};
}

/**
 * True when visitors can fill in a field of a model. They cannot fill in references, whose ids they do not know, or
 * secrets.
 */
export const isAnswerable = ({ type, readOnly }: Field): boolean => !readOnly && controls[type.name] !== undefined;

export function modelField(field: Field, settings: FieldSettings, required: boolean): FormField {
  return {
    key: field.key,
    label: settings.label ?? field.label,
    help: settings.help ?? field.declared.help,
    placeholder: settings.placeholder,
    required: required || field.required,
    control: controls[field.type.name] ?? 'line',
    options: field.options,
    field,
    isOfModel: true,
  };
}

export function ownField(
  key: string,
  settings: FieldSettings & { readonly type: OwnType },
  required: boolean,
): FormField {
  const { type, label, help, placeholder, options, maxLength, min, max } = settings;
  const shared = { key, help, placeholder, required, isOfModel: false };
  if (type === 'files')
    return { ...shared, label: label ?? key, control: 'files', options: undefined, field: undefined };
  const field = bindField(
    key,
    {
      type: fieldTypes[type],
      options: {
        // An answer must be one of the options, because the page offers no others.
        ...(options && { options, strict: true }),
        ...(label !== undefined && { label }),
        ...(maxLength !== undefined && { maxLength }),
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
      },
    },
    { customId: key },
  );
  return { ...shared, label: field.label, control: controls[type] ?? 'line', options: field.options, field };
}
