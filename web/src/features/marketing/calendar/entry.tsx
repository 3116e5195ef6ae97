import { useDraggable } from '@dnd-kit/core';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { timeOf } from '~/views/calendar/words.ts';
import classes from './calendar-page.module.css';
import type { Planned } from './use-planned.ts';

/** A line that leads to what is planned. */
export function Entry({ planned: { source, model, title, minutes, to } }: { readonly planned: Planned }) {
  const { i18n } = useTranslation();
  return (
    <Anchor
      component={Link}
      to={to}
      draggable={false}
      className={classes.entry}
      c="inherit"
      title={`${model.label}: ${title}`}
    >
      <source.icon size={14} aria-label={model.label} role="img" />
      <span className={classes.title}>
        {minutes !== undefined && `${timeOf(minutes, i18n.language)} `}
        {title}
      </span>
    </Anchor>
  );
}

/** The same, and it can be dragged to another day. By keyboard, the page that it leads to has the date. */
export function DraggableEntry({ planned }: { readonly planned: Planned }) {
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `${planned.source.model} ${planned.id}`,
    data: { planned },
    disabled: !planned.canMove,
  });
  return (
    <div
      ref={setNodeRef}
      className={classes.draggable}
      data-moves={planned.canMove || undefined}
      data-moving={isDragging || undefined}
      {...listeners}
    >
      <Entry planned={planned} />
    </div>
  );
}
