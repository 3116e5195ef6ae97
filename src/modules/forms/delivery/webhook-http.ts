import type { Services } from '#core/context.ts';
import type { Background } from '#core/module.ts';
import { GuardedHttp } from '#lib/guarded-http.ts';

const clients = new WeakMap<Services, GuardedHttp>();

/** The client that posts submissions. It reaches what webhooks may reach. */
export function webhookHttp(services: Services): GuardedHttp {
  const { allowPrivate, dnsServers, timeoutMs } = services.settings.webhooks;
  const http =
    clients.get(services) ??
    new GuardedHttp({ allowPrivate, dnsServers, maxKept: 1000, connections: 5, connectTimeoutMs: timeoutMs });
  clients.set(services, http);
  return http;
}

/** Closes the connections when the process stops. */
export const webhookHttpEnd = (services: Services): Background => ({
  async start() {},
  async stop() {
    await clients.get(services)?.close();
  },
});
