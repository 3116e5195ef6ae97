import type { Template } from './template.ts';

export interface Variable {
  readonly label: string;
  readonly path: string;
}

/** People and links that every mail can use. */
export const people = [
  { key: 'contact', model: 'sales.contacts' },
  { key: 'account', model: 'sales.accounts' },
  { key: 'user', model: 'identity.users' },
] as const;
export const links = ['unsubscribeUrl', 'viewInBrowserUrl'] as const;

/** Variables for the company's settings. */
export const company = ['name', 'address', 'website', 'logoUrl'] as const;

const known = new Set<string>([...people.map(({ key }) => key), ...links, 'company']);

/** The template's own variables: names in its sample data and in its list of variables. */
export function ownVariables({ sampleData, variables }: Pick<Template, 'sampleData' | 'variables'>): Variable[] {
  const names = new Set([...(variables ?? []), ...Object.keys(sampleData ?? {})]);
  return [...names].filter((name) => !known.has(name)).map((path) => ({ path, label: path }));
}
