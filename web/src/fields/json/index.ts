import type { FieldKind } from '../kind.ts';
import { TextFilter } from '../text/filter.tsx';
import { asText, Unreadable } from '../values.ts';
import { JsonDisplay } from './display.tsx';
import { jsonFault } from './fault.ts';
import { JsonInput } from './input.tsx';

export const json: FieldKind = {
  Display: JsonDisplay,
  Input: JsonInput,
  Filter: TextFilter,
  operators: [],
  width: 200,
  toText: asText,
  check(value, { shape }) {
    if (value instanceof Unreadable) return { key: 'check.json', values: { ...jsonFault(value.text) } };
    const actual = Array.isArray(value) ? 'array' : typeof value;
    return shape === undefined || shape === actual ? undefined : { key: `check.jsonShape.${shape}` };
  },
};
