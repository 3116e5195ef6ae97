import type { Services } from '#core/context.ts';
import { LruMap, SizedLruMap } from '#lib/lru.ts';
import type { FileEntry, Manifest, Redirect } from '../releases/manifest.ts';
import { ownSiteChanges, siteChannel } from '../site-changes.ts';
import type { SiteKey } from '../site-key.ts';
import { findSite, readLiveSite } from '../sql/live-sites.ts';
import { hostsOf, readHosts } from '../sql/site-hosts.ts';
import { readManifest } from '../sql/site-releases.ts';

/** A website as visitors see it. */
export interface LiveSite extends SiteKey {
  readonly releaseId: string;
  readonly files: ReadonlyMap<string, FileEntry>;
  readonly variants: ReadonlyMap<string, readonly FileEntry[]>;
  readonly redirects: ReadonlyMap<string, Redirect>;
  readonly packs: Manifest['packs'];
  readonly notFound: string;
  readonly forceHttps: boolean;
}

interface Cached<T> {
  /** Undefined when the website does not exist. */
  readonly value: T | undefined;
  readonly expiresAtMs: number;
}

/** Lifetime of an entry while notifications arrive. Without them, the shorter time applies. */
const maxAgeMs = 5 * 60_000;
const maxAgeSilentMs = 2000;

const maxManifestBytes = 64_000_000;
const maxNames = 10_000;

/**
 * Caches the website of each host and path, and the live release of each website. All nodes see a new release at once.
 */
export class SiteStore {
  readonly #services: Services;
  /** All proven hosts, so that a request for an unknown host costs no query. */
  #hosts = new Map<string, SiteKey>();
  readonly #names = new LruMap<string, Cached<SiteKey>>(maxNames);
  readonly #sites = new SizedLruMap<string, Cached<LiveSite>>(maxManifestBytes);
  readonly #loading = new Map<string, Promise<LiveSite | undefined>>();
  #connected = false;
  /** Number of changes. A site that was read before a change is not cached after it. */
  #changes = 0;
  #stops: (() => void)[] = [];

  constructor(services: Services) {
    this.#services = services;
  }

  async start(): Promise<void> {
    const { db } = this.#services;
    const onConnectionChange = (connected: boolean) => {
      this.#connected = connected;
      this.#forgetAll();
      if (connected) this.#loadHosts();
    };
    this.#hosts = await this.#readHosts();
    this.#services.of(ownSiteChanges).handle = (message) => this.#changed(message);
    this.#stops = [
      await db.listen({ channel: siteChannel, onMessage: (message) => this.#changed(message), onConnectionChange }),
      // A suspended account has no websites, so a change of accounts clears the whole cache.
      await db.listen({
        channel: 'atrium_changed',
        onMessage: (message) => {
          if (!message.includes(' ')) this.#forgetAll();
        },
        onConnectionChange: () => {},
      }),
    ];
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  hostOf(host: string): SiteKey | undefined {
    return this.#hosts.get(host);
  }

  #forgetAll(): void {
    this.#changes += 1;
    this.#names.clear();
    this.#sites.clear();
  }

  #changed(message: string): void {
    const [tenantId = '', websiteId = ''] = message.split(' ');
    this.#changes += 1;
    this.#names.clear();
    this.#sites.delete(websiteId);
    hostsOf(this.#services.db, tenantId, websiteId).then(
      (rows) => {
        for (const [host, key] of this.#hosts) if (key.websiteId === websiteId) this.#hosts.delete(host);
        for (const { host } of rows) this.#hosts.set(host, { tenantId, websiteId });
      },
      () => this.#loadHosts(),
    );
  }

  #loadHosts(): void {
    const retry = () => setTimeout(() => this.#loadHosts(), maxAgeSilentMs).unref();
    this.#readHosts().then((hosts) => {
      this.#hosts = hosts;
    }, retry);
  }

  async #readHosts(): Promise<Map<string, SiteKey>> {
    const rows = await readHosts(this.#services.db);
    return new Map(rows.map(({ host, tenantId, websiteId }) => [host, { tenantId, websiteId }]));
  }

  /** Returns the website at `/sites/<accountKey>/<name>`, without a promise when it is cached. */
  named(accountKey: string, name: string): SiteKey | undefined | Promise<SiteKey | undefined> {
    const key = `${accountKey} ${name}`;
    const cached = this.#names.get(key);
    if (cached && cached.expiresAtMs > Date.now()) return cached.value;
    return this.#find(key, accountKey, name);
  }

  async #find(key: string, accountKey: string, name: string): Promise<SiteKey | undefined> {
    const { directory, db } = this.#services;
    const before = this.#changes;
    const tenant = await directory.tenantByKey(accountKey);
    const websiteId = tenant && (await findSite(db.lookUps, tenant.id, name.toLowerCase()));
    const value = tenant && websiteId ? { tenantId: tenant.id, websiteId } : undefined;
    if (before === this.#changes) this.#names.set(key, this.#cached(value));
    return value;
  }

  /**
   * Returns the live release of a website, without a promise when it is cached; undefined when the website is offline.
   */
  live(key: SiteKey): LiveSite | undefined | Promise<LiveSite | undefined> {
    const cached = this.#sites.get(key.websiteId);
    if (cached && cached.expiresAtMs > Date.now()) return cached.value;
    const loading = this.#loading.get(key.websiteId) ?? this.#load(key, cached);
    this.#loading.set(key.websiteId, loading);
    return loading;
  }

  async #load(key: SiteKey, expired: Cached<LiveSite> | undefined): Promise<LiveSite | undefined> {
    const before = this.#changes;
    try {
      const { site, bytes } = await this.#read(key);
      if (before === this.#changes) this.#sites.set(key.websiteId, this.#cached(site), bytes);
      return site;
    } catch (error) {
      // While the database is unreachable, visitors get the last known release.
      if (expired?.value) return expired.value;
      throw error;
    } finally {
      this.#loading.delete(key.websiteId);
    }
  }

  async #read({ tenantId, websiteId }: SiteKey): Promise<{ site: LiveSite | undefined; bytes: number }> {
    const { lookUps } = this.#services.db;
    const row = await readLiveSite(lookUps, tenantId, websiteId);
    if (!row?.liveReleaseId || row.accountStatus !== 'active') return { site: undefined, bytes: 200 };
    const manifest = await readManifest(lookUps, tenantId, row.liveReleaseId);
    if (!manifest) return { site: undefined, bytes: 200 };
    const { files, variants, redirects, packs, notFound } = manifest;
    const site: LiveSite = {
      tenantId,
      websiteId,
      releaseId: row.liveReleaseId,
      files: new Map(Object.entries(files)),
      variants: new Map(Object.entries(variants)),
      redirects: new Map(Object.entries(redirects)),
      packs,
      notFound,
      forceHttps: row.forceHttps ?? true,
    };
    // Measured: an entry takes about 1 KB.
    return { site, bytes: 1000 * (site.files.size + site.redirects.size + 1) };
  }

  #cached<T>(value: T | undefined): Cached<T> {
    return { value, expiresAtMs: Date.now() + (this.#connected ? maxAgeMs : maxAgeSilentMs) };
  }
}
