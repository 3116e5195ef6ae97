import { arrayMove, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconGripVertical, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type OtherLists, Sortable } from './sortable.tsx';
import classes from './sortable-list.module.css';
import { type ListItem, StaticRows } from './static-rows.tsx';

/** The id of the position after the last entry. */
export const landsAtEnd = 'end';

export interface SortableListProps {
  readonly label: string;
  readonly items: readonly ListItem[];
  readonly onOrder: (ids: string[]) => void;
  readonly onRemove?: ((id: string) => void) | undefined;
  /** True for people who may only read the list. */
  readonly disabled?: boolean;
  /** Callbacks of lists whose entries can be moved to another list. */
  readonly otherLists?: OtherLists | undefined;
  /** The entry before which an entry of another list would land, or `end` for the end. */
  readonly landing?: string | undefined;
}

/** The rows of a list that is sorted by mouse, touch, keyboard or buttons. */
export function SortableRows({ label, items, onOrder, onRemove, disabled, otherLists, landing }: SortableListProps) {
  const ids = items.map(({ id }) => id);
  if (disabled) return <StaticRows label={label} items={items} />;
  const move = (from: number, to: number) => onOrder(arrayMove(ids, from, to));
  return (
    <Sortable items={items} onOrder={onOrder} otherLists={otherLists}>
      <ul className={classes.list} aria-label={label} data-landing={landing === landsAtEnd || undefined}>
        {items.map((item, n) => (
          <Row
            key={item.id}
            item={item}
            isLanding={landing === item.id}
            onUp={n > 0 ? () => move(n, n - 1) : undefined}
            onDown={n < ids.length - 1 ? () => move(n, n + 1) : undefined}
            onRemove={onRemove && (() => onRemove(item.id))}
          />
        ))}
      </ul>
    </Sortable>
  );
}

interface RowProps {
  readonly item: ListItem;
  readonly isLanding: boolean;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

function Row({ item, isLanding, onUp, onDown, onRemove }: RowProps) {
  const { t } = useTranslation();
  const { id, label, content } = item;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const button = (name: string, icon: ReactNode, onClick: (() => void) | undefined) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={t(`sortable.${name}`, { label })}
      onClick={onClick}
      disabled={!onClick}
      className={classes.button}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-row={id}
      data-dragging={isDragging || undefined}
      data-landing={isLanding || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={t('sortable.handle', { label })}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
      <div className={classes.content}>{content}</div>
      {button('up', <IconChevronUp size={16} />, onUp)}
      {button('down', <IconChevronDown size={16} />, onDown)}
      {onRemove && button('remove', <IconX size={16} />, onRemove)}
    </li>
  );
}
