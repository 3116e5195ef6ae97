import { checkEmail } from './email.ts';
import { declare, type Field, type FieldOptions, type FieldType, type JsonValue, Problem } from './field.ts';
import { checkPhone } from './phone.ts';
import { arrayFromJson, kindOf, wellFormed } from './strings.ts';
import { checkUrl } from './url.ts';

const most = 1000;
const longest = 1000;

const checkItem = (value: unknown, field: Field): string => {
  switch (field.declared.of) {
    case 'email':
      return checkEmail(value, { ...field, maxLength: 254 });
    case 'url':
      return checkUrl(value, { ...field, maxLength: longest });
    case 'phone':
      return checkPhone(value, { ...field, maxLength: 40 });
    default: {
      const text = wellFormed(value);
      if (text === '' || text.length > longest) {
        throw new Problem('invalid_format', `must hold texts of 1 to ${longest} characters`);
      }
      return text;
    }
  }
};

/** Short texts in order: tags, event types, addresses. */
export const listType: FieldType = {
  name: 'list',
  column: 'text[]',
  operators: ['eq', 'ne', 'in', 'nin', 'null'],
  sortable: false,
  searchable: true,
  array: true,
  schema: () => ({ type: 'array', maxItems: most, items: { type: 'string', maxLength: longest } }),
  check(value, field) {
    if (!Array.isArray(value)) throw new Problem('invalid_type', `must be an array of texts, not ${kindOf(value)}`);
    if (value.length > most) throw new Problem('too_long', `must hold at most ${most} texts`);
    return value.map((item) => checkItem(item, field)) as JsonValue;
  },
  parse: (text) => wellFormed(text),
  fromJson: (json) => arrayFromJson(json, 'text'),
  example: ({ declared: { of } }, n) =>
    of === 'email'
      ? [`person${n}@example.com`]
      : of === 'url'
        ? [`https://example.com/${n}`]
        : of === 'phone'
          ? [`+1 202 555 ${1000 + (n % 9000)}`]
          : [`item ${n}`, 'shared'],
};

export const list = (options: FieldOptions = {}) => declare(listType, options);
