import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { authorize, invoke, operations } from '#core/operations/index.ts';
import { isId } from '#lib/ids.ts';
import { isJsonObject } from '#lib/json.ts';
import { forms, storedFiles, webLayouts, webPages, webRedirects, websites } from '../model-names.ts';
import type { Manifest } from '../releases/manifest.ts';
import type {
  LayoutRecord,
  PageRecord,
  RedirectRecord,
  SiteFile,
  SiteForm,
  SiteSnapshot,
  WebsiteRecord,
} from '../rendering/site-records.ts';
import { pageStatuses, readOfWebsite, readWithin } from '../sql/read-records.ts';
import { readManifest } from '../sql/site-releases.ts';
import { withCompanyDefaults } from './company-defaults.ts';

export interface ReadSite {
  readonly site: SiteSnapshot;
  /** The live manifest; undefined when the website is offline. */
  readonly live: Manifest | undefined;
  /** The status of every page of the website, by id. */
  readonly statuses: ReadonlyMap<string, string | null>;
}

/**
 * Reads a website and everything that its pages show in one snapshot, so that a release never mixes two states of the
 * records.
 */
export const readSite = (context: Context, websiteId: string): Promise<ReadSite> =>
  inTransaction(context, async (within) => {
    if (!context.tx) await within.tx.query('set transaction isolation level repeatable read');
    return readWithinTransaction(within, websiteId);
  });

async function readWithinTransaction(within: TransactionContext, websiteId: string): Promise<ReadSite> {
  const { tenantId, accountKey } = within.caller;
  const website = await readWebsite(within, websiteId);
  const pages = await readOfWebsite<PageRecord>(
    within,
    authorize(within, operations.update, webPages(within)),
    websiteId,
  );
  const layoutGrant = authorize(within, operations.list, webLayouts(within));
  const layouts = await readLayouts(within, layoutGrant, website, pages);
  const redirectGrant = authorize(within, operations.list, webRedirects(within));
  const redirects = await readOfWebsite<RedirectRecord & { active: boolean | null }>(within, redirectGrant, websiteId);
  const live = website.liveReleaseId ? await readManifest(within.tx, tenantId, website.liveReleaseId) : undefined;
  const site: SiteSnapshot = {
    accountKey,
    website,
    pages,
    layouts,
    redirects: redirects.filter(({ active }) => active !== false),
    forms: await readForms(within, formIdsOf(pages)),
    files: await readFiles(within, fileIdsOf(pages)),
  };
  return { site, live, statuses: await pageStatuses(within, websiteId) };
}

/** Reads a website. The caller must be allowed to change it. */
export async function readWebsite(context: Context, id: string): Promise<WebsiteRecord> {
  const grant = authorize(context, operations.update, websites(context));
  const website = await readWithin<WebsiteRecord>(context, grant, id);
  if (!website) throw notFound(`Website ${id}`);
  return withCompanyDefaults(context, website);
}

/** Layouts of the website, and layouts without a website that it or its pages name. */
export async function readLayouts(
  context: Context,
  grant: Parameters<typeof readOfWebsite>[1],
  website: WebsiteRecord,
  pages: readonly PageRecord[],
): Promise<LayoutRecord[]> {
  const own = await readOfWebsite<LayoutRecord>(context, grant, website._id);
  const named = new Set([website.layoutId, ...pages.map(({ layoutId }) => layoutId)]);
  const missing = [...named].filter((id): id is string => !!id && !own.some(({ _id }) => _id === id));
  const others = await Promise.all(missing.map((id) => readWithin<LayoutRecord>(context, grant, id)));
  return [...own, ...others.filter((layout) => layout !== undefined)];
}

/** Collects the values of these keys anywhere in the blocks of the pages. */
function idsInBlocks(pages: readonly PageRecord[], keys: readonly string[]): string[] {
  const ids = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (isJsonObject(value)) {
      for (const key of keys) {
        const id = value[key];
        if (typeof id === 'string' && isId(id)) ids.add(id);
      }
      visit(value.columns);
    }
  };
  for (const page of pages) visit(page.blocks);
  return [...ids];
}

/** The forms that the pages show. */
export const formIdsOf = (pages: readonly PageRecord[]): string[] => [
  ...new Set([...idsInBlocks(pages, ['formId']), ...pages.flatMap(({ formId }) => formId ?? [])]),
];

/** The uploaded files that the pages show. */
export const fileIdsOf = (pages: readonly PageRecord[]): string[] =>
  idsInBlocks(pages, ['storedFileId', 'posterFileId']);

/** Undefined when the record does not exist or the caller may not read it. */
async function readOptional<T>(
  context: Context,
  model: Parameters<typeof invoke>[2],
  id: string,
): Promise<T | undefined> {
  try {
    const { body } = await invoke(context, operations.get, model, { id, query: {} });
    return JSON.parse(body) as T;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'forbidden')) return undefined;
    throw error;
  }
}

interface StoredForm {
  readonly slug: string | null;
  readonly status: string | null;
  readonly title: string | null;
  readonly name: string;
}

/** Returns the slugs of published forms. */
export async function readForms(context: Context, ids: readonly string[]): Promise<Map<string, SiteForm>> {
  const published = new Map<string, SiteForm>();
  for (const id of ids) {
    const form = await readOptional<StoredForm>(context, forms(context), id);
    if (form?.slug && form.status === 'published')
      published.set(id, { slug: form.slug, title: form.title || form.name });
  }
  return published;
}

interface StoredFile {
  readonly mimeType: string | null;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly storageKey: string | null;
}

const extensions: Readonly<Record<string, string>> = {
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/** Returns uploaded images and videos that the caller may read. */
export async function readFiles(context: Context, ids: readonly string[]): Promise<Map<string, SiteFile>> {
  const files = new Map<string, SiteFile>();
  for (const id of ids) {
    const file = await readOptional<StoredFile>(context, storedFiles(context), id);
    const extension = extensions[file?.mimeType ?? ''];
    if (!file?.sha256 || !file.storageKey || file.size === null || extension === undefined) continue;
    const { sha256, size, storageKey } = file;
    const path = `/_files/${sha256.slice(0, 32)}.${extension}`;
    files.set(id, { path, sha256, size, storageKey, type: file.mimeType as string });
  }
  return files;
}
