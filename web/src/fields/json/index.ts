import type { FieldKind } from '../kind.ts';
import { asText, Incomplete, Unreadable } from '../values.ts';
import { JsonDisplay } from './display.tsx';
import { jsonFault } from './fault.ts';

export const json: FieldKind = {
  Display: JsonDisplay,
  operators: [],
  width: 200,
  toText: asText,
  check(value, { shape }) {
    if (value instanceof Incomplete) return { key: 'check.incomplete' };
    if (value instanceof Unreadable) return { key: 'check.json', values: { ...jsonFault(value.text) } };
    const actual = Array.isArray(value) ? 'array' : typeof value;
    return shape === undefined || shape === actual ? undefined : { key: `check.jsonShape.${shape}` };
  },
};
