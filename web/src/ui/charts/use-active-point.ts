import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';

interface ActivePoint {
  readonly index: number;
  /** True when the point was chosen with the keyboard. Its values are then announced. */
  readonly byKey: boolean;
}

interface ActivePointOptions {
  readonly count: number;
  /** Returns the index of the point at a position relative to the element. */
  readonly indexAt: (x: number, y: number) => number;
  readonly onOpen?: ((index: number) => void) | undefined;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The index to which a key moves; undefined for keys without a meaning. */
export function indexByKey(key: string, index: number | undefined, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  if (index === undefined) return step > 0 ? 0 : count - 1;
  return Math.min(count - 1, Math.max(0, index + step));
}

/** Tracks the active point of a chart: by mouse, by touch or with the arrow keys. */
export function useActivePoint({ count, indexAt, onOpen }: ActivePointOptions) {
  const [chosen, setChosen] = useState<ActivePoint>();
  // The first touch shows the values of a point, the second opens it.
  const firstTouch = useRef(false);
  const active = chosen && chosen.index < count ? chosen : undefined;
  const indexOf = (event: MouseEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return indexAt(event.clientX - left, event.clientY - top);
  };
  const show = (index: number, byKey: boolean) => {
    if (count > 0 && (active?.index !== index || active.byKey !== byKey)) setChosen({ index, byKey });
  };
  const clear = () => setChosen(undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && active) {
      event.stopPropagation();
      return clear();
    }
    if (event.key === 'Enter' && active) return onOpen?.(active.index);
    const next = indexByKey(event.key, active?.index, count);
    if (next === undefined) return;
    event.preventDefault();
    show(next, true);
  };
  const handlers = {
    onKeyDown,
    onBlur: clear,
    onPointerMove: (event: PointerEvent) => show(indexOf(event), false),
    onPointerDown: (event: PointerEvent) => {
      firstTouch.current = event.pointerType === 'touch' && indexOf(event) !== active?.index;
      show(indexOf(event), false);
    },
    onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && clear(),
    onClick: (event: MouseEvent) => {
      if (!firstTouch.current && count > 0) onOpen?.(indexOf(event));
    },
  };
  return { active, handlers };
}
