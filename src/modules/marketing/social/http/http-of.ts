import type { Services } from '#core/context.ts';
import { SocialHttp } from './social-http.ts';

const clients = new WeakMap<Services, SocialHttp>();

/** The client of the process. */
export function httpOf(services: Services): SocialHttp {
  let http = clients.get(services);
  if (!http) {
    http = new SocialHttp(services);
    clients.set(services, http);
  }
  return http;
}

/** Ends running requests. */
export const closeHttp = async (services: Services): Promise<void> => clients.get(services)?.close();
