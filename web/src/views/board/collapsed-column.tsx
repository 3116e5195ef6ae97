import { useDroppable } from '@dnd-kit/core';
import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './board.module.css';
import { useBoard } from './board-context.ts';
import { ColumnMark } from './column-mark.tsx';
import type { BoardColumn } from './columns.ts';

interface CollapsedColumnProps {
  readonly column: BoardColumn;
  readonly count: number;
  readonly onExpand: () => void;
}

/** A collapsed column, shown as a narrow strip. Cards can be dropped on it. */
export function CollapsedColumn({ column, count, onExpand }: CollapsedColumnProps) {
  const { t } = useTranslation('board');
  const { drag } = useBoard();
  const { setNodeRef } = useDroppable({ id: `column:${column.key}`, data: { column: column.key } });
  return (
    <section
      ref={setNodeRef}
      className={classes.collapsed}
      data-over={drag?.slot.column === column.key || undefined}
      aria-label={column.label}
    >
      <UnstyledButton
        className={classes.expand}
        onClick={onExpand}
        aria-expanded={false}
        title={t('expandColumn', { column: column.label, count })}
      >
        <ColumnMark column={column} />
        <span className={classes.count}>{count}</span>
        <span className={classes.vertical}>{column.label}</span>
      </UnstyledButton>
    </section>
  );
}
