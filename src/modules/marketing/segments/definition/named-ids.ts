import { isId } from '#lib/ids.ts';
import { isJsonObject } from '#lib/json.ts';

/** Deeper definitions are refused when they are read. */
const maxDepth = 10;

/** The ids under these keys anywhere in a definition, which have to be loaded before it can be read. */
export function namedIds(definition: unknown, keys: readonly string[]): Map<string, Set<string>> {
  const found = new Map(keys.map((key) => [key, new Set<string>()]));
  const look = (value: unknown, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) for (const one of value) look(one, depth + 1);
    else if (isJsonObject(value)) {
      for (const [key, one] of Object.entries(value)) {
        if (typeof one === 'string' && isId(one)) found.get(key)?.add(one.toLowerCase());
        else look(one, depth + 1);
      }
    }
  };
  look(definition, 0);
  return found;
}
