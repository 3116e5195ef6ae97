import type { ComboboxStore } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useChoiceWait } from '../form.tsx';

interface Options {
  readonly combobox: ComboboxStore;
  /** The option values, best match first. */
  readonly values: readonly string[];
  /** The typed text; undefined while the input shows the chosen option. */
  readonly query: string | undefined;
  /** True while the options do not belong to the query yet. */
  readonly loading?: boolean | undefined;
  readonly onChoose: (value: string) => void;
  /** The value of the option that creates a new entry. */
  readonly create?: string | undefined;
  /** Called after a pending Enter was resolved: a choice was made, or nothing was found. */
  readonly onWaited?: (() => void) | undefined;
}

/**
 * Keyboard handling of an input whose options come from a search. While the person types, the best match is
 * highlighted, and Enter chooses it. If Enter is pressed before the options have loaded, the choice waits for them.
 * Enter never sends the form around the input.
 */
export function useOptionChoice(options: Options) {
  const { combobox, values, query = '', loading = false, onChoose, create, onWaited } = options;
  const form = useChoiceWait();
  const isTyped = query.trim() !== '';
  const moved = useRef(false);
  const [waiting, setWaiting] = useState(false);
  const found = useRef(false);
  const shown = values.join(' ');

  const highlight = useEffectEvent(() => {
    if (isTyped && combobox.dropdownOpened) combobox.selectFirstOption();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new options, or a new text, have a new best match.
  useEffect(() => {
    moved.current = false;
    highlight();
    // A list that opens is in the document one frame later.
    const frame = requestAnimationFrame(highlight);
    return () => cancelAnimationFrame(frame);
  }, [shown, query, combobox.dropdownOpened]);

  const finish = useEffectEvent(() => {
    const [first] = values;
    found.current = first !== undefined;
    if (first !== undefined) onChoose(first);
    setWaiting(false);
    onWaited?.();
  });
  useEffect(() => {
    if (waiting && !loading) finish();
  }, [waiting, loading]);
  useEffect(() => (waiting ? () => form?.end(found.current) : undefined), [waiting, form]);

  const choose = () => {
    const [first] = values;
    if (isTyped && !moved.current && loading) {
      found.current = false;
      if (!waiting) form?.begin();
      return setWaiting(true);
    }
    if (isTyped && !moved.current) {
      const best = first ?? create;
      if (best !== undefined) onChoose(best);
    } else if (combobox.getSelectedOptionIndex() >= 0) combobox.clickSelectedOption();
    else combobox.closeDropdown();
  };
  const enter = (event: KeyboardEvent<HTMLElement>) => {
    const sends = event.ctrlKey || event.metaKey;
    if (combobox.dropdownOpened || (isTyped && loading)) {
      event.preventDefault();
      event.stopPropagation();
      if (isTyped || !sends) choose();
      if (sends) form?.send();
    } else if (!sends && form) {
      event.preventDefault();
      combobox.openDropdown();
    }
  };
  return {
    /** True after Enter was pressed while the options were loading. */
    waiting,
    /** Drops the pending choice, because the person types on. */
    cancel: () => setWaiting(false),
    onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter') return enter(event);
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moved.current = true;
      if (event.key === 'Escape') setWaiting(false);
    },
  };
}
