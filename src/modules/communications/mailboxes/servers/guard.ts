import type { Services } from '#core/context.ts';
import { guardedLookup } from '#lib/guarded-lookup.ts';
import { HostResolver } from '#lib/host-resolver.ts';
import { allowsPrivate } from '../../transports/private-addresses.ts';
import type { Guard } from '../../transports/smtp-session.ts';
import type { ServerLogin } from '../connections/credentials.ts';

const all = new WeakMap<Services, { readonly open: Guard; readonly guarded: Guard }>();

/** How servers of a tenant's mailboxes are reached: at checked addresses only, unless the operator allows private ones. */
export function guardFor(
  services: Services,
  accountKey: string,
  { trusted = false }: Pick<ServerLogin, 'trusted'>,
): Guard {
  let guards = all.get(services);
  if (!guards) {
    const servers = services.settings.webhooks.dnsServers;
    const guard = (allowPrivate: boolean): Guard => ({
      allowPrivate,
      lookup: guardedLookup(new HostResolver({ servers, askSystem: allowPrivate }), allowPrivate),
    });
    guards = { open: guard(true), guarded: guard(false) };
    all.set(services, guards);
  }
  return trusted || allowsPrivate(services, accountKey) ? guards.open : guards.guarded;
}
