import { defineService } from '#core/module-service.ts';
import { GuardedHttp } from '#lib/guarded-http.ts';

/** The HTTP client that posts submissions. It may reach the same addresses as webhooks. */
export const webhookHttp = defineService({
  name: 'forms.webhookHttp',
  make({ settings }) {
    const { allowPrivate, dnsServers, timeoutMs } = settings.outgoing;
    return new GuardedHttp({ allowPrivate, dnsServers, maxKept: 1000, connections: 5, connectTimeoutMs: timeoutMs });
  },
  close: (http) => http.close(),
});
