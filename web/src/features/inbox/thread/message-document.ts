import { styleNonce } from '~/lib/nonce.ts';
import { frameDocument } from '~/views/mail/frame-document.ts';

const fits =
  'html,body{height:auto!important;min-height:0!important;margin:0}body{padding:2px;font:14px/1.5 sans-serif}';
const darkRules = 'html{background:#16191f;color:#d9dde4;color-scheme:dark}a{color:#8eaaea}';

/** A mail that sets colours was designed for a white page. */
const hasColours = (html: string): boolean =>
  /\bbgcolor\b|\bcolor\s*[:=]|\bbackground(-color|-image)?\s*[:=]/i.test(html);

export const isShownDark = (html: string, dark: boolean): boolean => dark && !hasColours(html);

interface MessageDocumentInput {
  readonly html: string;
  readonly dark: boolean;
  /** True when images of other servers are loaded. */
  readonly remote: boolean;
}

/** The HTML of a message as a document for its frame. The server has sanitised it; the policy is a second defence. */
export function messageDocument({ html, dark, remote }: MessageDocumentInput): string {
  const pictures = `img-src data: blob: ${location.origin}${remote ? ' https:' : ''}`;
  const policy = `default-src 'none'; style-src 'nonce-${styleNonce}'; ${pictures}; form-action 'none'`;
  const rules = isShownDark(html, dark) ? fits + darkRules : fits;
  return frameDocument(html, styleNonce, { rules, policy, openLinks: true });
}
