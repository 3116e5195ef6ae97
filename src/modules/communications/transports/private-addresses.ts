import type { Services } from '#core/context.ts';

/** Whether a tenant's mail server may be in the private network: only when the operator allows it, or owns the tenant. */
export const allowsPrivate = ({ settings, directory }: Services, accountKey: string): boolean =>
  settings.webhooks.allowPrivate || directory.isOperator(accountKey);
