import { IconArchive, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './board.module.css';
import type { BoardColumn } from './columns.ts';

const icons = { won: IconCircleCheck, lost: IconCircleX, closed: IconArchive };

/** The colour of a column, or an icon that marks its cards as done. */
export function ColumnMark({ column }: { readonly column: BoardColumn }) {
  const { t } = useTranslation('board');
  if (column.outcome === 'open')
    return (
      <span
        className={classes.dot}
        data-empty={column.value === null || undefined}
        style={column.color === undefined ? undefined : { background: column.color }}
        aria-hidden
      />
    );
  const Icon = icons[column.outcome];
  return (
    <Icon
      size={16}
      className={classes.outcome}
      data-outcome={column.outcome}
      aria-label={t(`outcome.${column.outcome}`)}
      role="img"
    />
  );
}
