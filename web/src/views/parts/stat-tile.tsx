import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from './format.ts';
import classes from './parts.module.css';

interface StatTileProps {
  readonly label: string;
  readonly value: number;
  /** A share of a whole, shown below the number. */
  readonly rate?: { readonly value: number; readonly label: string } | undefined;
  /** The number of the previous period. */
  readonly before?: number | undefined;
  /** True when an increase is bad. */
  readonly unwanted?: boolean;
}

/** A number with its rate and its change since the previous period. */
export function StatTile({ label, value, rate, before, unwanted = false }: StatTileProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const change = before === undefined || before === 0 ? undefined : (value - before) / before;
  const isGood = change !== undefined && change > 0 !== unwanted;
  return (
    <div className={classes.panel}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Group gap="xs" align="baseline" mt={2}>
        <Text fz={22} lh={1.3} fw={600} className="tabular">
          {format.number(value)}
        </Text>
        {change !== undefined && change !== 0 && (
          <Text size="xs" className={isGood ? classes.good : classes.bad} title={t('before')}>
            {change > 0 ? '+' : '−'}
            {format.rate(Math.abs(change))}
          </Text>
        )}
      </Group>
      {rate && (
        <Text size="xs" c="dimmed" className="tabular">
          {format.rate(rate.value)} {rate.label}
        </Text>
      )}
    </div>
  );
}
