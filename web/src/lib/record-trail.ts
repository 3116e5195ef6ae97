/** The page of a list from which a record was opened, so that the record leads to the next one. */
export interface Trail {
  /** Example: `sales.contacts`. */
  readonly model: string;
  readonly ids: readonly string[];
  /** The number of records in the list before these. */
  readonly offset: number;
  readonly total: number | undefined;
  /** The query parameters of the list's address. */
  readonly search: Readonly<Record<string, unknown>>;
}

export interface Place {
  readonly previous: string | undefined;
  readonly next: string | undefined;
  readonly number: number;
  readonly total: number | undefined;
  readonly search: Readonly<Record<string, unknown>>;
}

const storageKey = 'atrium-trail';

/** The trail is stored with the tab, because each tab has its own list, and it must survive a reload. */
export const rememberTrail = (trail: Trail): void => sessionStorage.setItem(storageKey, JSON.stringify(trail));

/** The position of a record in the list; undefined when the person did not come from a list that contains it. */
export function placeInTrail(model: string, id: string): Place | undefined {
  const stored = sessionStorage.getItem(storageKey);
  if (stored === null) return undefined;
  const trail = JSON.parse(stored) as Trail;
  const at = trail.model === model ? trail.ids.indexOf(id) : -1;
  if (at < 0) return undefined;
  const { ids, offset, total, search } = trail;
  return { previous: ids[at - 1], next: ids[at + 1], number: offset + at + 1, total, search };
}
