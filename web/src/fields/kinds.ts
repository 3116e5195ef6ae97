import { createElement } from 'react';
import type { Field, FieldType } from '~/metadata/model.ts';
import { boolean } from './boolean/index.ts';
import { choice } from './choice/index.ts';
import { date } from './date/index.ts';
import { datetime } from './datetime/index.ts';
import { email } from './email/index.ts';
import { integer } from './integer/index.ts';
import { json } from './json/index.ts';
import type { CheckFailure, DisplayProps, FieldKind } from './kind.ts';
import { list } from './list/index.ts';
import { longText } from './longText/index.ts';
import { number } from './number/index.ts';
import { phone } from './phone/index.ts';
import { reference } from './reference/index.ts';
import { references } from './references/index.ts';
import { secret } from './secret/index.ts';
import { text } from './text/index.ts';
import { url } from './url/index.ts';
import { isEmpty, isUnread } from './values.ts';

const kinds: Readonly<Record<FieldType, FieldKind>> = {
  text,
  longText,
  email,
  phone,
  url,
  number,
  integer,
  boolean,
  date,
  datetime,
  choice,
  reference,
  references,
  list,
  json,
  secret,
  autonumber: text,
};

/** The kind of a field. An unknown type, from a newer server, is handled as text. */
export const kindOf = (field: Field): FieldKind => kinds[field.type] ?? text;

/** Displays a value with the kind of its field. */
export const FieldDisplay = (props: DisplayProps) => createElement(kindOf(props.field).Display, props);

/** Converts a value to the form that the API expects. */
export function normalize(value: unknown, field: Field): unknown {
  const trimmed = typeof value === 'string' && field.type !== 'secret' ? value.trim() : value;
  return kindOf(field).normalize?.(trimmed) ?? trimmed;
}

/** Checks a value before it is sent. Text that nothing has read yet may be correct. */
export function checkValue(value: unknown, field: Field): CheckFailure | undefined {
  if (isUnread(value)) return undefined;
  const sent = normalize(value, field);
  if (isEmpty(sent)) return field.required ? { key: 'check.required' } : undefined;
  return kindOf(field).check?.(sent, field);
}
