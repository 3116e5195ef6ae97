import { Button, Group, List, Text, TextInput, ThemeIcon } from '@mantine/core';
import { IconCheck, IconPlugConnected, IconSend, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useMe } from '~/metadata/access.ts';
import { errorText } from '~/ui/error-text.ts';
import { Section } from '~/ui/section.tsx';
import { isAddress } from '~/views/mail/read-addresses.ts';
import { useFormat } from '~/views/parts/format.ts';
import { mailApi, paths } from '../mail-api.ts';

interface LogEntry {
  readonly at: string;
  readonly to: string | undefined;
  readonly ok: boolean;
  readonly message: string;
  readonly durationMs?: number;
}

/** Connects to the mail server or sends a test mail, and keeps a log of the tests while the page is open. */
export function TransportTestPanel({ transport }: { readonly transport: RecordData }) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const refresh = useRefresh(paths.transports);
  const { user } = useMe();
  const [to, setTo] = useState(user.email);
  const [log, setLog] = useState<readonly LogEntry[]>([]);
  const test = useMutation({
    mutationFn: (address: string | undefined) => mailApi.testTransport(transport._id, address),
    onSuccess: (result, address) => note({ ...result, to: address }),
    onError: (error, address) => note({ ok: false, message: errorText(error, t), to: address }),
    onSettled: refresh,
  });
  const note = (entry: Omit<LogEntry, 'at'>) => setLog((old) => [{ ...entry, at: new Date().toISOString() }, ...old]);
  const isRunning = (kind: 'connection' | 'mail') =>
    test.isPending && (kind === 'mail') === (test.variables !== undefined);
  return (
    <Section title={t('test.title')} text={t('test.text')}>
      <Group gap="sm" align="flex-end">
        <Button
          size="sm"
          variant="default"
          leftSection={<IconPlugConnected size={16} />}
          loading={isRunning('connection')}
          disabled={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          {t('test.connection')}
        </Button>
        <TextInput
          type="email"
          label={t('test.to')}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value.trim())}
          w={{ base: '100%', xs: 260 }}
        />
        <Button
          size="sm"
          variant="default"
          leftSection={<IconSend size={16} />}
          loading={isRunning('mail')}
          disabled={test.isPending || !isAddress(to)}
          onClick={() => test.mutate(to)}
        >
          {t('test.send')}
        </Button>
      </Group>
      {log.length > 0 && (
        <List spacing="xs" mt="md" size="sm" aria-label={t('test.log')} aria-live="polite">
          {log.map((entry) => (
            <List.Item
              key={entry.at}
              icon={
                <ThemeIcon size={20} radius="xl" color={entry.ok ? 'teal' : 'red'} variant="light">
                  {entry.ok ? <IconCheck size={12} /> : <IconX size={12} />}
                </ThemeIcon>
              }
            >
              <Text size="sm">
                {t(entry.ok ? 'test.ok' : 'test.failed')}: {entry.message}
              </Text>
              <Text size="xs" c="dimmed" className="tabular">
                {[
                  format.exactTime(entry.at),
                  entry.to === undefined ? t('test.connection') : t('test.mailTo', { email: entry.to }),
                  entry.durationMs !== undefined && `${format.number(entry.durationMs)} ms`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}
