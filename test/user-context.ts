import type { Context } from '#core/context.ts';
import type { Client, TestApp } from './harness.ts';

/** The context in which the platform acts for a user, as the jobs of campaigns do. */
export async function contextOf({ app, sql }: TestApp, client: Client): Promise<Context> {
  const { services } = app;
  const [{ id: tenantId }] = await sql('select id from tenants where account_key = $1', [client.accountKey]);
  const caller = await services.directory.actor(tenantId, client.userId);
  if (!caller) throw new Error('the user is not active');
  return { services, caller, registry: await services.directory.registry(tenantId), requestId: 'a test' };
}
