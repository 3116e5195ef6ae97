import type { IOptions } from 'sanitize-html';

interface SanitizedHtml {
  /** The HTML. `fillImages` decides which of its images are shown. */
  readonly html: string;
  /** True when the mail contains content of other servers. */
  readonly hasRemoteContent: boolean;
}

/** Loaded in the thread that reads mail, before its first task. */
const library = () => import('sanitize-html').then((module) => module.default);
let loaded: ReturnType<typeof library> | undefined;

const maxLength = 1_000_000;
const maxDepth = 200;
const color = [/^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|rgba?\([\d\s.,%/]{3,60}\))$/i];
const size = [
  /^(?:-?[\d.]{1,10}(?:px|pt|em|rem|%|ex|in|cm|mm)?|auto|normal|inherit|thin|medium|thick|small|large|x-small|x-large|smaller|larger)$/i,
];
const sizes = [/^(?:-?[\d.]{1,10}(?:px|pt|em|rem|%)?|auto)(?:\s+(?:-?[\d.]{1,10}(?:px|pt|em|rem|%)?|auto)){0,3}$/i];
const border = [/^[\w#\s.,()%-]{1,80}$/];
const word = [/^[a-z-]{1,30}$/i];

/**
 * Allowed styles. None of them can load anything or leave the area of the mail, so `position` and `url()` are missing.
 */
const styles: Record<string, RegExp[]> = {
  color,
  'background-color': color,
  'font-size': size,
  'font-family': [/^[\w\s,'"-]{1,200}$/],
  'font-weight': [/^(?:\d{3}|[a-z]{1,10})$/i],
  'font-style': word,
  'line-height': size,
  'letter-spacing': size,
  'text-align': word,
  'text-decoration': [/^[a-z\s-]{1,60}$/i],
  'text-transform': word,
  'text-indent': size,
  'vertical-align': word,
  'white-space': word,
  'word-break': word,
  direction: word,
  display: [/^(?:block|inline|inline-block|none|table|table-row|table-cell|list-item)$/i],
  width: size,
  'max-width': size,
  'min-width': size,
  height: size,
  'max-height': size,
  margin: sizes,
  'margin-top': size,
  'margin-right': size,
  'margin-bottom': size,
  'margin-left': size,
  padding: sizes,
  'padding-top': size,
  'padding-right': size,
  'padding-bottom': size,
  'padding-left': size,
  border,
  'border-top': border,
  'border-right': border,
  'border-bottom': border,
  'border-left': border,
  'border-color': border,
  'border-collapse': word,
  'border-radius': sizes,
  'list-style-type': word,
};

const tags =
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'.split(
    ' ',
  );

const imageData = /^data:image\/(?:png|gif|jpeg|webp|bmp);base64,[a-z0-9+/=\s]+$/i;

export function loadSanitizer(): ReturnType<typeof library> {
  loaded ??= library();
  return loaded;
}

/**
 * Sanitises HTML of a mail: no scripts, forms or frames, and nothing of other servers except the addresses of images.
 * `src` is the first attribute of an image, where `fillImages` finds it. The time is quadratic in the depth, so the
 * HTML must be within `markupLimits`.
 */
export async function sanitizeMailHtml(html: string): Promise<SanitizedHtml> {
  const sanitize = await loadSanitizer();
  const given = html.slice(0, maxLength);
  const remoteSeen = { value: mentionsRemoteStyles(given) };
  return { html: sanitize(given, rulesFor(remoteSeen)), hasRemoteContent: remoteSeen.value };
}

/** True when styles refer to other servers. It needs the HTML before bounding, which drops the content of `style`. */
export const mentionsRemoteStyles = (html: string): boolean =>
  /url\(\s{0,20}["']?\s{0,20}(?:https?:)?\/\//i.test(html) ||
  /\bbackground\s{0,20}=\s{0,20}["']?\s{0,20}(?:https?:)?\/\//i.test(html);

const rulesFor = (remoteSeen: { value: boolean }): IOptions => ({
  allowedTags: tags,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'head',
    'svg',
    'math',
    'iframe',
    'object',
    'template',
    'xmp',
    'noembed',
    'noframes',
    'plaintext',
  ],
  nestingLimit: maxDepth,
  allowedAttributes: {
    '*': ['style', 'dir', 'lang', 'title', 'align', 'valign', 'width', 'height', 'bgcolor', 'color'],
    a: ['href', 'name', 'rel', 'target'],
    img: ['src', 'alt'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    table: ['border', 'cellpadding', 'cellspacing'],
    font: ['face', 'size'],
    ol: ['start', 'type'],
  },
  allowedStyles: { '*': styles },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'data', 'cid'] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href, ...attributes }) => ({
      tagName,
      attribs: {
        ...attributes,
        ...(href !== undefined && isAbsolute(href) && { href }),
        rel: 'noopener noreferrer nofollow',
        target: '_blank',
      },
    }),
    img: (tagName, { src, ...attributes }) => {
      const shown = imageSource(src, remoteSeen);
      return { tagName, attribs: { ...(shown !== undefined && { src: shown }), ...attributes } };
    },
  },
});

/** Only absolute links are kept, because a relative one would lead to a page of the site that shows the mail. */
const isAbsolute = (href: string): boolean => /^\s*(?:https?:\/\/|mailto:|tel:)/i.test(href);

function imageSource(src: string | undefined, remoteSeen: { value: boolean }): string | undefined {
  const given = src?.trim() ?? '';
  if (/^cid:/i.test(given)) return `cid:${given.slice(4).replace(/^<|>$/g, '')}`;
  if (imageData.test(given)) return given;
  const address = given.startsWith('//') ? `https:${given}` : given;
  if (!/^https?:\/\//i.test(address)) return undefined;
  remoteSeen.value = true;
  return address;
}
