/** The JSON form of the filter grammar: `{stage: 'won', value: {gt: 5}, or: [{…}, {…}], not: {…}}`. */
export type Filter = { readonly [key: string]: unknown };

/** The form of a filter in a query: `filter[or][0][stage][in]=won&filter[or][0][stage][in]=lost`. */
export function filterQuery(filter: Filter | undefined): Record<string, string | readonly string[]> {
  const query: Record<string, string | readonly string[]> = {};
  const add = (prefix: string, value: unknown): void => {
    if (value === undefined) return;
    if (Array.isArray(value)) {
      if (value.some((item) => typeof item === 'object'))
        for (const [n, item] of value.entries()) add(`${prefix}[${n}]`, item);
      // The server splits a value at commas unless the parameter is repeated, so a list of one value is sent twice.
      else query[prefix] = (value.length === 1 ? [...value, ...value] : value).map(String);
    } else if (value !== null && typeof value === 'object') {
      for (const [key, member] of Object.entries(value)) add(`${prefix}[${key}]`, member);
    } else query[prefix] = String(value);
  };
  for (const [key, value] of Object.entries(filter ?? {})) add(`filter[${key}]`, value);
  return query;
}
