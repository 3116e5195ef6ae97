import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { shades } from '~/ui/charts/series.ts';
import { Swatch } from '~/ui/charts/swatch.tsx';
import { FigureValue, formatShare, useAmount } from './figures.tsx';
import classes from './forecast.module.css';
import { type Category, categories, type ForecastRow, type Scope } from './forecast.ts';

/** Neighbouring colours differ in lightness too. All have a contrast of 3:1 with the surface. */
const colors: Readonly<Record<Category, string>> = {
  closed: shades('teal', 8, 5),
  commit: shades('accent', 8, 4),
  bestCase: shades('orange', 8, 6),
  pipeline: shades('gray', 6, 5),
};

interface SummaryProps {
  readonly total: ForecastRow;
  readonly scope: Scope;
  readonly currency: string;
}

/** All deals of the period as one bar, against the target. */
export function Summary({ total, scope, currency }: SummaryProps) {
  const { t, i18n } = useTranslation('forecast');
  const amount = useAmount(currency);
  const { target, attainment } = total;
  return (
    <section className={classes.summary} aria-label={t('summary')}>
      <div className={classes.headline}>
        <Text span fz={22} lh={1.3} fw={600} className="tabular">
          {amount(total.closed)}
        </Text>
        <Text span size="sm" c="dimmed">
          {target === null
            ? t('closedOfNothing')
            : t('closedOf', { target: amount(target), share: formatShare(attainment ?? 0, i18n.language) })}
        </Text>
        {target === null && (
          <Anchor component={Link} to="/m/sales/salesTargets" size="sm">
            {t('setTargets')}
          </Anchor>
        )}
      </div>
      <Bar total={total} amount={amount} />
      <ul className={classes.legend}>
        {categories.map((category) => (
          <li key={category} className={classes.part} title={t(`help.${category}`)}>
            <Swatch color={colors[category]} />
            {t(`figure.${category}`)}
            <span className="tabular">
              <FigureValue figure={category} row={total} scope={scope} currency={currency} owners={{}} />
            </span>
          </li>
        ))}
        {target !== null && (
          <li className={classes.part}>
            <span className={classes.mark} aria-hidden />
            {t('figure.target')}
            <span className="tabular">{amount(target)}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

interface BarProps {
  readonly total: ForecastRow;
  readonly amount: (value: number) => string;
}

/** The legend below the bar has the same amounts as text, so the bar is one picture. */
function Bar({ total, amount }: BarProps) {
  const { t } = useTranslation('forecast');
  const parts = categories.map((category) => ({ category, value: Math.max(0, total[category]) }));
  const sum = parts.reduce((all, { value }) => all + value, 0);
  const whole = Math.max(sum, total.target ?? 0) || 1;
  const percent = (value: number) => `${(value / whole) * 100}%`;
  const names = categories.map((category) => `${t(`figure.${category}`)}: ${amount(total[category])}`);
  return (
    <div className={classes.bar} role="img" aria-label={names.join(', ')}>
      {parts.map(
        ({ category, value }) =>
          value > 0 && (
            <span
              key={category}
              className={classes.segment}
              style={{ inlineSize: percent(value), background: colors[category] }}
            />
          ),
      )}
      {total.target !== null && total.target > 0 && (
        <span className={classes.target} style={{ insetInlineStart: percent(total.target) }} />
      )}
    </div>
  );
}
