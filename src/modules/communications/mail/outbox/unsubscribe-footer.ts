interface Message {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
}

const style = 'margin:24px 0 0;font:12px/1.5 sans-serif;color:#777;text-align:center';

/** Adds an unsubscribe link to mail to many people when the template has none. */
export function withUnsubscribeLink({ subject, html, text }: Message, url: string): Message {
  return {
    subject,
    html:
      html === null || html.includes(url)
        ? html
        : beforeBodyEnd(html, `<p style="${style}"><a href="${url}">Unsubscribe</a></p>`),
    text: text === null || text.includes(url) ? text : `${text.trimEnd()}\n\nUnsubscribe: ${url}\n`,
  };
}

function beforeBodyEnd(html: string, addition: string): string {
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? html + addition : html.slice(0, end) + addition + html.slice(end);
}
