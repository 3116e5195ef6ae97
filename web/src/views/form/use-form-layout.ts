import { type RefObject, useMemo, useRef, useState } from 'react';
import { isEmpty } from '~/fields/values.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { layoutOf } from './form-fields.ts';
import type { Values } from './form-values.ts';
import type { Errors } from './use-field-errors.ts';

interface Options {
  readonly model: Model;
  readonly creating: boolean;
  /** The stored values of the record, or the initial values of a new one. */
  readonly base: Values;
  /** The given values of a new record. */
  readonly initial?: Values | undefined;
}

/** Decides which fields a form shows at once, and which are behind "More fields". */
export function useFormLayout({ model, creating, base, initial }: Options) {
  const [more, setMore] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  // The layout does not depend on the current values, so that fields do not move while the person types.
  const layout = useMemo(() => {
    const filled = Object.entries(base).filter(([key, value]) => {
      // An unticked checkbox counts as empty.
      if (isEmpty(value) || value === false) return false;
      return !creating || initial?.[key] !== undefined;
    });
    return layoutOf(model, creating, new Set(filled.map(([key]) => key)));
  }, [model, creating, initial, base]);

  /** Shows all fields if one of these is hidden. */
  const showAll = (keys: readonly string[]) => {
    if (keys.some((key) => !layout.main.some((field) => field.key === key))) setMore(true);
  };
  const focusFirst = (errors: Errors) => {
    const order = [...layout.main, ...layout.more.flatMap(({ fields }) => fields)];
    const wrong = order.find(({ key }) => errors[key] !== undefined);
    if (!wrong) return;
    showAll([wrong.key]);
    // The section must be visible before a field in it can take the focus.
    setTimeout(() => focusField(element, wrong));
  };
  return { element, layout, more, setMore, showAll, focusFirst };
}

export type FormLayoutState = ReturnType<typeof useFormLayout>;

function focusField(element: RefObject<HTMLFormElement | null>, { key }: Field): void {
  const place = element.current?.querySelector(`[data-field="${CSS.escape(key)}"]`);
  place?.querySelector<HTMLElement>('input, textarea, button')?.focus();
}
