import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import { numberFormat } from '~/lib/intl.ts';
import { formatMoney } from '~/lib/money.ts';
import { modelPath } from '~/metadata/model.ts';
import classes from './forecast.module.css';
import { dealsFilter, type Figure, type ForecastRow, type Scope } from './forecast.ts';

const deals = modelPath({ moduleKey: 'sales', slug: 'opportunities' });

/** Amounts of a forecast are shown in whole units of its currency. */
export function useAmount(currency: string): (value: number) => string {
  const { language } = useTranslation().i18n;
  return (value) => formatMoney(value, currency, language, { whole: true });
}

interface FigureValueProps {
  readonly figure: Figure;
  readonly row: ForecastRow;
  readonly scope: Scope;
  readonly currency: string;
  /** The owners of the deals; undefined when no list can show them. */
  readonly owners: Filter | undefined;
}

/** A figure of a row, linked to the list of its deals. */
export function FigureValue({ figure, row, scope, currency, owners }: FigureValueProps) {
  const { language } = useTranslation().i18n;
  const amount = useAmount(currency);
  const value = row[figure];
  const text = figure === 'deals' ? numberFormat(language).format(value) : amount(value);
  if (value === 0)
    return (
      <Text span inherit c="dimmed">
        {text}
      </Text>
    );
  if (!owners) return text;
  return (
    <Anchor
      component={Link}
      inherit
      to={deals}
      search={
        { filter: dealsFilter(figure, scope, owners), sort: figure === 'deals' ? 'closeDate' : '-value' } as never
      }
    >
      {text}
    </Anchor>
  );
}

/** The target of a row, or a dash. */
export function TargetValue({ row, currency }: Pick<FigureValueProps, 'row' | 'currency'>) {
  const amount = useAmount(currency);
  if (row.target !== null) return amount(row.target);
  return (
    <Text span inherit c="dimmed">
      –
    </Text>
  );
}

/** The share of the target that is closed, as a bar and in per cent. */
export function Attainment({ row: { attainment } }: Pick<FigureValueProps, 'row'>) {
  const { language } = useTranslation().i18n;
  if (attainment === null)
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    );
  const share = Math.min(Math.max(attainment, 0), 1);
  return (
    <span className={classes.attainment}>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <span className={classes.percent}>{formatShare(attainment, language)}</span>
    </span>
  );
}

export const formatShare = (share: number, language: string): string =>
  numberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
