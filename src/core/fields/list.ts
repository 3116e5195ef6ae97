import { checkEmail, emailPattern } from './email.ts';
import {
  declare,
  type Field,
  type FieldLimits,
  type FieldOptions,
  type FieldType,
  type JsonValue,
  Problem,
} from './field.ts';
import { checkPhone, phonePattern } from './phone.ts';
import { arrayFromJson, kindOf, wellFormed } from './strings.ts';
import { checkUrl, urlPattern } from './url.ts';

const maxItems = 1000;
const maxItemLength = 1000;

type ItemLimits = NonNullable<FieldLimits['items']> & { readonly maxLength: number };

/** The limits of each entry. */
const items = {
  text: { type: 'text', minLength: 1, maxLength: maxItemLength },
  email: { type: 'email', maxLength: 254, pattern: emailPattern },
  url: { type: 'url', maxLength: maxItemLength, pattern: urlPattern },
  phone: { type: 'phone', maxLength: 40, pattern: phonePattern },
} satisfies Record<NonNullable<FieldOptions['of']>, ItemLimits>;

const itemLimits = ({ declared: { of = 'text' } }: Field): ItemLimits => items[of];

const checkItem = (value: unknown, field: Field): string => {
  const item = { ...field, maxLength: itemLimits(field).maxLength };
  switch (field.declared.of) {
    case 'email':
      return checkEmail(value, item);
    case 'url':
      return checkUrl(value, item);
    case 'phone':
      return checkPhone(value, item);
    default: {
      const text = wellFormed(value);
      if (text === '' || (text.length > maxItemLength && [...text].length > maxItemLength)) {
        throw new Problem('invalid_format', `must hold texts of 1 to ${maxItemLength} characters`);
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
  limits: (field) => ({ maxItems, items: itemLimits(field) }),
  schema: (field) => {
    const { type: _, ...limits } = itemLimits(field);
    return { type: 'array', maxItems, items: { type: 'string', ...limits } };
  },
  check(value, field) {
    if (!Array.isArray(value)) throw new Problem('invalid_type', `must be an array of texts, not ${kindOf(value)}`);
    if (value.length > maxItems) throw new Problem('too_long', `must hold at most ${maxItems} texts`);
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
