const tabs = ['flow', 'details', 'timeline', 'notes', 'tasks', 'files', 'related'] as const;
export type Tab = (typeof tabs)[number];

export interface RecordSearch {
  readonly tab?: Tab | undefined;
}

export const readTab = (search: Readonly<Record<string, unknown>>): RecordSearch => {
  const tab = tabs.find((name) => name === search.tab);
  return tab === undefined ? {} : { tab };
};
