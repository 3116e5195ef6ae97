import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { discardFiles, type StagedFile } from '#core/files/staged-file.ts';
import type { JobControls } from '#core/jobs/job.ts';
import type { FileStorage } from '#lib/file-storage/storage.ts';
import { encodeFile, packFile } from '../releases/file-entry.ts';
import type { FileEntry, Manifest, Redirect } from '../releases/manifest.ts';
import { PackWriter } from '../releases/pack-writer.ts';
import { readFile } from '../releases/read-file.ts';
import { cleanPath } from '../rendering/page-path.ts';
import type { PageRecord, SiteSnapshot } from '../rendering/site-records.ts';
import { SiteRenderer } from '../rendering/site-renderer.ts';
import { siteUrl } from '../settings.ts';
import type { BrokenLink, Publication, PublicationResult } from '../sql/publications.ts';
import { choosePages, type PageChoice } from './choose-pages.ts';
import { brokenLinks } from './link-check.ts';
import { keptTranslations, notFoundRecord } from './page-sources.ts';
import { writePageToken } from './page-token.ts';
import type { ReadSite } from './read-snapshot.ts';
import { factsOf, finishedPages, htmlType } from './render-pages.ts';
import { feedXml, listedPages, notFoundPath, robotsText, siteFilePaths, sitemapXml } from './site-files.ts';

/**
 * A release that is complete in storage, and not visible yet. `packs` of the manifest does not include the staged
 * packs.
 */
export interface BuiltRelease {
  readonly manifest: Manifest;
  readonly staged: readonly StagedFile[];
  readonly rendered: readonly { readonly page: PageRecord; readonly url: string }[];
  readonly result: Omit<PublicationResult, 'releaseNumber'>;
  readonly bytes: number;
}

/** Renders a website and writes its files to storage. */
export async function buildRelease(
  context: Context,
  publication: Publication,
  read: ReadSite,
  controls: JobControls,
): Promise<BuiltRelease> {
  const choice = choosePages(publication, read);
  const builder = new ReleaseBuilder(context, read, choice);
  try {
    return await builder.build(controls);
  } catch (error) {
    await discardFiles(context, builder.packs.staged);
    throw error;
  }
}

class ReleaseBuilder {
  readonly #read: ReadSite;
  readonly #storage: FileStorage;
  readonly #site: SiteSnapshot;
  readonly #choice: PageChoice;
  readonly #baseUrl: string;
  readonly #renderer: SiteRenderer;
  readonly #keptPacks: Manifest['packs'];
  readonly packs: PackWriter;
  /** Kept and rendered pages with their paths, including variants. */
  readonly #pages: (readonly [path: string, entry: FileEntry])[];
  readonly #files = new Map<string, FileEntry>();
  readonly #rendered: { page: PageRecord; url: string }[] = [];
  readonly #links: { pageId: string; path: string; links: readonly string[] }[] = [];
  readonly #problems: { pageId: string; path: string; problem: string }[] = [];
  readonly #now = new Date().toISOString();

  constructor(context: Context, read: ReadSite, choice: PageChoice) {
    const { site, live } = read;
    this.#read = read;
    this.#storage = context.services.fileStorage;
    this.#site = site;
    this.#choice = choice;
    this.#baseUrl = siteUrl(context, site.website);
    const keptFiles = [...choice.kept, ...keptAssets(live, choice)];
    const { entries, packs } = withoutUnusedPacks(keptFiles, live?.packs ?? []);
    this.#keptPacks = packs;
    this.#pages = entries.filter(([, { page }]) => page !== undefined);
    for (const [path, entry] of entries) if (!entry.page) this.#files.set(path, entry);
    this.packs = new PackWriter(context, packs.length);
    this.#renderer = new SiteRenderer(site, {
      baseUrl: this.#baseUrl,
      publicUrl: context.services.publicUrl(),
      pageToken: (formId, pageId) => writePageToken(context.services.vault, formId, pageId),
      keptTranslations: keptTranslations(this.#pages, (path) => this.#baseUrl + encodeURI(path)),
      hasFeed: [...choice.rendered.map(({ type }) => type), ...this.#pages.map(([, { page }]) => page?.type)].includes(
        'blogPost',
      ),
    });
  }

  async build({ progress, signal }: JobControls): Promise<BuiltRelease> {
    this.#requireDistinctPaths();
    await this.#renderPages(progress, signal);
    await this.#addSiteFiles();
    await this.#carryAssets();
    await this.packs.flush();
    return this.#finish();
  }

  async #renderPages(progress: JobControls['progress'], signal: AbortSignal): Promise<void> {
    const { rendered: pages } = this.#choice;
    const shown = pages.filter(({ redirectUrl }) => !redirectUrl);
    for await (const { page, path, rendered, file } of finishedPages(this.#renderer, shown, signal)) {
      const facts = factsOf(this.#renderer, this.#site.website, page, this.#now);
      const entry: FileEntry = {
        ...(await packFile(this.packs, file)),
        ...(rendered.allows && { allows: rendered.allows }),
        page: facts,
      };
      this.#pages.push([path, entry]);
      this.#links.push({ pageId: page._id, path, links: rendered.links });
      for (const problem of rendered.problems) this.#problems.push({ pageId: page._id, path, problem });
      this.#rendered.push({ page, url: this.#baseUrl + encodeURI(path) });
      progress((this.#rendered.length / pages.length) * 0.9, { done: this.#rendered.length, total: pages.length });
    }
    for (const page of pages) if (page.redirectUrl) this.#rendered.push({ page, url: page.redirectUrl });
  }

  /** Refuses two pages with the same address, because visitors would see either of them by chance. */
  #requireDistinctPaths(): void {
    const taken = new Map<string, string>(siteFilePaths.map((path) => [path, 'a file of every website']));
    const nameOf = ({ name, title, _id }: PageRecord) => `the page ${name || title || _id}`;
    const named = [
      ...this.#pages.map(([path, { page }]) => [path, `the page ${page?.title}`, page?.variantOf] as const),
      ...this.#choice.rendered.map(
        (page) => [this.#renderer.paths.get(page._id) ?? '/', nameOf(page), page.variantOfId] as const,
      ),
    ];
    for (const [path, name, variantOf] of named) {
      if (variantOf) continue;
      const other = taken.get(path);
      if (other !== undefined)
        throw new AppError(
          'conflict',
          `The address ${path} belongs to ${other} and to ${name}. Change the path of one.`,
        );
      taken.set(path, name);
    }
  }

  async #addSiteFiles(): Promise<void> {
    const { website, files } = this.#site;
    const url = (path: string) => this.#baseUrl + encodeURI(path);
    const pages = listedPages(this.#pages);
    const missing = this.#renderer.render(notFoundRecord(this.#site), '/404.html');
    const feed = feedXml(website, pages, url);
    const texts: (readonly [path: string, type: string, text: string])[] = [
      ...[...this.#renderer.assets].map(([path, css]) => [path, 'text/css; charset=utf-8', css] as const),
      ['/sitemap.xml', 'application/xml; charset=utf-8', sitemapXml(pages, url)],
      ['/robots.txt', 'text/plain; charset=utf-8', robotsText(website, url)],
      ...(feed === undefined ? [] : [['/feed.xml', 'application/atom+xml; charset=utf-8', feed] as const]),
      [notFoundPath, htmlType, missing.html],
    ];
    for (const [path, type, text] of texts) {
      const entry = await packFile(this.packs, await encodeFile(text, type));
      const allows = path === notFoundPath && missing.allows ? { allows: missing.allows } : {};
      this.#files.set(path, { ...entry, ...allows });
    }
    for (const { path, sha256, size, type, storageKey } of files.values())
      this.#files.set(path, { sha256, size, type, stored: storageKey });
  }

  async #carryAssets(): Promise<void> {
    const { live } = this.#read;
    for (const [path, entry] of Object.entries(live?.files ?? {})) {
      if (!isAsset(path) || entry.carried || this.#files.has(path)) continue;
      if (entry.stored) this.#files.set(path, { ...entry, carried: true });
      else {
        const bytes = await readFile(this.#storage, live?.packs ?? [], entry);
        const copy = await packFile(this.packs, await encodeFile(bytes.toString(), entry.type));
        this.#files.set(path, { ...copy, carried: true });
      }
    }
  }

  #finish(): BuiltRelease {
    const { files, variants } = withVariants(this.#pages);
    const manifest: Manifest = {
      files: Object.fromEntries([...this.#files, ...files]),
      variants,
      redirects: this.#redirects(),
      packs: this.#keptPacks,
      notFound: notFoundPath,
    };
    const broken: BrokenLink[] = brokenLinks(this.#links, manifest);
    return {
      manifest,
      staged: this.packs.staged,
      rendered: this.#rendered,
      result: {
        url: this.#baseUrl,
        pages: files.size,
        skippedDrafts: this.#choice.skippedDrafts,
        brokenLinks: broken,
        problems: this.#problems.slice(0, 200),
      },
      bytes: Object.values(manifest.files).reduce((sum, { size }) => sum + size, 0),
    };
  }

  #redirects(): Readonly<Record<string, Redirect>> {
    const entries = this.#site.redirects.map(({ fromPath, toUrl, status }): [string, Redirect] => [
      cleanPath(fromPath),
      { to: status === '410' ? null : toUrl, status: Number(status ?? 301) },
    ]);
    const moved = this.#choice.rendered.flatMap((page): [string, Redirect][] =>
      page.redirectUrl
        ? [[this.#renderer.paths.get(page._id) ?? '/', { to: page.redirectUrl, status: 302, page: page._id }]]
        : [],
    );
    return Object.fromEntries(
      [...this.#choice.keptRedirects, ...entries, ...moved].filter(
        ([, { to, status }]) => to !== null || status === 410,
      ),
    );
  }
}

/** Stylesheets and images of pages that are kept. */
const keptAssets = (live: Manifest | undefined, { kept }: PageChoice): (readonly [string, FileEntry])[] =>
  kept.length === 0 ? [] : Object.entries(live?.files ?? {}).filter(([path]) => isAsset(path));

const isAsset = (path: string): boolean => path.startsWith('/_assets/') || path.startsWith('/_files/');

/** Renumbers the packs, so that a release refers only to packs that it needs. */
function withoutUnusedPacks(files: readonly (readonly [string, FileEntry])[], packs: Manifest['packs']) {
  const used = [
    ...new Set(files.flatMap(([, { at, br, gzip }]) => [at, br, gzip].flatMap((slice) => slice?.[0] ?? []))),
  ];
  const numberOf = new Map(used.map((old, n) => [old, n]));
  const moved = (slice: FileEntry['at']) => slice && ([numberOf.get(slice[0]) ?? 0, slice[1], slice[2]] as const);
  const entries = files.map(([path, entry]) => {
    const { at, br, gzip } = entry;
    const slices = Object.entries({ at: moved(at), br: moved(br), gzip: moved(gzip) }).filter(([, slice]) => slice);
    return [path, { ...entry, ...Object.fromEntries(slices) } as FileEntry] as const;
  });
  return { entries, packs: used.map((n) => packs[n] as Manifest['packs'][number]) };
}

/** Puts variants next to their page. A variant whose page is not published is not shown. */
function withVariants(pages: readonly (readonly [string, FileEntry])[]) {
  const files = new Map(pages.filter(([, { page }]) => !page?.variantOf));
  const byPage = Map.groupBy(pages, ([, { page }]) => page?.variantOf);
  const variants: Record<string, FileEntry[]> = {};
  for (const [path, entry] of files) {
    const others = (entry.page && byPage.get(entry.page.id)) ?? [];
    if (others.length > 0) variants[path] = [entry, ...others.map(([, other]) => other)];
  }
  return { files, variants };
}
