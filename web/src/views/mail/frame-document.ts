interface FrameOptions {
  /** Rules of the console, below those of the mail. */
  readonly rules?: string;
  /** A policy beside that of the page, to permit less. */
  readonly policy?: string;
  /** Links to other sites open a new tab. Others lead nowhere: a mail has no address that they could be relative to. */
  readonly openLinks?: boolean;
}

/**
 * A mail as a document for a sandboxed frame. A frame inherits the content security policy of the page, which permits
 * styles only with its nonce. So style elements get the nonce, and styles of elements become rules. They keep their rank:
 * above the other rules of the mail, below those that are `!important`.
 */
export function frameDocument(
  html: string,
  nonce: string,
  { rules = '', policy, openLinks = false }: FrameOptions = {},
): string {
  const mail = new DOMParser().parseFromString(withoutStyleAttributes(html, nonce), 'text/html');
  // The frame runs no scripts. These could still load another page into it or change where links lead.
  for (const element of mail.querySelectorAll('script, base, meta[http-equiv], iframe, object, embed, link'))
    element.remove();
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

/** The new tab learns nothing about this one. */
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
/** Two ids that no element has: more specific than the selectors of mails. */
const rank = ':not(#mail-1):not(#mail-2)';
const tags = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;

/** Values in quotes are passed over, so that the word is replaced only where it names an attribute. */
const refusedAttribute = /"[^"]*"|'[^']*'|([\s/])(style|on[a-z]+)(?=[\s=>/])/gi;

/**
 * Even a document that is not shown applies the policy while it is parsed, so this is done in the text. Handlers of events would not
 * run, but the browser reports each of them.
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
    // Parsed and written again, so that a brace in it cannot end the rule.
    style.cssText = element.getAttribute(attribute) ?? '';
    element.setAttribute(attribute, String(n));
    if (style.cssText !== '') yield `${rank}[${attribute}="${n}"]{${style.cssText}}`;
  }
}
