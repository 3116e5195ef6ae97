import { useCombobox } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useOptionChoice } from '~/ui/select/use-option-choice.ts';
import { createValue, type OptionItem } from './option-list.tsx';

interface OptionDropdownOptions {
  readonly items: readonly OptionItem[];
  /** The typed text; undefined while the person does not search. */
  readonly query: string | undefined;
  readonly loading: boolean | undefined;
  readonly canCreate: boolean;
  readonly openAtOnce: boolean | undefined;
  readonly onOpen: (() => void) | undefined;
  readonly onPick: (value: string) => void;
  readonly onLeave: () => void;
}

/** The dropdown of an input with options: it opens, a key chooses an option, and leaving the input closes it. */
export function useOptionDropdown(options: OptionDropdownOptions) {
  const { items, query, loading, canCreate, openAtOnce, onOpen, onPick, onLeave } = options;
  const combobox = useCombobox({
    onDropdownOpen: () => onOpen?.(),
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const open = useEffectEvent(() => combobox.openDropdown());
  useEffect(() => {
    if (openAtOnce) open();
  }, [openAtOnce]);
  const left = useRef(false);
  const leave = () => {
    combobox.closeDropdown();
    onLeave();
  };
  const choice = useOptionChoice({
    combobox,
    values: items.map(({ value }) => value),
    query,
    loading,
    onChoose: onPick,
    create: canCreate ? createValue : undefined,
    onWaited: () => {
      if (left.current) leave();
    },
  });
  return {
    combobox,
    choice,
    onEnter: () => {
      left.current = false;
    },
    onBlur: () => {
      // A pending choice is still made after the person has moved to the next field.
      left.current = choice.waiting;
      if (choice.waiting) combobox.closeDropdown();
      else leave();
    },
  };
}
