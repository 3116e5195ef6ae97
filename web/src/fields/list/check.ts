import type { Field } from '~/metadata/model.ts';
import type { CheckFailure } from '../kind.ts';
import { checkText } from '../text/check.ts';
import { asTexts } from '../values.ts';

const formats: Readonly<Record<string, string>> = { email: 'check.email', url: 'check.url', phone: 'check.phone' };

/** Checks the number of entries, and each entry. */
export function checkItems(value: unknown, field: Field): CheckFailure | undefined {
  const entries = asTexts(value);
  const { maxItems } = field;
  if (typeof maxItems === 'number' && entries.length > maxItems)
    return { key: 'check.tooMany', values: { max: maxItems } };
  const items = field.items as Field | undefined;
  if (items === undefined || field.type !== 'list') return undefined;
  for (const entry of entries) {
    const failure = checkText(entry, items, formats[items.type]);
    if (failure) return { key: 'check.entry', values: { entry, ...failure.values, reason: failure.key } };
  }
  return undefined;
}
