import { useMemo } from 'react';
import { styleNonce } from '~/lib/nonce.ts';
import { frameDocument } from '~/views/mail/frame-document.ts';
import classes from '~/views/parts/parts.module.css';

interface MailFrameProps {
  readonly html: string;
  readonly title: string;
  readonly height: number | string;
  /** A picture of the mail: it takes no focus and no clicks. */
  readonly decorative?: boolean;
}

/** Shows the HTML of a mail. Its scripts do not run, and its links do not work. */
export function MailFrame({ html, title, height, decorative = false }: MailFrameProps) {
  const source = useMemo(() => frameDocument(html, styleNonce), [html]);
  return (
    <iframe
      className={classes.frame}
      sandbox=""
      srcDoc={source}
      title={title}
      style={{ height }}
      referrerPolicy="no-referrer"
      {...(decorative && { tabIndex: -1, 'aria-hidden': true })}
    />
  );
}
