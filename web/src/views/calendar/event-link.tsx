import { useDraggable } from '@dnd-kit/core';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldDisplay } from '~/fields/kinds.ts';
import { isEmpty } from '~/fields/values.ts';
import classes from './calendar.module.css';
import { useCalendar } from './calendar-context.ts';
import type { CalendarEvent } from './events.ts';
import { timeOf } from './words.ts';

interface EventLinkProps {
  readonly event: CalendarEvent;
  /** The event is a line of a cell, a block on the hours grid, or a row of a list. */
  readonly form: 'line' | 'block' | 'row';
  /** The name of the list, so that an event in a cell and in the list of "more" have different ids. */
  readonly list?: string;
  readonly style?: CSSProperties;
}

export function EventLink({ event, form, list = '', style }: EventLinkProps) {
  const { i18n } = useTranslation();
  const { status, canMove: mayMove, target, pathOf, onOpen, onEventKey, onEventBlur } = useCalendar();
  const { record, title, kind, day, minutes, done, failed, before, after } = event;
  const canMove = mayMove(event);
  const { setNodeRef, listeners } = useDraggable({
    id: `${list} ${day} ${record._id}`,
    data: { event },
    disabled: !canMove,
  });
  return (
    <Link
      ref={setNodeRef}
      to={pathOf(event)}
      className={classes.event}
      data-form={form}
      data-done={done || undefined}
      data-failed={failed || undefined}
      data-before={before || undefined}
      data-after={after || undefined}
      data-moving={target?.event.record._id === record._id || undefined}
      data-event={record._id}
      data-moves={canMove || undefined}
      draggable={false}
      style={style}
      title={kind ? `${kind.label}: ${title}` : title}
      aria-describedby={canMove ? 'calendar-help' : undefined}
      {...listeners}
      onClick={(click) => {
        click.stopPropagation();
        if (click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
        click.preventDefault();
        onOpen(event);
      }}
      onKeyDown={(key) => onEventKey(key, event)}
      onBlur={onEventBlur}
    >
      {kind && <kind.icon size={14} className={classes.kind} aria-label={kind.label} role="img" />}
      {minutes !== undefined && !before && <span className={classes.time}>{timeOf(minutes, i18n.language)}</span>}
      <span className={classes.eventTitle}>{title}</span>
      {form === 'row' && status && !isEmpty(record[status.key]) && (
        <span className={classes.status}>
          <FieldDisplay field={status} value={record[status.key]} record={record} compact />
        </span>
      )}
    </Link>
  );
}

/** The event under the pointer while it is dragged. */
export function DraggedEvent({ event }: { readonly event: CalendarEvent }) {
  return (
    <div className={classes.event} data-form="line" data-overlay>
      <span className={classes.eventTitle}>{event.title}</span>
    </div>
  );
}
