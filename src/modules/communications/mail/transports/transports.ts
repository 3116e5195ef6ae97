import type { Services } from '#core/context.ts';
import { guardedLookup } from '#lib/guarded-lookup.ts';
import { HostResolver } from '#lib/host-resolver.ts';
import { LruMap } from '#lib/lru.ts';
import type { Guard, SmtpTimeouts } from '../../smtp/smtp-session.ts';
import { parseSmtpUrl, requireKnownParameters, type SmtpServer } from '../../smtp/smtp-url.ts';
import { CaptureTransport } from './capture-transport.ts';
import { DkimKeys } from './dkim-keys.ts';
import { asciiDomain, domainOf } from './message.ts';
import { SmtpTransport } from './smtp-transport.ts';
import type { Transport } from './transport.ts';

export interface TransportSettings {
  readonly id: string;
  /** `smtp:` or `smtps:`, with the password; decrypted. */
  readonly url: string;
  readonly fromEmail: string | null;
  readonly fromName: string | null;
  readonly maxConnections: number;
  /** Signs with the key of this domain; null means the sender's domain. */
  readonly dkimDomain: string | null;
  readonly returnPathDomain: string | null;
}

export interface MailboxSender {
  /** The id of the connection. */
  readonly id: string;
  readonly email: string;
  readonly server: SmtpServer;
  readonly guard: Guard;
}

/** Transports in the cache. An unused transport has no connection, so this only bounds memory. */
const maxKept = 1000;
const platformConnections = 5;

interface OpenTransport {
  readonly transport: SmtpTransport;
  /** The settings with which it was opened. */
  readonly settings: string;
}

/** Opens transports once and keeps them while they are used. A transport whose settings changed is opened again. */
export class Transports {
  readonly #services: Services;
  readonly #timeouts: SmtpTimeouts | undefined;
  readonly #keys: DkimKeys;
  /** The resolver for trusted hosts, which also asks the operating system for names of the local network. */
  readonly #resolver: HostResolver;
  readonly #trustedResolver: HostResolver;
  /** All transports that are still open, including replaced and evicted ones. */
  readonly #all = new Set<SmtpTransport>();
  readonly #open = new LruMap<string, OpenTransport>(maxKept, ({ transport }) => this.#retire(transport));
  #platform: Transport | undefined;

  /** `timeouts` is for tests. */
  constructor(services: Services, timeouts?: SmtpTimeouts) {
    this.#services = services;
    this.#timeouts = timeouts;
    this.#keys = new DkimKeys(services);
    const servers = services.settings.outgoing.dnsServers;
    this.#resolver = new HostResolver({ servers, askSystem: false });
    this.#trustedResolver = new HostResolver({ servers, askSystem: true });
  }

  /** Throws an `InvalidSmtpUrl` for a URL that the model does not accept. */
  open(tenantId: string, settings: TransportSettings): Transport {
    const name = `${tenantId}:${settings.id}`;
    const text = JSON.stringify(settings);
    const known = this.#open.get(name);
    if (known?.settings === text) return known.transport;
    const transport = this.#create(tenantId, settings);
    if (known) this.#retire(known.transport);
    this.#open.set(name, { transport, settings: text });
    return transport;
  }

  /** The own server of a mailbox. */
  openMailbox(tenantId: string, { id, email, server, guard }: MailboxSender): Transport {
    const name = `${tenantId}:${id}`;
    const text = JSON.stringify([email, server, guard.allowPrivate]);
    const known = this.#open.get(name);
    if (known?.settings === text) return known.transport;
    const transport = this.#track(
      new SmtpTransport({
        id,
        server,
        maxConnections: 1,
        fromEmail: email,
        guard: async () => guard,
        dkimKey: async () => undefined,
        ...(this.#timeouts && { timeouts: this.#timeouts }),
      }),
    );
    if (known) this.#retire(known.transport);
    this.#open.set(name, { transport, settings: text });
    return transport;
  }

  #create(tenantId: string, { id, url, maxConnections, fromEmail, dkimDomain }: TransportSettings): SmtpTransport {
    const server = parseSmtpUrl(url);
    requireKnownParameters(server);
    return this.#track(
      new SmtpTransport({
        id,
        server,
        maxConnections,
        fromEmail,
        guard: () => this.#guard(tenantId),
        dkimKey: (sender) => this.#keys.find(tenantId, asciiDomain((dkimDomain ?? domainOf(sender)).toLowerCase())),
        ...(this.#timeouts && { timeouts: this.#timeouts }),
      }),
    );
  }

  async #guard(tenantId: string): Promise<Guard> {
    const { directory, settings } = this.#services;
    const tenant = await directory.tenantById(tenantId);
    // Only administrators of the platform write transport URLs in the operator's account, so private addresses are allowed there.
    const ofOperator = tenant !== undefined && directory.isOperator(tenant.accountKey);
    const allowPrivate = settings.outgoing.allowPrivate || ofOperator;
    return this.#guardFor(allowPrivate);
  }

  #guardFor(allowPrivate: boolean): Guard {
    const resolver = allowPrivate ? this.#trustedResolver : this.#resolver;
    return { allowPrivate, lookup: guardedLookup(resolver, allowPrivate) };
  }

  /** `SMTP_URL`, else capture of `.eml` files under DATA_DIR/mail. */
  platform(): Transport {
    const { smtpUrl, folder } = this.#services.mail;
    this.#platform ??= smtpUrl === undefined ? new CaptureTransport(folder) : this.#createPlatform(smtpUrl);
    return this.#platform;
  }

  #createPlatform(smtpUrl: string): SmtpTransport {
    const { log, mail } = this.#services;
    const server = parseSmtpUrl(smtpUrl);
    if (server.unknown.length > 0) log.warn(`SMTP_URL holds parameters that are ignored: ${server.unknown.join(', ')}`);
    return this.#track(
      new SmtpTransport({
        id: null,
        server,
        maxConnections: platformConnections,
        fromEmail: /([^\s<>]+@[^\s<>]+)>?\s*$/.exec(mail.from)?.[1] ?? null,
        guard: async () => this.#guardFor(true),
        dkimKey: async () => undefined,
        ...(this.#timeouts && { timeouts: this.#timeouts }),
      }),
    );
  }

  #track(transport: SmtpTransport): SmtpTransport {
    this.#all.add(transport);
    return transport;
  }

  #retire(transport: SmtpTransport): void {
    transport.close();
    transport.finished().then(() => this.#all.delete(transport));
  }

  /** Resolves when the mails in progress are done. */
  async close(): Promise<void> {
    const all = [...this.#all];
    for (const transport of all) transport.close();
    await Promise.all(all.map((transport) => transport.finished()));
    this.#resolver.close();
    this.#trustedResolver.close();
  }
}
