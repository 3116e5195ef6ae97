import { Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '~/views/parts/format.ts';
import classes from '~/views/parts/parts.module.css';
import { StatTile } from '~/views/parts/stat-tile.tsx';
import type { Batch } from '../mail-api.ts';
import { doneOf } from './use-batch.ts';
import type { Speed } from './use-speed.ts';

interface BatchCountsProps {
  readonly batch: Batch;
  readonly speed: Speed | undefined;
}

/** The progress and speed of a batch, and the delivery results of its mails. */
export function BatchCounts({ batch, speed }: BatchCountsProps) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const { accepted, sent, delivered, failed, bounced, skipped, duplicates } = batch;
  const done = doneOf(batch);
  const share = (count: number) => (accepted === 0 ? 0 : (count / accepted) * 100);
  const refused = bounced + failed;
  const good = Math.max(0, done - refused - skipped);
  return (
    <Stack gap="sm">
      <div className={classes.panel}>
        <Group justify="space-between" mb="xs" gap="xs">
          <Text size="sm" fw={500} className="tabular" aria-live="polite">
            {t('batch.done', { done: format.number(done), all: format.number(accepted) })}
          </Text>
          <Text size="xs" c="dimmed" className="tabular">
            {batch.status === 'sending' && speed
              ? `${t('batch.speed', { number: format.number(Math.round(speed.perSecond * 10) / 10) })}${
                  speed.secondsLeft === undefined
                    ? ''
                    : ` · ${t('batch.left', { time: format.duration(speed.secondsLeft) })}`
                }`
              : t(`batch.state.${batch.status}`, { time: format.time(batch.finishedAt ?? batch.startedAt) })}
          </Text>
        </Group>
        <Progress.Root size="lg" aria-label={t('batches.progress')}>
          <Progress.Section value={share(good)} color="accent" aria-label={t('counts.sent')} />
          <Progress.Section value={share(refused)} color="red" aria-label={t('batch.notDelivered')} />
          <Progress.Section value={share(skipped)} color="gray" aria-label={t('batch.skipped')} />
        </Progress.Root>
      </div>
      <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} spacing="sm">
        <StatTile label={t('batches.recipients')} value={accepted} />
        <StatTile label={t('counts.sent')} value={sent} />
        <StatTile label={t('counts.delivered')} value={delivered} />
        <StatTile label={t('counts.bounced')} value={bounced} unwanted />
        <StatTile label={t('counts.failed')} value={failed} unwanted />
        <StatTile label={t('batch.skipped')} value={skipped} />
        <StatTile label={t('batch.duplicates')} value={duplicates} />
      </SimpleGrid>
    </Stack>
  );
}
