import { DndContext, DragOverlay } from '@dnd-kit/core';
import { Alert, VisuallyHidden } from '@mantine/core';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { type Field, modelName } from '~/metadata/model.ts';
import { titleOf } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { useScrollPlace } from '../scroll-place.ts';
import type { ViewProps } from '../view.ts';
import classes from './board.module.css';
import { BoardContext, type ShownCards } from './board-context.ts';
import { DraggedCard } from './card.tsx';
import { cardMover } from './card-mover.ts';
import { CollapsedColumn } from './collapsed-column.tsx';
import { Column } from './column.tsx';
import { type BoardColumn, cardFields } from './columns.ts';
import { useBoardSettings } from './use-board-settings.ts';
import { cardsInput } from './use-cards.ts';
import { totalsInput, useColumns } from './use-columns.ts';
import { columnUnderPointer, useDrag } from './use-drag.ts';
import { useMove } from './use-move.ts';
import { useOrders } from './use-orders.ts';

interface BoardProps extends ViewProps {
  readonly field: Field;
}

export function Board({ model, state, field, onOpen, onCreate }: BoardProps) {
  const { t } = useTranslation('board');
  const can = useCan();
  const { data, error, refetch } = useColumns(model, field, state);
  const settings = useBoardSettings(`${modelName(model)} ${field.key}`);
  const columns = data?.columns ?? [];
  const cardsShown = cardFields(model, state.columns, field.key);
  const inputOf = (column: BoardColumn) => cardsInput(model, field, state, column, cardsShown);
  const move = useMove({ model, field, totals: totalsInput(model, field, state), inputOf });

  const isSettable = can.write(model) && !field.readOnly && !field.computed;
  const canMove = isSettable && !field.createOnly;
  const isWritable = useCallback((record: RecordData) => can.writeRecord(model, record), [can, model]);
  const { orders, setOrders } = useOrders(settings, state.sort);

  const frame = useRef<HTMLDivElement>(null);
  useScrollPlace(frame, 'board', data !== undefined);
  const shown = useRef(new Map<string, ShownCards>());
  const setShown = useCallback((column: string, cards: ShownCards) => {
    shown.current.set(column, cards);
    return () => shown.current.delete(column);
  }, []);

  const moveTo = cardMover({ columns, shown, orders, setOrders, move });
  const { drag, announcement, sensors, onCardKey, onCardBlur, ...dragEvents } = useDrag({
    columns,
    shown,
    canMove,
    isWritable,
    titleOf: (record) => titleOf(model, record),
    onDrop: moveTo,
  });

  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageLoading />;

  const source = drag && !drag.byKeyboard ? shown.current.get(drag.from) : undefined;
  const dragged = source?.cards.find(({ _id }) => _id === drag?.id);

  return (
    <BoardContext
      value={{
        model,
        columns,
        shown: cardsShown,
        canMove,
        isWritable,
        drag,
        setShown,
        onOpen,
        onCardKey,
        onCardBlur,
        moveTo,
      }}
    >
      {data.limited && (
        <Alert variant="light" mx="md" mb="xs" p="xs">
          {t('limited', { count: columns.length, field: field.label })}
        </Alert>
      )}
      <VisuallyHidden id="board-help">{t(canMove ? 'help.move' : 'help.order')}</VisuallyHidden>
      <VisuallyHidden role="status" aria-live="assertive">
        {announcement}
      </VisuallyHidden>
      <DndContext
        sensors={sensors}
        collisionDetection={columnUnderPointer}
        accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
        {...dragEvents}
      >
        <div ref={frame} className={classes.board} data-dragging={drag !== undefined || undefined}>
          <BoardColumns
            field={field}
            columns={columns}
            data={data}
            settings={settings}
            inputOf={inputOf}
            orders={orders}
            setOrders={setOrders}
            onForm={isSettable ? onCreate : undefined}
          />
        </div>
        <DragOverlay dropAnimation={null}>
          {dragged && (
            <DraggedCard model={model} shown={cardsShown} record={dragged} included={source?.included ?? {}} />
          )}
        </DragOverlay>
      </DndContext>
    </BoardContext>
  );
}

interface BoardColumnsProps {
  readonly field: Field;
  readonly columns: readonly BoardColumn[];
  readonly data: NonNullable<ReturnType<typeof useColumns>['data']>;
  readonly settings: ReturnType<typeof useBoardSettings>;
  readonly inputOf: (column: BoardColumn) => ReturnType<typeof cardsInput>;
  readonly orders: ReturnType<typeof useOrders>['orders'];
  readonly setOrders: ReturnType<typeof useOrders>['setOrders'];
  /** Undefined when the person may not create cards. */
  readonly onForm: ViewProps['onCreate'] | undefined;
}

/** The columns of a board. Empty ones are collapsed, unless the person has opened them. */
function BoardColumns({ field, columns, data, settings, inputOf, orders, setOrders, onForm }: BoardColumnsProps) {
  const { memory, change } = settings;
  const { totals, emptyCollapsed } = data;
  const isCollapsed = ({ key, value }: BoardColumn) =>
    memory.collapsed[key] ?? ((emptyCollapsed || value === null) && (totals.get(key)?.count ?? 0) === 0);
  const setCollapsed = (column: BoardColumn, collapsed: boolean) =>
    change((former) => ({ ...former, collapsed: { ...former.collapsed, [column.key]: collapsed } }));
  return columns.map((column) =>
    isCollapsed(column) ? (
      <CollapsedColumn
        key={column.key}
        column={column}
        count={totals.get(column.key)?.count ?? 0}
        onExpand={() => setCollapsed(column, false)}
      />
    ) : (
      <Column
        key={column.key}
        column={column}
        input={inputOf(column)}
        order={orders[column.key] ?? none}
        total={totals.get(column.key)}
        onCollapse={() => setCollapsed(column, true)}
        onResetOrder={() => setOrders({ [column.key]: [] })}
        initial={column.value === null ? nothingGiven : { [field.key]: column.value }}
        onForm={onForm}
      />
    ),
  );
}

const none: readonly string[] = [];
const nothingGiven = {};

/** The board announces moves itself, including moves by keyboard, so dnd-kit announces nothing. */
const nothing = () => undefined;
const silent = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };
