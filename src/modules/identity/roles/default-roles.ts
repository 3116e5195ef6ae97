import type { JsonValue } from '#core/fields/field.ts';

/** The role of administrators. An account always has an active user with it. */
export const adminRole = 'admin';

const memberWrites = ['sales', 'communications', 'inventory', 'forms', 'support', 'customerSuccess', 'ui'];

/** The roles of a new tenant. */
export const defaultRoles: readonly Readonly<Record<string, JsonValue>>[] = [
  { name: adminRole, description: 'May do everything.', permissions: ['*'] },
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
