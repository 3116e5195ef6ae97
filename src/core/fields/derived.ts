import type { ResultType } from './behaviour.ts';
import { booleanType } from './boolean.ts';
import { dateType } from './date.ts';
import { datetimeType } from './datetime.ts';
import type { FieldType, FieldTypeName } from './field.ts';
import { numberType } from './number.ts';
import { textType } from './text.ts';

/** The types of fields whose value is computed each time it is read: formulas and rollups. */

const maxTextLength = 10_000;

function derivedTypes(name: FieldTypeName): Readonly<Record<ResultType, FieldType>> {
  const derived: Partial<FieldType> = { name, searchable: false, options: false, companion: () => undefined };
  return {
    number: { ...numberType, ...derived, valueType: 'number' },
    text: { ...textType, ...derived, valueType: 'text', maxLength: maxTextLength },
    boolean: { ...booleanType, ...derived, valueType: 'boolean' },
    date: { ...dateType, ...derived, valueType: 'date' },
    datetime: { ...datetimeType, ...derived, valueType: 'datetime' },
  };
}

export const formulaTypes = derivedTypes('formula');
export const rollupTypes = derivedTypes('rollup');
