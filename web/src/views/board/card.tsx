import { useDraggable } from '@dnd-kit/core';
import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, memo } from 'react';
import type { Included, RecordData } from '~/api/records.ts';
import { FieldDisplay } from '~/fields/kinds.ts';
import { isEmpty } from '~/fields/values.ts';
import { type Field, type Model, recordPath } from '~/metadata/model.ts';
import { titleOf } from '~/metadata/registry.ts';
import classes from './board.module.css';
import { useBoard } from './board-context.ts';
import { CardMenu } from './card-menu.tsx';
import { sumField } from './columns.ts';

interface CardProps {
  readonly record: RecordData;
  readonly included: Included;
  readonly column: string;
}

/** A card that is moved by mouse, touch, keyboard or its menu. */
export function Card({ record, included, column }: CardProps) {
  const { model, shown, canMove, isWritable, drag, onOpen, onCardKey, onCardBlur } = useBoard();
  // If cards cannot change columns, dragging only changes the person's own order, which needs no permission.
  const disabled = canMove && !isWritable(record);
  const { setNodeRef, listeners } = useDraggable({ id: record._id, data: { column }, disabled });
  const isPlainClick = (event: MouseEvent) =>
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the title is a link with the same effect.
    <li
      ref={setNodeRef}
      className={classes.card}
      data-card={record._id}
      data-fixed={disabled || undefined}
      data-dragged={drag?.id === record._id || undefined}
      {...listeners}
      onClick={(event) => {
        if (event.defaultPrevented || !isPlainClick(event)) return;
        onOpen(record);
      }}
    >
      <div className={classes.cardHead}>
        <Link
          to={recordPath(model, record._id)}
          className={classes.cardTitle}
          draggable={false}
          data-card-link={record._id}
          aria-describedby="board-help"
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            event.stopPropagation();
            onOpen(record);
          }}
          onKeyDown={(event) => onCardKey(event, record._id, column)}
          onBlur={onCardBlur}
        >
          {titleOf(model, record)}
        </Link>
        <CardMenu record={record} column={column} />
      </div>
      <CardFields model={model} shown={shown} record={record} included={included} />
    </li>
  );
}

interface CardFieldsProps {
  readonly model: Model;
  readonly shown: readonly Field[];
  readonly record: RecordData;
  readonly included: Included;
}

/** Types whose values are short enough to share a line. */
const shortTypes: ReadonlySet<string> = new Set(['number', 'integer', 'date', 'datetime', 'choice', 'boolean']);

const CardFields = memo(({ model, shown, record, included }: CardFieldsProps) => {
  const filled = shown.filter(({ key }) => !isEmpty(record[key]));
  if (filled.length === 0) return null;
  const sum = sumField(model)?.key;
  const show = (field: Field) => (
    <div key={field.key} className={classes.cardField} data-sum={field.key === sum || undefined} title={field.label}>
      <VisuallyHidden>{field.label}: </VisuallyHidden>
      <FieldDisplay field={field} value={record[field.key]} record={record} included={included} compact />
    </div>
  );
  const short = filled.filter(({ type }) => shortTypes.has(type));
  return (
    <div className={classes.cardFields}>
      {filled.filter(({ type }) => !shortTypes.has(type)).map(show)}
      {short.length > 0 && <div className={classes.cardShort}>{short.map(show)}</div>}
    </div>
  );
});

/** The copy of a card under the pointer during a drag. */
export function DraggedCard({ model, shown, record, included }: CardFieldsProps) {
  return (
    <div className={classes.card} data-overlay>
      <div className={classes.cardHead}>
        <span className={classes.cardTitle}>{titleOf(model, record)}</span>
      </div>
      <CardFields model={model} shown={shown} record={record} included={included} />
    </div>
  );
}
