import type { WebPage } from '../site.ts';
import type { Statistics } from '../sites-api.ts';

/** A page and its variants; the page comes first. */
export interface PageTest {
  readonly page: WebPage;
  readonly variants: readonly WebPage[];
}

/** Pages with variants. Variants of a deleted page are ignored. */
export const pageTests = (pages: readonly WebPage[]): PageTest[] =>
  pages.flatMap((page) => {
    const others = pages.filter(({ variantOfId }) => variantOfId === page._id);
    return others.length > 0 && !page.variantOfId ? [{ page, variants: [page, ...others] }] : [];
  });

export interface VariantResult {
  readonly page: WebPage;
  /** The share of all visitors of the page. */
  readonly share: number;
  readonly views: number;
  readonly visitors: number;
  readonly conversions: number;
  /** Conversions per visitor; undefined without visitors. */
  readonly rate: number | undefined;
}

export function resultsOf({ variants }: PageTest, statistics: Statistics['data']): VariantResult[] {
  const weightOf = ({ weight }: WebPage): number => Math.max(0, weight ?? 1);
  const sum = variants.reduce((total, page) => total + weightOf(page), 0);
  return variants.map((page) => {
    const { views = 0, visitors = 0, conversions = 0 } = statistics.find(({ key }) => key === page._id) ?? {};
    const rate = visitors > 0 ? conversions / visitors : undefined;
    return { page, share: sum > 0 ? weightOf(page) / sum : 0, views, visitors, conversions, rate };
  });
}
