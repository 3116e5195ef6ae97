import type { Services } from '#core/context.ts';
import type { SiteAnswer, SiteRequest, SiteServer } from '#core/site-server.ts';
import { escapeHtml } from '#lib/html.ts';
import type { FileEntry } from '../releases/manifest.ts';
import { policyText } from '../rendering/policy.ts';
import type { SiteKey } from '../site-key.ts';
import type { VisitCounter } from '../statistics/visit-counter.ts';
import { acceptedEncoding } from './accepted-encoding.ts';
import { FileAnswers, hasParts } from './file-answers.ts';
import type { LiveSite, SiteStore } from './site-store.ts';

/** The website of a request, and the path within it. */
interface Place {
  readonly key: SiteKey;
  /** The prefix of all paths of the website; empty on its own host. */
  readonly prefix: string;
  /** The path within the website, as it was sent. */
  readonly path: string;
  readonly query: string;
  readonly isolated: boolean;
}

type MaybePromise<T> = T | Promise<T>;

const then = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(next) : next(value);

const sitePath = /^\/sites\/([\w-]{1,60})\/([^/]{1,255})(\/.*)?$/;

export type PreviewPage = (token: string) => Promise<SiteAnswer | undefined>;

/** Serves published websites: by Host on their own domains, and below /sites at the address of the platform or at SITES_URL. */
export class Sites implements SiteServer {
  readonly #store: SiteStore;
  readonly #visits: VisitCounter;
  readonly #files: FileAnswers;
  readonly #preview: PreviewPage;
  readonly #sitesUrl: URL | undefined;
  readonly #isSitesHost: (host: string) => boolean;

  constructor(services: Services, store: SiteStore, visits: VisitCounter, preview: PreviewPage) {
    this.#store = store;
    this.#visits = visits;
    this.#preview = preview;
    this.#files = new FileAnswers(services.fileStorage);
    this.#sitesUrl = services.settings.sites.url;
    this.#isSitesHost = hostCheck(this.#sitesUrl, services.publicHost);
  }

  answer(request: SiteRequest): MaybePromise<SiteAnswer> | undefined {
    const { url, host } = request;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? '' : url.slice(mark);
    const key = this.#store.hostOf(withoutPort(host));
    if (key) return this.#serve(request, { key, prefix: '', path, query, isolated: false });
    const isSitesHost = this.#isSitesHost(host);
    const below = path.startsWith('/sites/') || path === '/sites';
    if (!below) return isSitesHost ? nothing('There is nothing at this address.') : undefined;
    // Scripts of websites must not run at the address where people are signed in.
    if (this.#sitesUrl && !isSitesHost) return redirect(308, `${this.#sitesUrl.origin}${url}`);
    return this.#serveBelow(request, path, query, this.#sitesUrl === undefined);
  }

  #serveBelow(request: SiteRequest, path: string, query: string, isolated: boolean): MaybePromise<SiteAnswer> {
    const token = /^\/sites\/_preview\/([\w.-]{20,2000})$/.exec(path)?.[1];
    if (token !== undefined) return this.#preview(token).then((page) => page ?? nothing('This preview has expired.'));
    const [, accountKey = '', name = '', rest] = sitePath.exec(path) ?? [];
    if (name === '') return nothing('There is no such website.');
    const prefix = `/sites/${accountKey}/${name}`;
    // Links of the home page are relative to its folder, which needs the trailing slash.
    if (rest === undefined) return redirect(308, `${prefix}/${query}`);
    return then(this.#store.named(accountKey, decoded(name) ?? name), (key) =>
      key ? this.#serve(request, { key, prefix, path: rest, query, isolated }) : nothing('There is no such website.'),
    );
  }

  #serve(request: SiteRequest, place: Place): MaybePromise<SiteAnswer> {
    return then(this.#store.live(place.key), (site) =>
      site ? this.#serveFrom(request, place, site) : nothing('This website is not published.'),
    );
  }

  #serveFrom(request: SiteRequest, place: Place, site: LiveSite): MaybePromise<SiteAnswer> {
    const { method, secure, host } = request;
    const { prefix, query } = place;
    if (method !== 'GET' && method !== 'HEAD')
      return { status: 405, headers: { allow: 'GET, HEAD', 'content-length': 0 } };
    if (prefix === '' && secure === false && site.forceHttps) return redirect(308, `https://${host}${request.url}`);
    const path = decoded(place.path);
    if (path === undefined) return nothing('This is no valid address.', 400);
    const entry = site.files.get(path);
    if (entry && path !== site.notFound) return this.#sendPage(request, place, site, path, entry);
    const moved = site.redirects.get(withoutSlash(path));
    if (moved)
      return moved.to === null ? nothing('This page is gone.', 410) : redirect(moved.status, target(moved.to, prefix));
    const canonical = withoutSlash(path.replace(/\/index\.html$/, '/'));
    if (canonical !== path && site.files.has(canonical))
      return redirect(308, target(encodeURI(canonical), prefix) + query);
    const missing = site.files.get(site.notFound);
    if (!missing) return nothing('There is nothing at this address.');
    return then(this.#send(request, place, site, site.notFound, missing, false, undefined), ({ headers, body }) => ({
      status: 404,
      headers,
      body,
    }));
  }

  #sendPage(
    request: SiteRequest,
    place: Place,
    site: LiveSite,
    path: string,
    entry: FileEntry,
  ): MaybePromise<SiteAnswer> {
    const ifNoneMatch = request.headers['if-none-match'] as string | undefined;
    if (!entry.page) {
      const { range, 'if-range': ifRange } = request.headers as Record<string, string | undefined>;
      const { isolated } = place;
      return range !== undefined && request.method === 'GET' && hasParts(entry)
        ? this.#files.part(
            { site, path, entry, encoding: undefined, isolated, varies: false },
            { ifNoneMatch, range, ifRange },
          )
        : this.#send(request, place, site, path, entry, false, ifNoneMatch);
    }
    const variants = site.variants.get(path);
    const shown = variants ? this.#visits.choose(request, site, entry.page.id, variants) : entry;
    this.#visits.count(request, site, shown.page?.id ?? entry.page.id, place.query);
    return this.#send(request, place, site, path, shown, variants !== undefined, ifNoneMatch);
  }

  #send(
    { headers }: SiteRequest,
    { isolated }: Place,
    site: LiveSite,
    path: string,
    entry: FileEntry,
    varies: boolean,
    ifNoneMatch: string | undefined,
  ): MaybePromise<SiteAnswer> {
    const encoding = acceptedEncoding(headers['accept-encoding'] as string | undefined, entry);
    return this.#files.answer({ site, path, entry, encoding, isolated, varies }, ifNoneMatch);
  }
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '').replace(/\.$/, '');

/** Hosts are compared without their port, unless the console has the same host on another port. */
function hostCheck(url: URL | undefined, consoleHost: string | undefined): (host: string) => boolean {
  if (!url) return () => false;
  const { host, hostname } = url;
  return hostname === consoleHost ? (given) => given === host : (given) => withoutPort(given) === hostname;
}

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.replace(/\/+$/, '') || '/' : path;

function decoded(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return undefined;
  }
}

const target = (to: string, prefix: string): string => (to.startsWith('/') ? prefix + to : to);

/** Percent-encodes characters that a header cannot contain. */
const inHeader = (address: string): string => address.toWellFormed().replace(/[^\x21-\x7e]+/gu, encodeURIComponent);

const redirect = (status: number, location: string): SiteAnswer => ({
  status,
  headers: { location: inHeader(location), 'cache-control': 'no-cache', 'content-length': 0 },
});

const textHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': policyText(),
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

function nothing(message: string, status = 404): SiteAnswer {
  const body = Buffer.from(
    `<!doctype html><html lang="en"><title>${escapeHtml(message)}</title><p>${escapeHtml(message)}</p></html>\n`,
  );
  return { status, headers: { ...textHeaders, 'content-length': body.length }, body };
}
