import type { Field, Model } from '~/metadata/model.ts';
import { labelOf } from '../../../lib/key-of.ts';
import type { FieldSettings, Form } from './form.ts';

/** Field types that visitors can fill in. */
export const ownTypes = [
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
  'list',
  'files',
] as const;

/** A field as visitors see it. */
export interface FormField {
  readonly key: string;
  readonly type: string;
  readonly label: string;
  readonly help: string | undefined;
  readonly placeholder: string | undefined;
  readonly required: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** True when the field belongs to the form instead of the model. */
  readonly isOwn: boolean;
  /** True when the model requires the field, so that the form must require it too. */
  readonly isRequiredByModel: boolean;
}

/**
 * True when visitors can fill in a field of a model. References and secrets are excluded, because visitors cannot know
 * ids.
 */
const isAnswerable = ({ type, readOnly, computed }: Field): boolean =>
  !readOnly && !computed && (ownTypes as readonly string[]).includes(type);

/** Fields of the model that are not in the form yet. */
export const fieldsToAdd = (model: Model | undefined, form: Form): readonly Field[] =>
  (model?.fields ?? []).filter((field) => isAnswerable(field) && !form.fields?.includes(field.key));

const optionOf = (option: string | { readonly value: string; readonly label: string }) =>
  typeof option === 'string' ? { value: option, label: labelOf(option) } : option;

/** A field of the form; undefined when neither the form nor the model has it. */
export function formFieldOf(form: Form, model: Model | undefined, key: string): FormField | undefined {
  const settings: FieldSettings = form.fieldSettings?.[key] ?? {};
  const ofModel = model?.fields.find((field) => field.key === key);
  const isOwn = settings.type !== undefined;
  if (!isOwn && !ofModel) return undefined;
  const isRequiredByModel = !isOwn && ofModel?.required === true;
  return {
    key,
    type: settings.type ?? ofModel?.type ?? 'text',
    label: settings.label || (!isOwn && ofModel?.label) || labelOf(key),
    help: settings.help || (isOwn ? undefined : ofModel?.help),
    placeholder: settings.placeholder,
    required: isRequiredByModel || (form.requiredFields ?? []).includes(key),
    options: isOwn ? (settings.options ?? []).map(optionOf) : (ofModel?.options ?? []),
    isOwn,
    isRequiredByModel,
  };
}

/** All fields of a form, in order. */
export const formFieldsOf = (form: Form, model: Model | undefined): readonly FormField[] =>
  (form.fields ?? []).flatMap((key) => formFieldOf(form, model, key) ?? []);

/** A key that is not used in the form yet. */
export function freeKey(form: Form, wanted: string): string {
  const taken = new Set(form.fields);
  const base = wanted === '' ? 'field' : wanted;
  for (let n = 1; ; n += 1) {
    const key = n === 1 ? base : `${base}${n}`;
    if (!taken.has(key)) return key;
  }
}
