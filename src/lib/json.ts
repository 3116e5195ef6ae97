/** A number that a double cannot hold. It keeps its digits from the request to the database. */
export class ExactNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString(): string {
    return this.source;
  }
  toJSON(): unknown {
    return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(this.source);
  }
}

/** A JSON object, which neither an array nor a number is. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof ExactNumber);

type SourceReviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

const keepDigits: SourceReviver = (_key, value, { source }) => {
  if (typeof value !== 'number' || source === undefined || !Number.isFinite(value)) return value;
  return sameDecimal(source, String(value)) ? value : new ExactNumber(source);
};

/** Whether two spellings of a number have the same digits at the same places: 1e3 and 1000, 0.50 and .5. */
const sameDecimal = (a: string, b: string): boolean => decimal(a) === decimal(b);

function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const place = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${place}`;
}

/** Throws for a key that would reach an object's prototype if it were ever merged. */
function refusePollution(root: unknown): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (value === null || typeof value !== 'object') continue;
    if (Object.hasOwn(value, '__proto__')) throw new SyntaxError('the key __proto__ is not allowed');
    const nested = Object.getOwnPropertyDescriptor(value, 'constructor')?.value;
    if (nested !== null && typeof nested === 'object' && Object.hasOwn(nested, 'prototype')) {
      throw new SyntaxError('the key constructor.prototype is not allowed');
    }
    for (const child of Object.values(value)) waiting.push(child);
  }
}

/** JSON.parse that loses no digit of a number and refuses keys made for prototype pollution. */
export function parseJson(text: string): unknown {
  // Sixteen digits in a row is where a double begins to round, and a three-digit exponent where it gives up; most bodies
  // have neither and take the fast path.
  const value = /\d[\d.]{15}|\de[+-]?\d{3}/i.test(text)
    ? (JSON.parse as (text: string, reviver: SourceReviver) => unknown)(text, keepDigits)
    : JSON.parse(text);
  // Any escape may spell such a key, so escaped bodies are looked at as well.
  if (/__proto__|constructor|\\u00/.test(text)) refusePollution(value);
  return value;
}
