import type { DisplayProps } from '../kind.ts';
import { LinkDisplay } from '../link.tsx';
import { asText } from '../values.ts';

/** Only web addresses become links, because other protocols could run scripts. A path on this server is a download. */
function safeHref(text: string): string | undefined {
  if (/^\/(?!\/)/.test(text)) return text;
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined;
}

export function UrlDisplay(props: DisplayProps) {
  const address = asText(props.value);
  return (
    <LinkDisplay {...props} href={safeHref(address)}>
      {address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')}
    </LinkDisplay>
  );
}
