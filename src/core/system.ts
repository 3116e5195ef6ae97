import { Access } from './access.ts';
import type { Caller } from './context.ts';

/** The platform itself, at work in a tenant. */
export const systemCaller = (tenantId: string, accountKey: string): Caller => ({
  tenantId,
  accountKey,
  userId: null,
  email: null,
  roles: [],
  access: Access.system,
});
