import net, { type LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { type HostResolver, LookupError } from './host-resolver.ts';

export class ForbiddenAddress extends Error {}

/** Checks all addresses of a name for each new connection. The error does not reveal the addresses. */
export const guardedLookup =
  (resolver: HostResolver, allowPrivate: boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolver.resolve(hostname).then(
      (all) => {
        const found = options.family ? all.filter(({ family }) => family === options.family) : all;
        const [first] = found;
        if (!first) callback(new LookupError(true), '', 0);
        else if (!allowPrivate && !all.every(({ address }) => isPublicAddress(address)))
          callback(new ForbiddenAddress(`${hostname} does not lead to a public address.`), '', 0);
        else if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };

/** Throws for an IP address outside the public Internet, because an IP address is not looked up. */
export function requirePublicLiteral(host: string, allowPrivate: boolean): void {
  if (!allowPrivate && net.isIP(host) && !isPublicAddress(host))
    throw new ForbiddenAddress(`${host} is not a public address.`);
}
