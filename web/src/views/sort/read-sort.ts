/** Parses `['-value', 'name']` and `{value: -1}`; `asc` and `desc` are accepted too. */
export function readSort(sort: unknown): string[] {
  if (Array.isArray(sort)) return sort.filter((part) => typeof part === 'string');
  if (typeof sort !== 'object' || sort === null) return [];
  return Object.entries(sort).map(([key, direction]) =>
    direction === -1 || String(direction).toLowerCase() === 'desc' ? `-${key}` : key,
  );
}
