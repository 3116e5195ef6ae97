import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleNonce } from '~/lib/nonce.ts';
import { frameDocument } from '~/views/mail/frame-document.ts';
import classes from '~/views/parts/parts.module.css';

interface MailFrameProps {
  readonly html: string;
  readonly title: string;
  readonly height: number | string;
  /** True for thumbnails, which take no focus and no clicks. */
  readonly decorative?: boolean;
}

/** True when the mail contains images of other servers. The policy of the frame decides whether they are loaded. */
const namesRemote = (html: string): boolean =>
  /(?:\bsrc(?:set)?\s*=|\bbackground\s*=|url\()\s*["']?(?:https?:)?\/\//i.test(html);

/**
 * Shows the HTML of a mail. Its scripts do not run, and its links do not work. Images of other servers are loaded only
 * on request, because their addresses could reveal who views the mail, and its content.
 */
export function MailFrame({ html, title, height, decorative = false }: MailFrameProps) {
  const { t } = useTranslation('mail');
  const [remote, setRemote] = useState(false);
  const source = useMemo(() => {
    const pictures = `img-src data: blob: ${location.origin}${remote ? ' https:' : ''}`;
    const policy = `default-src 'none'; style-src 'nonce-${styleNonce}'; ${pictures}; form-action 'none'`;
    return frameDocument(html, styleNonce, { policy, remote });
  }, [html, remote]);
  const asks = !decorative && !remote && namesRemote(html);
  return (
    <div className={classes.mail} style={{ height }}>
      {asks && (
        <Group className={classes.mailNote} gap="xs" wrap="nowrap" justify="space-between">
          <Text size="xs">{t('pictures.text')}</Text>
          <Button size="compact-xs" variant="default" onClick={() => setRemote(true)}>
            {t('pictures.show')}
          </Button>
        </Group>
      )}
      <iframe
        className={classes.frame}
        sandbox=""
        srcDoc={source}
        title={title}
        referrerPolicy="no-referrer"
        {...(decorative && { tabIndex: -1, 'aria-hidden': true })}
      />
    </div>
  );
}
