import { type PointerEvent, useRef, useState } from 'react';
import classes from './column-title.module.css';
import { clampWidth } from './use-column-prefs.ts';

interface ResizeHandleProps {
  readonly width: number;
  readonly isPinned: boolean;
  /** Called while the handle is dragged. */
  readonly onPreview: (width: number) => void;
  readonly onResize: (width: number) => void;
}

/** The draggable edge of a column. Keyboard users resize by the menu of the column. */
export function ResizeHandle({ width, isPinned, onPreview, onResize }: ResizeHandleProps) {
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const [dragging, setDragging] = useState(false);
  const widthAt = (event: PointerEvent) =>
    clampWidth((start.current?.width ?? 0) + event.clientX - (start.current?.x ?? 0));
  const end = (event: PointerEvent) => {
    if (!start.current) return;
    onResize(widthAt(event));
    start.current = undefined;
    setDragging(false);
  };
  return (
    <div
      aria-hidden
      className={classes.resize}
      data-pinned={isPinned || undefined}
      data-dragging={dragging || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
        setDragging(true);
      }}
      onPointerMove={(event) => {
        if (start.current) onPreview(widthAt(event));
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
