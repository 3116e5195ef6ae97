import type { ShowAs } from '../filter/tree.ts';
import { readEvent } from './event-value.ts';

/** The conditions of a definition that are not about a field and that a row can show. */
const shown: Readonly<Record<string, (value: unknown) => boolean>> = {
  event: (value) => readEvent(value) !== undefined,
  segment: (value) => typeof value === 'string',
  list: (value) => typeof value === 'string',
  percent: (value) => typeof value === 'number',
};

/**
 * Decides how a part of a definition is shown. `paths` are the fields that a row offers. Other fields are JSON: a field
 * takes precedence over another condition of the same name.
 */
export const showAs =
  (paths: ReadonlySet<string>, isField: (key: string) => boolean): ShowAs =>
  (key, value) => {
    if (paths.has(key)) return 'field';
    return !isField(key) && shown[key]?.(value) ? 'other' : 'json';
  };
