import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlignLeft, IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EmailMessage } from '../inbox-api.ts';
import { LinkedText } from './linked-text.tsx';
import { MessageFiles } from './message-files.tsx';
import { MessageFrame } from './message-frame.tsx';

interface MessageBodyProps {
  readonly message: EmailMessage;
  /** True when images of other servers are shown. */
  readonly remote: boolean;
  readonly onRemote: () => void;
}

/** The content of a message with its files. Quoted text is folded. */
export function MessageBody({ message, remote, onRemote }: MessageBodyProps) {
  const { t } = useTranslation('inbox');
  const [quoted, setQuoted] = useState(false);
  const { html, text, quotedHtml, quotedText, hasRemoteContent, simplified, attachments, subject } = message;
  // Only the displayed form counts, because the plain text may fold a quotation that the HTML displays.
  const isFolded = html ? quotedHtml : quotedText;
  return (
    <>
      {hasRemoteContent && !remote && (
        <Alert variant="light" color="gray" p="xs" mb="xs" icon={<IconPhotoOff size={16} />}>
          <Group justify="space-between" gap="xs">
            <Text size="xs">{t('remote.text')}</Text>
            <Button size="compact-xs" variant="default" onClick={onRemote}>
              {t('remote.show')}
            </Button>
          </Group>
        </Alert>
      )}
      {simplified && (
        <Alert variant="light" color="gray" p="xs" mb="xs" icon={<IconAlignLeft size={16} />}>
          <Text size="xs">{t('simplified')}</Text>
        </Alert>
      )}
      {html ? (
        <MessageFrame html={html} title={subject || t('noSubject')} remote={remote} />
      ) : (
        <LinkedText text={text || t('noContent')} />
      )}
      {isFolded && (
        <>
          <Anchor
            component="button"
            type="button"
            size="xs"
            mt={4}
            aria-expanded={quoted}
            onClick={() => setQuoted(!quoted)}
          >
            {t(quoted ? 'quoted.hide' : 'quoted.show')}
          </Anchor>
          {quoted && quotedHtml && <MessageFrame html={quotedHtml} title={t('quoted.title')} remote={remote} />}
          {quoted && !quotedHtml && quotedText && <LinkedText text={quotedText} />}
        </>
      )}
      <MessageFiles files={attachments} />
    </>
  );
}
