interface FrameOptions {
  /** Style rules of the console, with a lower rank than those of the mail. */
  readonly rules?: string;
  /** A policy in addition to the page's policy. It can only restrict further. */
  readonly policy?: string;
  /**
   * Links to other sites open a new tab. Other links are removed, because a mail has no address to which they could be
   * relative.
   */
  readonly openLinks?: boolean;
  /**
   * False removes images of other servers. Otherwise the policy blocks them, and the browser logs an error for each.
   */
  readonly remote?: boolean;
}

/**
 * Converts a mail to a document for a sandboxed frame. A frame inherits the content security policy of the page, which
 * permits styles only with its nonce. So style elements get the nonce, and inline styles become rules of equal rank:
 * above the other rules of the mail, below those that are `!important`.
 */
export function frameDocument(
  html: string,
  nonce: string,
  { rules = '', policy, openLinks = false, remote = true }: FrameOptions = {},
): string {
  const mail = new DOMParser().parseFromString(withoutStyleAttributes(html, nonce), 'text/html');
  // The sandbox runs no scripts, but these elements could still load another page into the frame or redirect links.
  for (const element of mail.querySelectorAll('script, base, meta[http-equiv], iframe, object, embed, link'))
    element.remove();
  if (!remote) removeRemote(mail);
  if (openLinks) for (const link of mail.querySelectorAll('a, area')) limitLink(link);
  const own = mail.createElement('style');
  own.setAttribute('nonce', nonce);
  own.textContent = `${basicRules}${rules}${[...rulesOf(mail)].join('')}`;
  mail.head.append(own);
  const referrer = mail.createElement('meta');
  referrer.name = 'referrer';
  referrer.content = 'no-referrer';
  mail.head.prepend(referrer);
  if (policy !== undefined) mail.head.prepend(policyElement(mail, policy));
  return `<!doctype html>${mail.documentElement.outerHTML}`;
}

const loading = ['src', 'srcset', 'background', 'poster'];

function removeRemote(mail: Document): void {
  for (const element of mail.querySelectorAll(loading.map((name) => `[${name}]`).join(','))) {
    for (const name of loading) {
      const value = element.getAttribute(name);
      if (value !== null && !isOwn(value)) element.removeAttribute(name);
    }
  }
}

/** True when an image is embedded in the mail or stored on this server. */
const isOwn = (address: string): boolean =>
  /^\s*(?:data|blob|cid):/i.test(address) ||
  (URL.canParse(address, location.href) && new URL(address, location.href).origin === location.origin);

/** The new tab gets neither a referrer nor access to this one. */
function limitLink(link: Element): void {
  if (!/^\s*(?:https?:\/\/|mailto:|tel:)/i.test(link.getAttribute('href') ?? '')) link.removeAttribute('href');
  link.removeAttribute('xlink:href');
  link.setAttribute('target', '_blank');
  link.setAttribute('rel', 'noopener noreferrer nofollow');
}

function policyElement(mail: Document, policy: string): HTMLMetaElement {
  const element = mail.createElement('meta');
  element.httpEquiv = 'Content-Security-Policy';
  element.content = policy;
  return element;
}

const basicRules = 'html{background:#fff;color:#000}body{overflow-wrap:anywhere}img{max-width:100%}';
const attribute = 'data-mail-css';
/** Two ids that no element has make the rules more specific than the selectors of mails. */
const rank = ':not(#mail-1):not(#mail-2)';
const tags = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;

/** Quoted values are skipped, so that only attribute names are replaced. */
const refusedAttribute = /"[^"]*"|'[^']*'|([\s/])(style|on[a-z]+)(?=[\s=>/])/gi;

/**
 * The browser applies the policy while it parses, even in a detached document, so the text is changed before. Event
 * handlers would not run, but the browser logs each of them.
 */
export const withoutStyleAttributes = (html: string, nonce: string): string =>
  html.replace(tags, (tag) =>
    tag
      .replace(refusedAttribute, (found, before?: string, name?: string) =>
        before === undefined ? found : `${before}${name?.toLowerCase() === 'style' ? attribute : 'data-off'}`,
      )
      .replace(/^<style\b/i, `<style nonce="${nonce}"`),
  );

function* rulesOf(mail: Document): Generator<string> {
  const { style } = document.createElement('p');
  for (const [n, element] of [...mail.querySelectorAll(`[${attribute}]`)].entries()) {
    // Parsing and serialising the style prevents a brace in it from ending the rule.
    style.cssText = element.getAttribute(attribute) ?? '';
    element.setAttribute(attribute, String(n));
    if (style.cssText !== '') yield `${rank}[${attribute}="${n}"]{${style.cssText}}`;
  }
}
