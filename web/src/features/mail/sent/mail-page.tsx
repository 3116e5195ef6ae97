import { Alert, Anchor, Grid, Group, Stack, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { recordPath } from '~/metadata/model.ts';
import { titleOf, useRegistry } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import classes from '~/views/parts/parts.module.css';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { paths } from '../mail-api.ts';
import { ErrorCell } from '../parts/error-cell.tsx';
import { MailContent } from './mail-content.tsx';
import { MailEvents } from './mail-events.tsx';

const model = 'communications.emails';
const references = ['contactId', 'templateId', 'campaignId', 'communicationsCampaignId', 'emailListId', 'transportId'];

/** One mail: its recipients, its delivery result and its content. */
export function MailPage() {
  const { t } = useTranslation('mail');
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch, isPending } = useQuery({
    queryKey: [...keys.record(paths.emails, id), 'with references'],
    queryFn: ({ signal }) => records.get(paths.emails, id, references, signal),
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  return (
    <Page
      above={<BackLink to="/mail/sent" label={t('pages.sent')} />}
      title={
        <Group gap="xs" component="span">
          {String(data.subject || t('sent.noSubject'))}
          <StatusBadge model={model} value={data.status} />
        </Group>
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="md">
            {typeof data.error === 'string' && data.error !== '' && (
              <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t('mail.error')}>
                <ErrorCell error={data.error} />
              </Alert>
            )}
            <div className={classes.panel}>
              <Envelope mail={data} included={data.included ?? {}} />
            </div>
            <div className={classes.panel}>
              <Title order={2} fz="h3" mb="sm">
                {t('mail.history')}
              </Title>
              <MailEvents mail={data} />
            </div>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <MailContent mail={data} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

interface EnvelopeProps {
  readonly mail: RecordData;
  readonly included: Readonly<Record<string, RecordData>>;
}

function Envelope({ mail, included }: EnvelopeProps) {
  const { t } = useTranslation('mail');
  const registry = useRegistry();
  const emails = registry.find(model);
  const lines: [string, ReactNode][] = [];
  const from = [mail.fromName, mail.from && `<${mail.from}>`].filter(Boolean).join(' ');
  if (from !== '') lines.push([t('sent.from'), from]);
  for (const key of ['to', 'cc', 'bcc', 'replyTo'] as const) {
    const value = mail[key];
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
    if (text !== '') lines.push([t(`sent.${key}`), text]);
  }
  for (const key of references) {
    const field = emails && registry.field(emails, key);
    const target = field && registry.target(field);
    const record = included[String(mail[key])];
    if (!target || !record) continue;
    const link = (
      <Anchor component={Link} to={recordPath(target, record._id)} size="sm">
        {titleOf(target, record)}
      </Anchor>
    );
    lines.push([field.label, link]);
  }
  if (typeof mail.batchId === 'string')
    lines.push([
      t('mail.batch'),
      <Anchor key="batch" component={Link} to={`/mail/batches/${mail.batchId}`} size="sm">
        {t('recipients.open')}
      </Anchor>,
    ]);
  return (
    <dl className={classes.facts}>
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
