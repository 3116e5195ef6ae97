import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOf } from '~/fields/kinds.ts';
import classes from './table.module.css';
import { TotalText } from './total-text.tsx';
import type { Totals } from './totals.ts';
import type { Column } from './use-column-prefs.ts';

interface TotalsRowProps {
  readonly columns: readonly Column[];
  readonly totals: Totals;
  readonly count: number;
  readonly line: number;
}

/** The totals of all matching records, below the table. */
export const TotalsRow = memo(function TotalsRow({ columns, totals, count, line }: TotalsRowProps) {
  const { t, i18n } = useTranslation('records');
  return (
    <tr aria-rowindex={line + 2} className={classes.totals}>
      <td className={`${classes.cell} ${classes.pinned}`} style={{ left: 0 }} />
      {columns.map(({ field, left, last }, n) => {
        const total = totals.get(field.key);
        const place = [left !== undefined && classes.pinned, last && classes.edge];
        const align = kindOf(field).align === 'right' && classes.right;
        return (
          <td key={field.key} className={[classes.cell, align, ...place].filter(Boolean).join(' ')} style={{ left }}>
            {total ? (
              <TotalText field={field} total={total} />
            ) : (
              n === 0 && t('total.count', { count, number: count.toLocaleString(i18n.language) })
            )}
          </td>
        );
      })}
      <td aria-hidden className={classes.cell} />
    </tr>
  );
});
