import type { JsonValue } from '#core/fields/field.ts';

/** The model of the rules by which duplicates are found. */
export const duplicateRulesModel = 'data.duplicateRules';

/** The rules of a new tenant. They list duplicates and neither warn nor block. A migration gave them to older tenants. */
export const defaultDuplicateRules: readonly Readonly<Record<string, JsonValue>>[] = [
  { model: 'sales.contacts', match: ['email'], method: 'normalized' },
  { model: 'sales.accounts', match: ['domain'], method: 'normalized' },
  { model: 'sales.accounts', match: ['name'], method: 'normalized' },
  { model: 'sales.leads', match: ['email'], method: 'normalized' },
];
