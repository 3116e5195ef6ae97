type Part = readonly [name: string, value: string];

/**
 * Writes a query in the grammar of lists: `?filter[value][gte]=10&sort=-value`. Undefined when it has a list with a comma
 * in a value, which an address would split.
 */
export function queryString(query: object): string | undefined {
  const { filter, sort, fields, include, ...others } = query as Readonly<Record<string, unknown>>;
  if (hasComma(filter, false)) return undefined;
  const parts: Part[] = [
    ...(filter === undefined ? [] : filterParts('filter', filter)),
    ...listPart('sort', sort),
    ...listPart('fields', fields),
    ...listPart('include', include),
    ...Object.entries(others).flatMap(([name, value]): Part[] =>
      value === undefined ? [] : Array.isArray(value) ? listPart(name, value) : [[name, String(value)]],
    ),
  ];
  if (parts.length === 0) return '';
  return `?${parts.map(([name, value]) => `${encodeName(name)}=${encodeURIComponent(value)}`).join('&')}`;
}

function hasComma(value: unknown, inList: boolean): boolean {
  if (typeof value === 'string') return inList && value.includes(',');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one) => hasComma(one, Array.isArray(value)));
}

/** Brackets stay readable in logs. */
const encodeName = (name: string): string => encodeURIComponent(name).replace(/%5B/g, '[').replace(/%5D/g, ']');

function listPart(name: string, value: unknown): Part[] {
  if (value === undefined) return [];
  return [[name, Array.isArray(value) ? value.join(',') : String(value)]];
}

function filterParts(name: string, value: unknown): Part[] {
  if (value === undefined) return [];
  if (value === null) return [[`${name}[null]`, 'true']];
  if (value instanceof Date) return [[name, value.toISOString()]];
  if (Array.isArray(value)) {
    // Groups are objects, and have a number each. Values of `in` repeat the name, because one may contain a comma.
    return value.flatMap((item, n) =>
      filterParts(typeof item === 'object' && !(item instanceof Date) ? `${name}[${n}]` : name, item),
    );
  }
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => filterParts(`${name}[${key}]`, inner));
  return [[name, String(value)]];
}

/** The filter of a search in JSON: null becomes the operator `null`, as in a query string. */
export function filterJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filterJson);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, inner === null ? { null: true } : filterJson(inner)]),
  );
}
