import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsSort, IconLayoutSidebarLeftCollapse } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './board.module.css';
import { ColumnMark } from './column-mark.tsx';
import type { BoardColumn } from './columns.ts';
import { sumText, type Total } from './totals.ts';

interface ColumnHeadProps {
  readonly column: BoardColumn;
  readonly total: Total | undefined;
  readonly onCollapse: () => void;
  /** Restores the order of the sort; undefined when no card was positioned manually. */
  readonly onResetOrder?: (() => void) | undefined;
}

export function ColumnHead({ column, total, onCollapse, onResetOrder }: ColumnHeadProps) {
  const { t, i18n } = useTranslation('board');
  const count = total?.count ?? 0;
  const sums = [...(total?.sums ?? [])].map(([currency, amount]) => sumText(amount, currency, i18n.language));
  return (
    <header className={classes.head}>
      <div className={classes.headLine}>
        <ColumnMark column={column} />
        <h2 className={classes.headLabel} title={column.label}>
          {column.label}
        </h2>
        <span className={classes.count} title={t('count', { count })}>
          {new Intl.NumberFormat(i18n.language).format(count)}
        </span>
        <span className={classes.headActions}>
          {onResetOrder && (
            <Tooltip label={t('resetOrder')}>
              <ActionIcon variant="subtle" color="gray" size="sm" onClick={onResetOrder} aria-label={t('resetOrder')}>
                <IconArrowsSort size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={t('collapse')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              onClick={onCollapse}
              aria-label={t('collapseColumn', { column: column.label })}
            >
              <IconLayoutSidebarLeftCollapse size={16} />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
      {sums.length > 0 && <div className={classes.sums}>{sums.join(' + ')}</div>}
    </header>
  );
}
