/**
 * The schema of an object with these texts. Providers that enforce a schema accept no objects with free keys, so
 * filters and records are requested as JSON texts.
 */
export const textsSchema = (texts: Readonly<Record<string, string>>): object => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(texts).map(([key, description]) => [key, { type: 'string', description }]),
  ),
  required: Object.keys(texts),
  additionalProperties: false,
});
