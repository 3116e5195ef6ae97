import { Group, Progress, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { Section } from '~/ui/section.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { paths } from '../mail-api.ts';

const dayMs = 24 * 3_600_000;

/** Shows whether a mail server works, and how much of its daily limit is used. */
export function TransportHealth({ transport }: { readonly transport: RecordData }) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const { status, statusReason, statusChangedAt, testedAt, warmUpDays, dailyLimit, createdAt } = transport;
  const today = new Date().toISOString().slice(0, 10);
  const input = { filter: { transportId: transport._id, sentAt: { gte: today } } };
  const { data } = useQuery({
    queryKey: keys.aggregate(paths.emails, input),
    queryFn: ({ signal }) => records.aggregate(paths.emails, input, signal),
  });
  const sentToday = data?.data[0]?.count ?? 0;
  const age = Math.floor((Date.now() - Date.parse(createdAt)) / dayMs);
  const isWarmingUp = typeof warmUpDays === 'number' && age < warmUpDays;
  return (
    <Section title={t('transports.health')}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        <div>
          <Text size="xs" c="dimmed">
            {t('status')}
          </Text>
          <Group gap="xs">
            <StatusBadge model="communications.emailTransports" value={status} />
            {typeof statusChangedAt === 'string' && (
              <Text size="xs" c="dimmed">
                {t('transports.sinceTime', { time: format.time(statusChangedAt) })}
              </Text>
            )}
          </Group>
          {typeof statusReason === 'string' && statusReason !== '' && <Text size="sm">{statusReason}</Text>}
        </div>
        <div>
          <Text size="xs" c="dimmed">
            {t('transports.tested')}
          </Text>
          <Text size="sm">{format.time(testedAt) || t('transports.never')}</Text>
        </div>
        <div>
          <Text size="xs" c="dimmed">
            {t('transports.today')}
          </Text>
          <Text size="sm" className="tabular">
            {typeof dailyLimit === 'number'
              ? t('transports.ofLimit', { sent: format.number(sentToday), limit: format.number(dailyLimit) })
              : format.number(sentToday)}
          </Text>
          {typeof dailyLimit === 'number' && (
            <Progress size="xs" mt={4} value={(sentToday / dailyLimit) * 100} aria-label={t('transports.today')} />
          )}
          {isWarmingUp && (
            <Text size="xs" c="dimmed" mt={4}>
              {t('transports.warmUp', { day: age + 1, days: warmUpDays })}
            </Text>
          )}
        </div>
      </SimpleGrid>
    </Section>
  );
}
