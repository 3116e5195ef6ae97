/** The API returns `{set: true}` instead of a secret. */
export const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'set' in value && value.set === true;
