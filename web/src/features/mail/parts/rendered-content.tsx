import { Alert, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import classes from '~/views/parts/parts.module.css';
import { mailApi, mailKeys } from '../mail-api.ts';
import { MailFrame } from './mail-frame.tsx';
import { PlainText } from './plain-text.tsx';

interface RenderedContentProps {
  /** A record of emailSnapshots: the content of a batch at the time it started. */
  readonly mailing: RecordData;
  /** The contact for whom the content is rendered. */
  readonly contactId?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The content that all mails of a batch share, rendered for one recipient or without one. */
export function RenderedContent({ mailing, contactId, variables }: RenderedContentProps) {
  const { t } = useTranslation('mail');
  const mayRender = useCan().scope('communications:write');
  const { templateId, subject, html, text, format, previewText } = mailing;
  const input = {
    draft: { subject, html, text, format, previewText },
    variables: { ...(mailing.variables as object | null), ...variables },
    contactId,
  };
  const canRender = mayRender && typeof templateId === 'string';
  const { data, error, refetch } = useQuery({
    queryKey: mailKeys.preview(String(templateId), input),
    queryFn: ({ signal }) => mailApi.preview(String(templateId), input, signal),
    enabled: canRender,
    retry: false,
  });
  if (!canRender) return <Source mailing={mailing} />;
  if (error)
    return (
      <Stack gap="sm">
        <ErrorState error={error} onRetry={() => refetch()} />
        <Source mailing={mailing} />
      </Stack>
    );
  if (!data) return <PageLoading />;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {data.subject}
      </Text>
      {data.html === null ? (
        <PlainText text={data.text} />
      ) : (
        <div className={classes.framed}>
          <MailFrame html={data.html} title={data.subject} height={640} />
        </div>
      )}
      <Text size="xs" c="dimmed">
        {t('content.rendered')}
      </Text>
    </Stack>
  );
}

/** The source of the mailing, with its variables. MJML is shown as text. */
function Source({ mailing: { html, text, subject, format } }: { readonly mailing: RecordData }) {
  const { t } = useTranslation('mail');
  const isHtml = typeof html === 'string' && html !== '' && format !== 'mjml';
  return (
    <Stack gap="sm">
      <Alert variant="light" color="gray" icon={<IconInfoCircle size={18} />}>
        {t('content.source')}
      </Alert>
      {isHtml ? (
        <div className={classes.framed}>
          <MailFrame html={html} title={String(subject ?? '')} height={640} />
        </div>
      ) : (
        <PlainText text={String(html || text || t('mail.noContent'))} />
      )}
    </Stack>
  );
}
