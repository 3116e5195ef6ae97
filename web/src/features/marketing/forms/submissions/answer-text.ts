import type { TFunction } from 'i18next';
import type { FormField } from '../form-field.ts';

/** An answer as text. */
export function answerText(answer: unknown, field: Pick<FormField, 'options'> | undefined, t: TFunction): string {
  if (answer === null || answer === undefined) return '';
  if (typeof answer === 'boolean') return t(answer ? 'common:yes' : 'common:no');
  const label = (value: unknown): string =>
    field?.options.find((option) => option.value === value)?.label ?? plain(value);
  return Array.isArray(answer) ? answer.map(label).join(', ') : label(answer);
}

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
