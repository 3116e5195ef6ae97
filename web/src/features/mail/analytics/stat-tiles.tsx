import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatTile } from '~/views/parts/stat-tile.tsx';
import type { Analytics } from '../mail-api.ts';

interface StatTilesProps {
  readonly now: Analytics;
  readonly before?: Analytics | undefined;
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** The delivery results of a period, compared with the previous one. */
export function StatTiles({ now, before }: StatTilesProps) {
  const { t } = useTranslation('mail');
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
      <StatTile label={t('counts.sent')} value={now.sent} before={before?.sent} />
      <StatTile
        label={t('counts.delivered')}
        value={now.delivered}
        before={before?.delivered}
        rate={{ value: now.deliveryRate, label: t('stats.ofSent') }}
      />
      <StatTile
        label={t('counts.uniqueOpens')}
        value={now.uniqueOpens}
        before={before?.uniqueOpens}
        rate={{ value: now.openRate, label: t('stats.ofDelivered') }}
      />
      <StatTile
        label={t('counts.uniqueClicks')}
        value={now.uniqueClicks}
        before={before?.uniqueClicks}
        rate={{ value: now.clickRate, label: t('stats.ofDelivered') }}
      />
      <StatTile
        label={t('counts.bounced')}
        value={now.bounced}
        before={before?.bounced}
        rate={{ value: share(now.bounced, now.sent), label: t('stats.ofSent') }}
        unwanted
      />
      <StatTile
        label={t('counts.complained')}
        value={now.complained}
        before={before?.complained}
        rate={{ value: share(now.complained, now.sent), label: t('stats.ofSent') }}
        unwanted
      />
    </SimpleGrid>
  );
}
