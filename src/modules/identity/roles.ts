import type { JsonValue } from '#core/fields/field.ts';

const memberWrites = ['sales', 'communications', 'inventory', 'forms', 'support', 'customerSuccess', 'ui'];

/** What a new tenant begins with. */
export const defaultRoles: readonly Readonly<Record<string, JsonValue>>[] = [
  { name: 'admin', description: 'May do everything.', permissions: ['*'] },
  {
    name: 'manager',
    description: 'Reads and writes everything but people and settings.',
    permissions: ['*:read', '*:write'],
  },
  {
    name: 'member',
    description: 'Reads everything and writes the daily business.',
    permissions: ['*:read', ...memberWrites.map((module) => `${module}:write`)],
  },
  { name: 'viewer', description: 'Reads everything.', permissions: ['*:read'] },
];
