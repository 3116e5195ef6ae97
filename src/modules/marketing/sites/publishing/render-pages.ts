import { setImmediate } from 'node:timers/promises';
import type { EncodedFile } from '../releases/file-entry.ts';
import { encodeFile } from '../releases/file-entry.ts';
import type { PageFacts } from '../releases/manifest.ts';
import { descriptionOf, titleOf } from '../rendering/head.ts';
import type { PageRecord, WebsiteRecord } from '../rendering/site-records.ts';
import type { RenderedPage, SiteRenderer } from '../rendering/site-renderer.ts';

export interface FinishedPage {
  readonly page: PageRecord;
  readonly path: string;
  readonly rendered: RenderedPage;
  readonly file: EncodedFile;
}

/** Pages that are rendered together. The thread pool has four threads and compresses each page twice. */
const batch = 2;

export const htmlType = 'text/html; charset=utf-8';

/**
 * Renders and compresses pages in small groups, so that requests are answered in between, and the memory for results is
 * bounded.
 */
export async function* finishedPages(
  renderer: SiteRenderer,
  pages: readonly PageRecord[],
  signal: AbortSignal,
): AsyncGenerator<FinishedPage> {
  for (let from = 0; from < pages.length; from += batch) {
    signal.throwIfAborted();
    const finished: Promise<FinishedPage>[] = [];
    for (const page of pages.slice(from, from + batch)) {
      const path = pathOf(renderer, page);
      const rendered = renderer.render(page, path);
      finished.push(encodeFile(rendered.html, htmlType).then((file) => ({ page, path, rendered, file })));
      await setImmediate();
    }
    yield* await Promise.all(finished);
  }
}

/** The path of a page. A variant has the path of its page. */
const pathOf = ({ paths }: SiteRenderer, { _id, variantOfId }: PageRecord): string =>
  paths.get(variantOfId ?? _id) ?? paths.get(_id) ?? '/';

export const factsOf = (renderer: SiteRenderer, website: WebsiteRecord, page: PageRecord, now: string): PageFacts => ({
  id: page._id,
  title: titleOf(page, website),
  description: descriptionOf(page, website),
  type: page.type ?? 'page',
  language: page.language,
  noIndex: page.noIndex ?? false,
  publishedAt: page.publishedAt ?? now,
  updatedAt: page.updatedAt,
  group: renderer.groupOf(page),
  ...(page.variantOfId && { variantOf: page.variantOfId }),
  weight: page.weight ?? 1,
});
