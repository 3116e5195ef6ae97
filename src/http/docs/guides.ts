import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '#lib/html.ts';

/** The root of the repository or the installation. Only `README.md` and `docs/` in it are shown. */
const root = path.join(import.meta.dirname, '../../..');
const indexFile = 'docs/README.md';
const startFile = 'README.md';
/** The topic of README.md, which has the first five minutes. */
const startTopic = 'start';

interface GuideLink {
  readonly topic: string;
  readonly title: string;
}

export interface GuideGroup {
  readonly title: string;
  readonly links: readonly GuideLink[];
}

export interface Guide {
  readonly title: string;
  readonly html: string;
}

/** The groups of docs/README.md, which is the table of contents. Empty in an installation without the folder. */
async function readGroups(): Promise<readonly GuideGroup[]> {
  const text = await readFile(path.join(root, indexFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')).trim(),
      links: [...part.matchAll(/^- \[([^\]]+)\]\((?:\.\.\/README|([\w-]+))\.md\)/gm)].map(
        ([, title = '', topic = startTopic]) => ({ topic, title }),
      ),
    }));
}

/** The guides of docs/, rendered on first use. Only pages that the table of contents links are served. */
export class Guides {
  #groups: Promise<readonly GuideGroup[]> | undefined;
  readonly #rendered = new Map<string, Promise<Guide>>();

  groups(): Promise<readonly GuideGroup[]> {
    this.#groups ??= readGroups();
    return this.#groups;
  }

  async find(topic: string): Promise<Guide | undefined> {
    const groups = await this.groups();
    if (!groups.some(({ links }) => links.some((link) => link.topic === topic))) return undefined;
    const known = this.#rendered.get(topic);
    if (known) return known;
    const rendered = renderFile(topic === startTopic ? startFile : `docs/${topic}.md`);
    this.#rendered.set(topic, rendered);
    // The next request retries a file that could not be read.
    rendered.catch(() => this.#rendered.delete(topic));
    return rendered;
  }
}

/**
 * The URL of a link. Guides link to each other by file name, so that the links also work in an editor and on GitHub.
 */
export function addressOf(href: string, from: string): string | undefined {
  if (/^(?:https?:|mailto:|#|\/)/.test(href)) return href;
  const [file = '', fragment] = path.posix.join(path.posix.dirname(from), href).split('#');
  const address = addressOfFile(file);
  return address === undefined || fragment === undefined ? address : `${address}#${fragment}`;
}

function addressOfFile(file: string): string | undefined {
  if (file === startFile) return `/docs/${startTopic}`;
  if (file === indexFile || file === 'docs') return '/docs';
  const [, topic] = /^docs\/([\w-]+)\.md$/.exec(file) ?? [];
  if (topic !== undefined) return `/docs/${topic}`;
  return /^docs\/images\/[\w-]+\.webp$/.test(file) ? `/${file}` : undefined;
}

/** The id that GitHub gives to a heading. */
const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

async function renderFile(file: string): Promise<Guide> {
  // Loaded when a guide is first read.
  const [{ Marked }, text] = await Promise.all([import('marked'), readFile(path.join(root, file), 'utf8')]);
  let title = '';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const label = this.parser.parseInline(tokens, this.parser.textRenderer);
        if (depth === 1) title = label;
        return `<h${depth} id="${escapeHtml(headingId(label))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const address = addressOf(href, file);
        // Source files are not served, so only the name of the file is shown.
        return address === undefined ? content : `<a href="${escapeHtml(address)}">${content}</a>`;
      },
      image({ href, text: alternative }) {
        const address = addressOf(href, file) ?? '';
        return `<img src="${escapeHtml(address)}" alt="${escapeHtml(alternative)}" loading="lazy">`;
      },
      // Long lines and wide tables scroll, with the keyboard too.
      code: ({ text: code }) => `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`,
      // `<id>` in a sentence is text.
      html: ({ text: markup }) => escapeHtml(markup),
    },
  });
  const html = await marked.parse(text);
  return {
    title,
    html: html
      .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>'),
  };
}

const imageFolder = path.join(root, 'docs/images');

/** An image of a guide; undefined when there is none with this name. */
export async function readImage(name: string): Promise<Buffer | undefined> {
  if (!/^[\w-]+\.webp$/.test(name)) return undefined;
  return readFile(path.join(imageFolder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
