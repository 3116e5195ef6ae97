import { ActionIcon, Group, Skeleton, Text, Title, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import { labelled } from './labelled.ts';
import { useUnit } from './use-unit.ts';
import type { Widget, WidgetData } from './widget.ts';
import { WidgetContent } from './widget-content.tsx';
import styles from './widgets.module.css';

interface WidgetCardProps {
  readonly widget: Widget;
  /** Undefined while the data loads. */
  readonly data: WidgetData | undefined;
  /** Controls of the editor, before and after the title. */
  readonly handle?: ReactNode;
  readonly actions?: ReactNode;
}

/** The frame of a widget: its title, its period, its content. */
export function WidgetCard({ widget, data: answer, handle, actions }: WidgetCardProps) {
  const { t } = useTranslation('dashboards');
  const registry = useRegistry();
  const { unit, isPending } = useUnit(answer);
  const labels = useMemo(() => answer && labelled(registry, widget, answer), [registry, widget, answer]);
  const data = useMemo(() => (isPending ? undefined : labels && { ...labels, unit }), [labels, unit, isPending]);
  const [asNumbers, setAsNumbers] = useState(false);
  const title = labels?.title || widget.title || '';
  const hasNumbers = widget.type === 'chart' && (data?.series.length ?? 0) > 0;
  const period = labels?.period;
  return (
    <section className={styles.card} aria-label={title || t(`type.${widget.type}`, { defaultValue: widget.type })}>
      {(title !== '' || handle !== undefined) && (
        <Group gap={6} wrap="nowrap" className={styles.head}>
          {handle}
          <Title order={2} fz="sm" fw={600} className={styles.title} title={title}>
            {title}
          </Title>
          {widget.type !== 'kpi' && period !== undefined && period !== 'all' && (
            <Text size="xs" c="dimmed" className={styles.period}>
              {t(`period.${period}`)}
            </Text>
          )}
          {unit?.mixed && (
            <Text size="xs" c="dimmed" className={styles.period} title={t('mixedHelp')}>
              {t('mixed', { currencies: unit.mixed.join(' + ') })}
            </Text>
          )}
          {hasNumbers && actions === undefined && (
            <Tooltip label={t(asNumbers ? 'showChart' : 'showNumbers')}>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                className={styles.tool}
                aria-pressed={asNumbers}
                aria-label={t('showNumbersOf', { title })}
                onClick={() => setAsNumbers(!asNumbers)}
              >
                {asNumbers ? <IconChartBar size={15} /> : <IconTable size={15} />}
              </ActionIcon>
            </Tooltip>
          )}
          {actions}
        </Group>
      )}
      <div className={styles.body}>
        {data ? (
          <WidgetContent widget={widget} data={data} asNumbers={asNumbers} />
        ) : (
          <Skeleton h="100%" mih={24} aria-label={t('loading')} />
        )}
      </div>
    </section>
  );
}
