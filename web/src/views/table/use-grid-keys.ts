import type { KeyboardEvent } from 'react';
import type { Place, RowLayout } from './row-layout.ts';

/** The active cell. Column 0 is the checkbox of the row; the fields follow. */
export interface ActiveCell {
  readonly line: number;
  readonly column: number;
}

interface GridKeys {
  readonly layout: RowLayout;
  readonly columns: number;
  readonly linesInView: number;
  readonly active: ActiveCell;
  readonly onActive: (cell: ActiveCell) => void;
  /** Returns true when editing has begun. Otherwise Enter opens the record. */
  readonly onEdit: (cell: ActiveCell) => boolean;
  readonly onOpen: (line: number) => void;
  readonly isLink: (column: number) => boolean;
  readonly onToggleGroup: (section: number) => void;
  readonly onToggleRow: (line: number) => void;
  readonly onExtend: (line: number, from: number) => void;
  readonly onSelectAll: () => void;
  readonly onEscape: () => void;
}

const clamp = (value: number, max: number): number => Math.max(0, Math.min(value, max));

function move({ key, ctrlKey, metaKey }: KeyboardEvent, keys: GridKeys): ActiveCell | undefined {
  const { active, columns, linesInView, layout } = keys;
  const { line, column } = active;
  const far = ctrlKey || metaKey;
  const lastLine = layout.total - 1;
  const at = (toLine: number, toColumn = column) => ({
    line: clamp(toLine, lastLine),
    column: clamp(toColumn, columns),
  });
  switch (key) {
    case 'ArrowDown':
      return at(far ? lastLine : line + 1);
    case 'ArrowUp':
      return at(far ? 0 : line - 1);
    case 'ArrowRight':
      return at(line, far ? columns : column + 1);
    case 'ArrowLeft':
      return at(line, far ? 0 : column - 1);
    case 'PageDown':
      return at(line + linesInView);
    case 'PageUp':
      return at(line - linesInView);
    case 'Home':
      return far ? at(0, 0) : at(line, 0);
    case 'End':
      return far ? at(lastLine, columns) : at(line, columns);
    default:
      return undefined;
  }
}

/** Handles keys of the grid as spreadsheets do. */
export function handleGridKey(event: KeyboardEvent, keys: GridKeys): void {
  // Inputs, menus and buttons inside the grid handle their own keys.
  if (event.target !== event.currentTarget || event.altKey) return;
  const { active, layout } = keys;
  const place = layout.at(active.line);
  const next = move(event, keys);
  if (next) {
    event.preventDefault();
    if (event.shiftKey && next.line !== active.line) keys.onExtend(next.line, active.line);
    keys.onActive(next);
    return;
  }
  const run = actionOf(event, keys, place);
  if (!run) return;
  event.preventDefault();
  run();
}

function actionOf(event: KeyboardEvent, keys: GridKeys, place: Place | undefined): (() => void) | undefined {
  const { key, ctrlKey, metaKey } = event;
  const { active } = keys;
  if (key === 'Escape') return keys.onEscape;
  if (key === 'a' && (ctrlKey || metaKey)) return keys.onSelectAll;
  if (place?.kind === 'header')
    return key === 'Enter' || key === ' ' ? () => keys.onToggleGroup(place.section) : undefined;
  if (!place) return undefined;
  if (key === ' ') return () => keys.onToggleRow(active.line);
  if (key === 'F2') return () => void keys.onEdit(active);
  if (key !== 'Enter') return undefined;
  return () => {
    if (keys.isLink(active.column) || !keys.onEdit(active)) keys.onOpen(active.line);
  };
}
