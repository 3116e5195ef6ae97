import type { Template } from './template.ts';

export interface Variable {
  readonly label: string;
  readonly path: string;
}

/** The people and links that every mail can read. */
export const people = [
  { key: 'contact', model: 'sales.contacts' },
  { key: 'account', model: 'sales.accounts' },
  { key: 'user', model: 'identity.users' },
] as const;
export const links = ['unsubscribeUrl', 'viewInBrowserUrl'] as const;

const known = new Set<string>([...people.map(({ key }) => key), ...links]);

/** The variables of a template itself: names of its sample data and of its list of variables. */
export function ownVariables({ sampleData, variables }: Pick<Template, 'sampleData' | 'variables'>): Variable[] {
  const names = new Set([...(variables ?? []), ...Object.keys(sampleData ?? {})]);
  return [...names].filter((name) => !known.has(name)).map((path) => ({ path, label: path }));
}
