import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';

/**
 * A node on the database of the bench. With BENCH_OPEN every request is signed in as the same user, so the difference
 * is the cost of authentication.
 */
const { BENCH_CONNECTION = '{}', BENCH_OPEN, BENCH_TENANT = '', BENCH_USER = '' } = process.env;
const { services, server } = await createApp({
  config: readConfig(process.env),
  connection: JSON.parse(BENCH_CONNECTION),
  log: pino({ level: 'warn' }),
});
if (BENCH_OPEN === 'yes') {
  const caller = await services.directory.actor(BENCH_TENANT, BENCH_USER);
  if (!caller) throw new Error('the user of the bench is missing');
  const known = { caller, registry: await services.directory.registry(BENCH_TENANT) };
  const credential = { tenantId: BENCH_TENANT, userId: BENCH_USER, sessionId: BENCH_USER };
  Object.assign(services.tokens, { read: () => credential });
  services.directory.cached = () => known;
}
await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}` });
