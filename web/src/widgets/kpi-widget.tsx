import { Group, Text, Tooltip } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from './format.ts';
import { RecordsLink } from './records-link.tsx';
import type { WidgetData } from './widget.ts';
import styles from './widgets.module.css';

/** One number, and its change since the previous period. */
export function KpiWidget({ data }: { readonly data: WidgetData }) {
  const format = useFormat(data.unit?.currency);
  const exact = format.value(data.value);
  const short = format.short(data.value);
  return (
    <div className={styles.kpi}>
      <Tooltip label={exact} disabled={exact === short}>
        <RecordsLink data={data} filter={data.filter} className={styles.number}>
          {short}
        </RecordsLink>
      </Tooltip>
      <Change data={data} />
    </div>
  );
}

function Change({ data }: { readonly data: WidgetData }) {
  const { t } = useTranslation('dashboards');
  const format = useFormat(data.unit?.previousCurrency);
  const { change, previous, period, comparedWith = 'wholePeriod' } = data;
  if (period === 'all' || period === undefined)
    return (
      <Text size="xs" c="dimmed">
        {t('period.all')}
      </Text>
    );
  if (change === null)
    return (
      <Text size="xs" c="dimmed">
        {previous === 0 ? t(`nothingBefore.${comparedWith}`) : t(`period.${period}`)}
      </Text>
    );
  const Icon = change > 0 ? IconArrowUpRight : change < 0 ? IconArrowDownRight : IconArrowRight;
  return (
    <Tooltip label={t(`compared.${comparedWith}`)}>
      <Group gap={4} wrap="nowrap">
        <Group gap={2} wrap="nowrap" className={styles.change} data-direction={Math.sign(change)}>
          <Icon size={16} stroke={2} aria-hidden />
          <Text size="xs" fw={600} className="tabular">
            {format.change(change)}
          </Text>
        </Group>
        <Text size="xs" c="dimmed" truncate>
          {t(`before.${comparedWith}.${period}`, { value: format.short(previous) })}
        </Text>
      </Group>
    </Tooltip>
  );
}
