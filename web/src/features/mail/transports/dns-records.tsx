import { ActionIcon, Alert, Badge, Button, Code, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Section } from '~/ui/section.tsx';
import { type DnsRecord, mailApi, mailKeys } from '../mail-api.ts';
import classes from './transports.module.css';

/** The DNS records that a transport needs, and whether they are set. */
export function DnsRecords({ transport }: { readonly transport: RecordData }) {
  const { t } = useTranslation('mail');
  const hasDomain = Boolean(transport.fromEmail || transport.dkimDomain);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: mailKeys.dns(transport._id),
    queryFn: ({ signal }) => mailApi.dns(transport._id, signal),
    enabled: hasDomain,
  });
  return (
    <Section
      title={t('dns.title')}
      text={data ? t('dns.text', { domain: data.domain }) : undefined}
      actions={
        hasDomain && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={isFetching}
            onClick={() => refetch()}
          >
            {t('dns.check')}
          </Button>
        )
      }
    >
      {!hasDomain ? (
        <Text size="sm" c="dimmed">
          {t('dns.noDomain')}
        </Text>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data ? (
        <Stack gap="md">
          {data.records.map((record) => (
            <RecordView key={`${record.type} ${record.name} ${record.purpose}`} record={record} />
          ))}
        </Stack>
      ) : (
        <PageLoading />
      )}
    </Section>
  );
}

function RecordView({ record }: { readonly record: DnsRecord }) {
  const { t } = useTranslation('mail');
  const { type, name, value, purpose, found, ok, error } = record;
  return (
    <div className={classes.record}>
      <Group gap="xs" mb={4}>
        <Badge
          variant="light"
          color={ok ? 'teal' : error === undefined ? 'orange' : 'gray'}
          size="sm"
          radius="sm"
          tt="none"
          c="var(--mantine-color-text)"
        >
          {t(ok ? 'dns.ok' : error !== undefined ? 'dns.unknown' : found.length > 0 ? 'dns.wrong' : 'dns.missing')}
        </Badge>
        <Text size="xs" c="dimmed">
          {type}
        </Text>
      </Group>
      <Text size="sm" mb="xs">
        {purpose}
      </Text>
      <Copyable label={t('dns.name')} text={name} />
      <Copyable label={t('dns.value')} text={value} />
      {!ok && found.length > 0 && (
        <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {t('dns.found', { values: found.join(' | ') })}
        </Text>
      )}
      {error !== undefined && (
        <Alert color="orange" variant="light" mt="xs" p="xs">
          {error}
        </Alert>
      )}
    </div>
  );
}

function Copyable({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation('mail');
  return (
    <div className={classes.copyable}>
      <Text size="xs" c="dimmed" w={44} component="span">
        {label}
      </Text>
      <Code className={classes.code}>{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('copied') : t('copy')}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'teal' : 'gray'}
              aria-label={`${t('copy')}: ${label}`}
              onClick={copy}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
