import type { Point } from '~/ui/track-pointer.ts';
import type { Target } from './move-nodes.ts';

/** The list under the pointer, and the block before which the dragged block would land. */
export function dropTarget(id: string, { x, y }: Point): Target | undefined {
  const dragged = document.querySelector(`[data-row="${CSS.escape(id)}"]`);
  // The dragged block is under the pointer too, so it is skipped.
  const list = document
    .elementsFromPoint(x, y)
    .filter((element) => !dragged?.contains(element))
    .map((element) => element.closest<HTMLElement>('[data-place]'))
    .find((element) => element && !dragged?.contains(element));
  if (!list?.dataset.place) return undefined;
  const rows = [...list.querySelectorAll<HTMLElement>(':scope > ul > [data-row]')];
  const next = rows.find((row) => {
    const { top, height } = row.getBoundingClientRect();
    return row !== dragged && y < top + height / 2;
  });
  return { key: list.dataset.place, before: next?.dataset.row };
}
