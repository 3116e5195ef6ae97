/** The list that a person last looked at. A record that is opened from it leads back to it. */
export interface LastList {
  /** Example: `sales.contacts`. */
  readonly model: string;
  /** The path is `/s/…` for a screen and `/m/…` for a model. */
  readonly path: string;
  /** The query parameters of the address: view, filter, order. */
  readonly search: Readonly<Record<string, unknown>>;
  readonly label: string;
}

const storageKey = 'atrium-list';

/** The list is stored with the tab, like the trail of records. */
export const rememberList = (list: LastList): void => sessionStorage.setItem(storageKey, JSON.stringify(list));

/** The last list of this tab, if it was one of the model. */
export function lastListOf(model: string): LastList | undefined {
  const stored = sessionStorage.getItem(storageKey);
  if (stored === null) return undefined;
  const list = JSON.parse(stored) as LastList;
  return list.model === model ? list : undefined;
}

/** The path of the list from which the page's record was opened; undefined on other pages. */
export function listPathOf(pagePath: string): string | undefined {
  const [, moduleKey, slug] = /\/m\/([^/]+)\/([^/]+)\/[^/]+$/.exec(pagePath) ?? [];
  return moduleKey === undefined ? undefined : lastListOf(`${moduleKey}.${slug}`)?.path;
}
