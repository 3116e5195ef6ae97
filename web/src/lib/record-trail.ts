/** The part of a list from which a person opened a record, so that its page can lead to the next. */
export interface Trail {
  /** `sales.contacts` */
  readonly model: string;
  readonly ids: readonly string[];
  /** How many records of the list are before the first of these. */
  readonly offset: number;
  readonly total: number | undefined;
  /** The parameters of the address of the list. */
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

/** Kept with the tab: each tab has its own list, and it is still known after the page is loaded again. */
export const rememberTrail = (trail: Trail): void => sessionStorage.setItem(storageKey, JSON.stringify(trail));

/** Where a record stands in the list; undefined when the person did not come from a list that has it. */
export function placeInTrail(model: string, id: string): Place | undefined {
  const stored = sessionStorage.getItem(storageKey);
  if (stored === null) return undefined;
  const trail = JSON.parse(stored) as Trail;
  const at = trail.model === model ? trail.ids.indexOf(id) : -1;
  if (at < 0) return undefined;
  const { ids, offset, total, search } = trail;
  return { previous: ids[at - 1], next: ids[at + 1], number: offset + at + 1, total, search };
}
