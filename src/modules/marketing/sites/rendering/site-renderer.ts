import { createHash } from 'node:crypto';
import { escapeHtml } from '#lib/html.ts';
import type { BlockScope, BlockType } from '../blocks/block.ts';
import { blockProblem } from '../blocks/check-blocks.ts';
import { blockTypes } from '../blocks/index.ts';
import { Addresses } from '../links/addresses.ts';
import { headHtml, type Translation } from './head.ts';
import { type Layout, namedLayout, SafeHtml } from './layout.ts';
import { navigationHtml, navigationOf } from './navigation.ts';
import { pagePaths } from './page-path.ts';
import { addSources, PageSources } from './policy.ts';
import type { PageRecord, SiteSnapshot } from './site-records.ts';
import { baseCss, themeCss } from './theme.ts';

export interface RenderedPage {
  readonly html: string;
  /** Further sources of its Content-Security-Policy. */
  readonly allows: Readonly<Record<string, readonly string[]>> | undefined;
  /** Paths of the website that it links to. */
  readonly links: readonly string[];
  /** Messages about content that could not be rendered. */
  readonly problems: readonly string[];
}

interface RendererOptions {
  /** The absolute address of the website, without a slash at the end. */
  readonly baseUrl: string;
  /** The address of the platform, for forms. */
  readonly publicUrl: string;
  readonly preview?: boolean;
  /** Signs the page of a form. */
  readonly pageToken?: (formId: string, pageId: string) => string;
  /** Translations among the pages that this publication keeps, by group. */
  readonly keptTranslations?: ReadonlyMap<string, readonly Translation[]>;
  readonly hasFeed?: boolean;
}

const assetPath = (name: string, css: string): string =>
  `/_assets/${name}-${createHash('sha256').update(css).digest('hex').slice(0, 16)}.css`;

/** Renders the pages of a website, for requests, previews and releases. */
export class SiteRenderer {
  readonly #site: SiteSnapshot;
  readonly #options: RendererOptions;
  readonly #layouts = new Map<string, Layout>();
  readonly #translations: ReadonlyMap<string, readonly Translation[]>;
  /** The paths of the pages, by id. */
  readonly paths: ReadonlyMap<string, string>;
  /** Stylesheets, by path. */
  readonly assets = new Map<string, string>();
  readonly #siteCss: string;

  constructor(site: SiteSnapshot, options: RendererOptions) {
    this.#site = site;
    this.#options = options;
    this.paths = pagePaths(site.pages, site.website.homePageId);
    this.#translations = this.#findTranslations();
    this.#siteCss = this.#asset('site', themeCss(site.website.theme) + baseCss);
  }

  #asset(name: string, css: string): string {
    const path = assetPath(name, css);
    this.assets.set(path, css);
    return path;
  }

  /** Returns the absolute address of a path. */
  url(path: string): string {
    return this.#options.baseUrl + encodeURI(path);
  }

  groupOf({ _id, translationOfId }: PageRecord): string {
    return translationOfId ?? _id;
  }

  #findTranslations(): ReadonlyMap<string, readonly Translation[]> {
    const groups = new Map<string, Translation[]>();
    for (const [group, kept] of this.#options.keptTranslations ?? []) groups.set(group, [...kept]);
    for (const page of this.#site.pages) {
      if (!page.language || page.variantOfId) continue;
      const group = groups.get(this.groupOf(page)) ?? [];
      group.push({ language: page.language, url: this.url(this.paths.get(page._id) ?? '/') });
      groups.set(this.groupOf(page), group);
    }
    return groups;
  }

  render(page: PageRecord, path = this.paths.get(page._id) ?? '/'): RenderedPage {
    const addresses = new Addresses(path);
    const sources = new PageSources();
    const problems: string[] = [];
    const content = this.#content(page, this.#scope(page, addresses, sources, problems));
    const html = isDocument(content) ? content : this.#document(page, path, content, addresses);
    addSources(html, this.#site.website.allowScripts ?? false, sources);
    return { html, allows: sources.entries, links: [...addresses.internal], problems };
  }

  #content(page: PageRecord, scope: BlockScope): string {
    const blocks = Array.isArray(page.blocks) ? page.blocks : [];
    const body =
      blocks.length > 0 ? scope.blocks(blocks) : page.html ? scope.addresses.inMarkup(page.html) : headingOf(page);
    const hasForm = page.formId === null || page.formId === undefined || JSON.stringify(blocks).includes(page.formId);
    return hasForm ? body : `${body}\n${scope.blocks([{ type: 'form', formId: page.formId }])}`;
  }

  #scope(page: PageRecord, addresses: Addresses, sources: PageSources, problems: string[]): BlockScope {
    const { files, forms, accountKey } = this.#site;
    const scope: BlockScope = {
      addresses,
      file(kind, storedFileId) {
        const found = files.get(storedFileId);
        const file = found?.type.startsWith(`${kind}/`) ? found : undefined;
        if (!file) problems.push(`The ${kind} ${storedFileId} does not exist, or is no ${kind} that you may read.`);
        else if (!file.path.startsWith('/'))
          sources.add(kind === 'image' ? 'img-src' : 'media-src', new URL(file.path).origin);
        return file?.path;
      },
      form: (formId) => {
        const form = forms.get(formId);
        if (!form) {
          problems.push(`The form ${formId} is not published.`);
          return undefined;
        }
        const { slug, title } = form;
        const url = `${this.#options.publicUrl}/f/${accountKey}/${encodeURIComponent(slug)}`;
        return { url, title, pageToken: this.#options.pageToken?.(formId, page._id) };
      },
      allow: (directive, source) => sources.add(directive, source),
      blocks: (blocks) => blocks.map((block) => renderBlock(block, scope, problems)).join('\n'),
    };
    return scope;
  }

  #document(page: PageRecord, path: string, content: string, addresses: Addresses): string {
    const { website } = this.#site;
    const stylesheets = [this.#siteCss, ...(page.css ? [this.#asset('page', page.css)] : [])];
    const translations = this.#translations.get(this.groupOf(page)) ?? [];
    const preview = this.#options.preview ?? false;
    const head = headHtml({
      website,
      page,
      addresses,
      url: this.url(path),
      translations: translations.length > 1 ? translations : [],
      stylesheets: preview ? [] : stylesheets,
      hasFeed: this.#options.hasFeed ?? false,
      preview,
    });
    const inlined = preview
      ? stylesheets.map((path) => `<style>${inStyle(this.assets.get(path) ?? '')}</style>`).join('')
      : '';
    const own = website.headHtml ? addresses.inMarkup(website.headHtml) : '';
    const end = (website.footerHtml ? addresses.inMarkup(website.footerHtml) : '') + this.#script(page);
    const layout = this.#layoutOf(page);
    const parts: DocumentParts = { page, path, addresses, content, head: `${head}\n${inlined}${own}`, end };
    return layout ? this.#inLayout(layout, parts) : this.#inDefault(parts);
  }

  /** Returns the script of a page; empty unless the website allows scripts. */
  #script({ script }: PageRecord): string {
    if (!script || !this.#site.website.allowScripts) return '';
    return `<script>${script.replaceAll(/<(?=\/script|!--)/gi, '\\x3C')}</script>`;
  }

  #layoutOf(page: PageRecord): Layout | undefined {
    const { layouts, website } = this.#site;
    const found =
      layouts.find(({ _id }) => _id === page.layoutId) ??
      layouts.find(({ name }) => page.template && name === page.template) ??
      layouts.find(({ _id }) => _id === website.layoutId);
    if (!found) return undefined;
    const layout = this.#layouts.get(found._id) ?? namedLayout(found.name, found.html);
    this.#layouts.set(found._id, layout);
    return layout;
  }

  #inLayout(layout: Layout, { page, path, addresses, content, head, end }: DocumentParts): string {
    const { website } = this.#site;
    const items = navigationOf(website.navigation, path, addresses);
    const html = layout({
      head: new SafeHtml(head),
      content: new SafeHtml(content + (end ? `\n${end}` : '')),
      navigation: items.map((item) => ({ ...item, url: new SafeHtml(item.url) })),
      page: {
        title: page.title ?? page.name ?? '',
        description: page.description ?? '',
        path,
        language: this.#language(page),
      },
      site: { name: website.name, home: new SafeHtml(addresses.resource('/')), logo: website.logoUrl ?? '' },
      languages: this.#translations.get(this.groupOf(page)) ?? [],
    });
    return addresses.inMarkup(html);
  }

  #language = (page: PageRecord): string => page.language || this.#site.website.language || 'en';

  #inDefault({ page, path, addresses, content, head, end }: DocumentParts): string {
    const { website } = this.#site;
    const logo = website.logoUrl
      ? `<img src="${addresses.resource(website.logoUrl)}" alt="${escapeHtml(website.name)}">`
      : escapeHtml(website.name);
    return `<!doctype html>
<html lang="${escapeHtml(this.#language(page))}">
<head>
${head}
</head>
<body>
<header><a class="site" href="${addresses.resource('/')}">${logo}</a>${navigationHtml(navigationOf(website.navigation, path, addresses))}</header>
<main>
${content}
</main>
${end ? `<footer>${end}</footer>\n` : ''}</body>
</html>
`;
  }
}

interface DocumentParts {
  readonly page: PageRecord;
  readonly path: string;
  readonly addresses: Addresses;
  readonly content: string;
  readonly head: string;
  readonly end: string;
}

/** Prevents CSS from closing its element: in CSS, an escaped slash is a slash. */
const inStyle = (css: string): string => css.replaceAll('</', '<\\/');

const isDocument = (html: string): boolean => /^\s*(?:<!doctype\b|<html\b)/i.test(html);

const headingOf = (page: PageRecord): string => {
  const title = page.title || page.name;
  const lead = page.description ? `<p>${escapeHtml(page.description)}</p>` : '';
  return title ? `<h1>${escapeHtml(title)}</h1>${lead}` : lead;
};

/** Renders a block. A stored block that breaks newer rules of its type is left out and reported. */
function renderBlock(block: unknown, scope: BlockScope, problems: string[]): string {
  const problem = blockProblem(block, 'A block');
  if (!problem) return (blockTypes.get((block as { type: string }).type) as BlockType).render(block as never, scope);
  problems.push(`${problem.path} ${problem.message}.`);
  return '';
}
