import type { Field } from '~/metadata/model.ts';

const plain = {
  required: false,
  unique: false,
  readOnly: false,
  default: null,
  filterable: true,
  sortable: false,
  searchable: false,
} as const;

/** A field that belongs to no model, so that its input can be used elsewhere. */
export const plainField = (field: Partial<Field> & Pick<Field, 'key' | 'type' | 'label'>): Field => ({
  ...plain,
  ...field,
});

/** A reference to a model such as `marketing.segments`. */
export function recordField(key: string, label: string, model: string, more: Partial<Field> = {}): Field {
  const [moduleKey = '', slug = ''] = model.split('.');
  return plainField({ key, type: 'reference', label, reference: { moduleKey, slug }, ...more });
}

/** The braces of a placeholder. They would be placeholders of the texts themselves. */
export const braces = { open: '{{', close: '}}' } as const;
