import type { Field } from '~/metadata/model.ts';
import type { CheckFailure } from '../kind.ts';

const patterns = new Map<string, RegExp>();

/** Patterns of the registry are JavaScript, but a server of another version may send one that this browser rejects. */
function matches(pattern: string, text: string): boolean {
  let expression = patterns.get(pattern);
  if (!expression) {
    try {
      expression = new RegExp(pattern);
    } catch {
      expression = /(?:)/;
    }
    patterns.set(pattern, expression);
  }
  return expression.test(text);
}

/** Checks the limits of a text. `format` is the key of the message for a text that does not match the pattern. */
export function checkText(value: unknown, field: Field, format = 'check.pattern'): CheckFailure | undefined {
  const text = String(value);
  const { maxLength, minLength, maxBytes, pattern } = field;
  // The server counts code points.
  const length = [...text].length;
  if (maxLength !== undefined && length > maxLength)
    return { key: 'check.tooLong', values: { max: maxLength, length } };
  if (minLength !== undefined && length < minLength) return { key: 'check.tooShort', values: { min: minLength } };
  if (typeof maxBytes === 'number' && new TextEncoder().encode(text).length > maxBytes)
    return { key: 'check.tooManyBytes', values: { max: maxBytes } };
  if (typeof pattern === 'string' && !matches(pattern, text))
    return { key: pattern === '\\S' ? 'check.required' : format };
  return undefined;
}
