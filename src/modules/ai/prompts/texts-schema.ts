/**
 * A schema of an object with these texts. Providers that hold models to a schema take no objects with free keys, so filters and
 * records are asked for as texts of JSON.
 */
export const textsSchema = (texts: Readonly<Record<string, string>>): object => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(texts).map(([key, description]) => [key, { type: 'string', description }]),
  ),
  required: Object.keys(texts),
  additionalProperties: false,
});
