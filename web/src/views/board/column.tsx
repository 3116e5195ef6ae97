import { useDroppable } from '@dnd-kit/core';
import { Loader, Skeleton, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { Fragment, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListInput } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { useScrollPlace } from '../scroll-place.ts';
import classes from './board.module.css';
import { useBoard } from './board-context.ts';
import { Card } from './card.tsx';
import { ColumnHead } from './column-head.tsx';
import type { BoardColumn } from './columns.ts';
import { QuickAdd } from './quick-add.tsx';
import type { Total } from './totals.ts';
import { useCards } from './use-cards.ts';

interface ColumnProps {
  readonly column: BoardColumn;
  readonly input: ListInput;
  readonly order: readonly string[];
  readonly total: Total | undefined;
  readonly onCollapse: () => void;
  readonly onResetOrder: () => void;
  /** The values that put a new record into the column. */
  readonly initial: Readonly<Record<string, unknown>>;
  /** Opens the form for a new record; undefined when the person may not create records. */
  readonly onForm?: ((values: Readonly<Record<string, unknown>>) => void) | undefined;
}

export function Column(props: ColumnProps) {
  const { column, input, order, total, initial, onForm, onCollapse, onResetOrder } = props;
  const { t } = useTranslation('board');
  const { model, drag, setShown } = useBoard();
  const { setNodeRef } = useDroppable({ id: `column:${column.key}`, data: { column: column.key } });
  const { pages, cards, included } = useCards(model, input, order, true);
  useEffect(() => setShown(column.key, { cards, included }), [column.key, cards, included, setShown]);

  const scroller = useRef<HTMLUListElement>(null);
  useScrollPlace(scroller, `column ${column.key}`, cards.length > 0);
  const { ref: end, entry } = useIntersection({ root: scroller.current, rootMargin: '300px' });
  const { hasNextPage, isFetching, fetchNextPage } = pages;
  const isEndNear = entry?.isIntersecting === true;
  useEffect(() => {
    if (isEndNear && hasNextPage && !isFetching) void fetchNextPage();
  }, [isEndNear, hasNextPage, isFetching, fetchNextPage]);

  const slot = drag?.slot.column === column.key ? drag.slot.index : undefined;
  let index = 0;
  return (
    <section
      ref={setNodeRef}
      className={classes.column}
      data-over={slot !== undefined || undefined}
      aria-label={column.label}
    >
      <ColumnHead
        column={column}
        total={total}
        onCollapse={onCollapse}
        onResetOrder={order.length > 0 ? onResetOrder : undefined}
      />
      <ul className={classes.cards} ref={scroller} data-column={column.key}>
        {cards.map((record) => {
          const isDragged = record._id === drag?.id;
          const line = !isDragged && slot === index && <li className={classes.line} data-drop-line aria-hidden />;
          if (!isDragged) index += 1;
          return (
            <Fragment key={record._id}>
              {line}
              <Card record={record} included={included} column={column.key} />
            </Fragment>
          );
        })}
        {slot !== undefined && slot >= index && <li className={classes.line} data-drop-line aria-hidden />}
        {pages.isPending &&
          [96, 72, 120].map((height) => (
            <li key={height}>
              <Skeleton h={height} mb={8} />
            </li>
          ))}
        {pages.isError && (
          <li>
            <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
          </li>
        )}
        {pages.isSuccess && cards.length === 0 && slot === undefined && (
          <Text component="li" size="xs" c="dimmed" ta="center" py="md">
            {t('emptyColumn')}
          </Text>
        )}
        {hasNextPage && (
          <li ref={end} className={classes.end} aria-busy="true">
            <Loader size="xs" />
          </li>
        )}
      </ul>
      {onForm && <QuickAdd model={model} column={column.label} initial={initial} onForm={onForm} />}
    </section>
  );
}
