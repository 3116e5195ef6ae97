import dns, { type LookupAddress, Resolver } from 'node:dns';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import process from 'node:process';
import { Semaphore } from './semaphore.ts';

interface HostResolverOptions {
  /** Name servers, with or without port. Defaults to those of the system when empty. */
  readonly servers?: readonly string[];
  /** Also asks the operating system, which supports search domains and multicast names. */
  readonly askSystem: boolean;
}

const hostsFile = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
/** The hosts file is cached for this long. */
const hostsLifetimeMs = 5000;

/** Timeout of one query to a name server; the second try waits twice as long. */
const timeoutMs = 2000;
const tries = 2;
/** The operating system's lookup blocks one of four threads, which file access and password hashes also need. */
const maxSystemLookups = 1;

const unknownNameCodes: ReadonlySet<string | undefined> = new Set([dns.NOTFOUND, dns.NODATA]);

export class LookupError extends Error {
  /** True when the name does not exist, false when no server answered. */
  readonly isUnknown: boolean;

  constructor(isUnknown: boolean) {
    super(isUnknown ? 'the name is not known' : 'the name could not be looked up');
    this.isUnknown = isUnknown;
  }
}

/**
 * Resolves names without the threads of `dns.lookup`. Node has four for the whole process, and a name whose server does
 * not answer blocks one for many seconds. It reads the hosts file, as `dns.lookup` does.
 */
export class HostResolver {
  readonly #resolver = new Resolver({ timeout: timeoutMs, tries });
  readonly #askSystem: boolean;
  readonly #system = new Semaphore(maxSystemLookups);
  /** Concurrent lookups of one name share one query. */
  readonly #pending = new Map<string, Promise<LookupAddress[]>>();
  #hosts: Promise<ReadonlyMap<string, LookupAddress[]>> | undefined;
  #hostsUntil = 0;

  constructor({ servers = [], askSystem }: HostResolverOptions) {
    this.#askSystem = askSystem;
    if (servers.length > 0) this.#resolver.setServers([...servers]);
  }

  /** All addresses of a name, IPv4 first; at least one. Throws a `LookupError`. */
  resolve(hostname: string): Promise<LookupAddress[]> {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    let pending = this.#pending.get(name);
    if (!pending) {
      pending = this.#find(name).finally(() => this.#pending.delete(name));
      this.#pending.set(name, pending);
    }
    return pending;
  }

  async #find(name: string): Promise<LookupAddress[]> {
    const fixed = (await this.#readHosts()).get(name) ?? loopback(name);
    if (fixed) return fixed;
    const [v4, v6] = await Promise.allSettled([this.#query(name, 4), this.#query(name, 6)]);
    const found = [v4, v6].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (found.length > 0) return found;
    const isUnknown = [v4, v6].every((one) => one.status === 'rejected' && unknownNameCodes.has(one.reason?.code));
    if (!isUnknown || !this.#askSystem) throw new LookupError(isUnknown);
    return this.#system
      .use(() => dns.promises.lookup(name, { all: true }))
      .catch(() => {
        throw new LookupError(true);
      });
  }

  #query(name: string, family: 4 | 6): Promise<LookupAddress[]> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, addresses: string[]) =>
        error ? reject(error) : resolve(addresses.map((address) => ({ address, family })));
      if (family === 4) this.#resolver.resolve4(name, done);
      else this.#resolver.resolve6(name, done);
    });
  }

  #readHosts(): Promise<ReadonlyMap<string, LookupAddress[]>> {
    if (!this.#hosts || Date.now() > this.#hostsUntil) {
      this.#hostsUntil = Date.now() + hostsLifetimeMs;
      this.#hosts = readFile(hostsFile, 'utf8').then(parseHosts, () => new Map());
    }
    return this.#hosts;
  }

  /** Cancels running queries. */
  close(): void {
    this.#resolver.cancel();
  }
}

/** `localhost` is this machine, even when the hosts file does not define it. */
const loopback = (name: string): LookupAddress[] | undefined =>
  name === 'localhost' || name.endsWith('.localhost')
    ? [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]
    : undefined;

/** Parses lines of an address and its names; `#` begins a comment. */
export function parseHosts(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = net.isIP(address.replace(/%.*/, ''));
    if (family === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase().replace(/\.$/, '');
      hosts.set(
        key,
        [...(hosts.get(key) ?? []), { address, family }].sort((one, next) => one.family - next.family),
      );
    }
  }
  return hosts;
}
