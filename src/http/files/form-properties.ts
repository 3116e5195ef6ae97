import type { Action } from '#core/action.ts';
import { invalid } from '#core/errors.ts';
import { JsonLimitError, type JsonLimits, parseJson } from '#lib/json.ts';

interface PropertySchema {
  readonly type?: string;
  readonly anyOf?: readonly PropertySchema[];
}

/** The same as for JSON bodies. */
const limits: JsonLimits = { values: 100_000, keys: 2000, depth: 64, digits: 400 };

/** True when the JSON of a property is no text. */
const isJson = ({ type, anyOf }: PropertySchema): boolean =>
  anyOf?.some(isJson) ?? (type !== undefined && type !== 'string');

/**
 * The parts of a form as properties of the input of an action: the parts of properties that are no texts contain JSON. Unknown
 * parts stay, so that they are refused by name.
 */
export function propertiesOfForm(
  input: Action['input'],
  form: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const { properties = {} } = input as { properties?: Record<string, PropertySchema> };
  return Object.fromEntries(
    Object.entries(form).map(([key, text]) => {
      const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
      if (!schema || !isJson(schema)) return [key, text];
      try {
        return [key, parseJson(text, limits)];
      } catch (error) {
        if (error instanceof JsonLimitError)
          throw invalid(key, 'too_complex', `is too large. ${error.message.replace(/\.$/, '')}`);
        throw invalid(key, 'invalid_format', `must be JSON in a form, such as ${example(schema)}`);
      }
    }),
  );
}

const example = ({ type }: PropertySchema): string =>
  type === 'object' ? '{"Column":"field"}' : type === 'array' ? '["a"]' : 'true';
