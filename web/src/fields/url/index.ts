import type { FieldKind } from '../kind.ts';
import { textOperators } from '../operators.ts';
import { checkText } from '../text/check.ts';
import { asText } from '../values.ts';
import { UrlDisplay } from './display.tsx';

/** People type `example.com`, but the server requires a protocol. */
const withProtocol = (value: unknown): unknown =>
  typeof value === 'string' && /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]|$)/.test(value) ? `https://${value}` : value;

export const url: FieldKind = {
  Display: UrlDisplay,
  operators: textOperators,
  width: 200,
  toText: asText,
  normalize: withProtocol,
  check: (value, field) =>
    checkText(value, field, 'check.url') ?? (URL.canParse(String(value)) ? undefined : { key: 'check.url' }),
};
