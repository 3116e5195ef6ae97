import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { KeptDraft } from '../form/use-field-phase.ts';
import type { CellEditing } from './record-cell.tsx';

/** The edited cell of a table, and the text typed into cells. */
export function useCellEditing(element: RefObject<HTMLTableElement | null>) {
  /** The row is stored by the id of its record, because lines move when somebody creates or deletes a record. */
  const [editing, setEditing] = useState<{ readonly id: string; readonly column: number }>();
  const again = useRef(false);
  const drafts = useRef(new Map<string, ReturnType<KeptDraft['take']>>());
  const cellEditing = useMemo(
    (): CellEditing => ({
      // The cell that was left may still be saving while the next one is being edited.
      onEnd: (id, column) => setEditing((now) => (now?.id === id && now.column === column ? undefined : now)),
      onFocusBack: () => element.current?.focus({ preventScroll: true }),
      takeAgain: () => {
        const asked = again.current;
        again.current = false;
        return asked;
      },
      draftOf: (id, column) => {
        const cell = `${id} ${column}`;
        return {
          take: () => drafts.current.get(cell),
          keep: (typed) => (typed ? drafts.current.set(cell, typed) : drafts.current.delete(cell)),
        };
      },
    }),
    [element],
  );
  const begin = (id: string, column: number) => {
    again.current = editing?.id === id && editing.column === column;
    if (again.current) return;
    drafts.current.clear();
    setEditing({ id, column });
  };
  const end = useCallback(() => setEditing(undefined), []);
  return { editing, begin, end, cellEditing };
}
