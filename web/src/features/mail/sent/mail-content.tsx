import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import classes from '~/views/parts/parts.module.css';
import { paths } from '../mail-api.ts';
import { MailFrame } from '../parts/mail-frame.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { RenderedContent } from '../parts/rendered-content.tsx';

/** The content of a mail. A mail of a batch shares the content of the batch. */
export function MailContent({ mail }: { readonly mail: RecordData }) {
  const hasOwn = Boolean(mail.html || mail.text);
  if (!hasOwn && typeof mail.emailSnapshotId === 'string')
    return <BatchContent mail={mail} snapshotId={mail.emailSnapshotId} />;
  return <OwnContent mail={mail} />;
}

function BatchContent({ mail, snapshotId }: { readonly mail: RecordData; readonly snapshotId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.record(paths.snapshots, snapshotId),
    queryFn: ({ signal }) => records.get(paths.snapshots, snapshotId, [], signal),
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoading />;
  return (
    <RenderedContent
      mailing={data}
      contactId={typeof mail.contactId === 'string' ? mail.contactId : undefined}
      variables={mail.variables as Readonly<Record<string, unknown>> | null}
    />
  );
}

function OwnContent({ mail: { html, text, subject } }: { readonly mail: RecordData }) {
  const { t } = useTranslation('mail');
  const hasHtml = typeof html === 'string' && html !== '';
  const [shown, setShown] = useState<string>(hasHtml ? 'html' : 'text');
  return (
    <Stack gap="xs">
      {hasHtml && (
        <SegmentedControl
          size="xs"
          w="fit-content"
          aria-label={t('batch.content')}
          data={[
            { value: 'html', label: t('mail.html') },
            { value: 'text', label: t('mail.text') },
          ]}
          value={shown}
          onChange={setShown}
        />
      )}
      {shown === 'html' && hasHtml ? (
        <div className={classes.framed}>
          <MailFrame html={html} title={String(subject ?? '')} height={640} />
        </div>
      ) : (
        <PlainText text={String(text || t('mail.noContent'))} />
      )}
    </Stack>
  );
}
