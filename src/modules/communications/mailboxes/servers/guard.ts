import type { Services } from '#core/context.ts';
import { defineService } from '#core/module-service.ts';
import { guardedLookup } from '#lib/guarded-lookup.ts';
import { HostResolver } from '#lib/host-resolver.ts';
import type { Guard } from '../../smtp/smtp-session.ts';
import type { ServerLogin } from '../connections/credentials.ts';

export const mailboxGuards = defineService({
  name: 'communications.mailboxGuards',
  make({ settings }) {
    const servers = settings.outgoing.dnsServers;
    const guard = (allowPrivate: boolean): Guard => ({
      allowPrivate,
      lookup: guardedLookup(new HostResolver({ servers, askSystem: allowPrivate }), allowPrivate),
    });
    return { open: guard(true), guarded: guard(false) };
  },
});

/**
 * Returns the guard for servers of mailboxes: it allows checked addresses only, unless the operator allows private ones
 * or trusts the server.
 */
export function guardFor(services: Services, { trusted = false }: Pick<ServerLogin, 'trusted'>): Guard {
  const { open, guarded } = services.of(mailboxGuards);
  return trusted || services.settings.outgoing.allowPrivate ? open : guarded;
}
