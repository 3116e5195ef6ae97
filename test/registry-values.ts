import type { Json } from './harness.ts';

/** Values that satisfy the limits of a field, built from the registry alone. */

export type Edge = 'low' | 'high';

/** Maximum total length of the long texts of one record: a body has at most 1 MiB. */
const longTextBudget = 400_000;

const repeat = (text: string, length: number): string => text.repeat(Math.max(0, length));
const low = { email: 'a@b', url: 'http://a', phone: '123', reference: '', text: 'x' } as const;

/** The pattern of codes of currencies. */
const threeLetters = '^[A-Za-z]{3}$';
const lettersOf = (n: number): string =>
  [676, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(n / place) % 26))).join('');

/** A text of a type, as short or as long as the limits allow. `n` makes it unique. */
function textOf(type: string, { minLength = 0, maxLength = 100, pattern }: Json, edge: Edge, n: number): string {
  if (pattern === threeLetters) return lettersOf(n) + repeat('X', maxLength - 3);
  if (type === 'email') return edge === 'low' ? `${n}@b` : `${String(n).padStart(maxLength - 12, 'a')}@example.com`;
  if (type === 'url') return edge === 'low' ? low.url : `https://example.com/${repeat('a', maxLength - 20)}`;
  // A plus sign and twenty digits, separated by spaces, have 40 characters.
  if (type === 'phone')
    return edge === 'low' ? low.phone : `+${[...'12345678901234567890'].join(' ').slice(0, maxLength - 1)}`;
  if (edge === 'low') return minLength === 0 && pattern === undefined ? '' : String(n).slice(-Math.max(1, maxLength));
  // The emoji has one code point and four bytes in UTF-8.
  const mark = String(n).slice(-maxLength);
  return `${mark}${repeat(maxLength > 2000 ? 'x' : '😀', maxLength - mark.length)}`;
}

const nested = (depth: number, of: (inner: Json) => Json): Json => (depth <= 1 ? of(1) : of(nested(depth - 1, of)));

function jsonOf({ shape, maxDepth = 2 }: Json, edge: Edge): Json {
  if (edge === 'low') return shape === 'array' ? [] : shape === 'object' ? {} : 0;
  // The innermost value counts as a level, too.
  return nested(maxDepth - 1, shape === 'array' ? (inner) => [inner] : (inner) => ({ inner }));
}

/** A value for a field that is not a reference. */
export function edgeValue(field: Json, edge: Edge, n: number): Json {
  if (field.furtherRules && field.unique && field.type === 'text') return `${field.example}-${n}`;
  if (field.furtherRules || (field.example !== undefined && field.type === 'json')) return field.example;
  switch (field.type) {
    case 'boolean':
      return edge === 'high';
    case 'number':
    case 'integer':
    case 'date':
    case 'datetime':
      return edge === 'low' ? field.min : field.max;
    case 'json':
      return jsonOf(field, edge);
    case 'list':
      return edge === 'low'
        ? []
        : Array.from({ length: field.maxItems }, (_, at) =>
            textOf(field.items.type, field.items, at === 0 ? 'high' : 'low', n),
          );
    case 'choice':
      return field.strict ? field.options.at(edge === 'low' ? 0 : -1).value : textOf('text', field, edge, n);
    case 'secret':
      return repeat(
        'p',
        edge === 'low' ? field.minLength : Math.min(field.maxLength, field.maxBytes ?? field.maxLength),
      );
    case 'longText':
      return textOf('text', { ...field, maxLength: Math.min(field.maxLength, longTextBudget) }, edge, n);
    // Unique values need room for a different number in each.
    default:
      return textOf(field.type, field, field.unique && edge === 'low' ? 'high' : edge, n);
  }
}

/** Shortens long texts so that the record fits into a request body; each text has its full length in some model. */
export function withinBody(record: Json): Json {
  let remaining = longTextBudget;
  for (const [key, value] of Object.entries(record)) {
    if (typeof value !== 'string' || value.length < 10_000) continue;
    record[key] = value.slice(0, Math.max(10_000, remaining));
    remaining -= record[key].length;
  }
  return record;
}

/** A value just outside the limits in the registry; undefined when there is no limit. */
export function beyond(field: Json): Json {
  if (field.furtherRules) return undefined;
  if (field.strict) return 'none of the options';
  if (field.maxItems !== undefined && field.type === 'list')
    return Array(field.maxItems + 1).fill(textOf(field.items.type, field.items, 'low', 1));
  if (typeof field.max === 'number') return field.max >= Number.MAX_SAFE_INTEGER ? field.max * 1.01 : field.max + 1;
  if (field.type === 'phone') return '12'.repeat(field.maxLength);
  if (field.type === 'date') return '10000-01-01';
  if (field.type === 'datetime') return '9999-12-31T23:59:59.999-01:00';
  if (field.maxDepth !== undefined) return jsonOf({ ...field, maxDepth: field.maxDepth + 1 }, 'high');
  if (field.maxLength !== undefined && field.maxLength <= 100_000)
    return textOf(
      field.type === 'choice' || field.type === 'secret' ? 'text' : field.type,
      { ...field, maxLength: field.maxLength + 1 },
      'high',
      1,
    );
  return undefined;
}
