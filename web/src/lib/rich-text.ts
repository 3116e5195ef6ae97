import DOMPurify from 'dompurify';

/** Elements that the note editor produces. All others are removed before display. */
const allowedTags = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre'];
const allowed = {
  ALLOWED_TAGS: [...allowedTags, 'h1', 'h2', 'h3', 'h4', 'hr'],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
};

/** Sanitised HTML, safe to insert. Links open a new tab without a referrer or opener. */
export function safeHtml(html: string): string {
  const body = DOMPurify.sanitize(html, { ...allowed, RETURN_DOM: true }) as HTMLElement;
  for (const link of body.querySelectorAll('a')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer nofollow');
  }
  return body.innerHTML;
}
