import { Combobox, Loader, Pill, PillsInput, useCombobox } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOptionChoice } from '~/ui/select/use-option-choice.ts';
import type { Control } from './control.ts';
import { createValue, type OptionItem, OptionList } from './option-list.tsx';

interface OptionsBoxProps {
  readonly control: Partial<Control> & { readonly size: 'xs' | 'sm' };
  readonly selected: readonly OptionItem[];
  readonly items: readonly OptionItem[];
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onSelect: (values: readonly string[]) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly openAtOnce?: boolean | undefined;
  /** Called when the dropdown opens. */
  readonly onOpen?: (() => void) | undefined;
  readonly loading?: boolean;
  readonly failure?: string | undefined;
  readonly create?: { readonly label: string; readonly run: (query: string) => void } | undefined;
}

/** Picks several options, and shows the chosen ones in the input. */
export function OptionsBox(props: OptionsBoxProps) {
  const { control, selected, items, query, onQuery, onSelect, onBlur, onOpen, openAtOnce, loading, failure, create } =
    props;
  const { t } = useTranslation('fields');
  const combobox = useCombobox({
    onDropdownOpen: () => onOpen?.(),
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const open = useEffectEvent(() => combobox.openDropdown());
  useEffect(() => {
    if (openAtOnce) open();
  }, [openAtOnce]);
  const { autoFocus, 'aria-label': ariaLabel, disabled, ...frame } = { 'aria-label': undefined, ...control };
  const values = selected.map(({ value }) => value);
  const without = (value: string) => values.filter((other) => other !== value);
  const pick = (value: string) => {
    if (value === createValue) create?.run(query.trim());
    else onSelect(values.includes(value) ? without(value) : [...values, value]);
    onQuery('');
  };
  const leave = () => {
    combobox.closeDropdown();
    onQuery('');
    onBlur?.();
  };
  const left = useRef(false);
  const choice = useOptionChoice({
    combobox,
    values: items.map(({ value }) => value),
    query,
    loading,
    onChoose: pick,
    create: create && createValue,
    onWaited: () => {
      if (left.current) leave();
    },
  });
  return (
    <Combobox store={combobox} onOptionSubmit={pick} transitionProps={{ duration: 0 }}>
      <Combobox.DropdownTarget>
        <PillsInput
          {...frame}
          disabled={disabled ?? false}
          rightSection={loading && <Loader size={14} />}
          onClick={() => combobox.openDropdown()}
        >
          <Pill.Group>
            {selected.map(({ value, label }) => (
              <Pill
                key={value}
                withRemoveButton={!disabled}
                removeButtonProps={{ 'aria-label': t('removeItem', { item: label }), 'aria-hidden': false }}
                onRemove={() => onSelect(without(value))}
              >
                {label}
              </Pill>
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                aria-label={ariaLabel}
                autoFocus={autoFocus}
                value={query}
                placeholder={selected.length === 0 ? t('choose') : undefined}
                onChange={({ currentTarget }) => {
                  choice.cancel();
                  onQuery(currentTarget.value);
                  combobox.openDropdown();
                }}
                onFocus={() => {
                  left.current = false;
                  combobox.openDropdown();
                }}
                onBlur={() => {
                  // A pending choice is still made after the person has moved to the next field.
                  left.current = choice.waiting;
                  if (choice.waiting) combobox.closeDropdown();
                  else leave();
                }}
                onKeyDownCapture={choice.onKeyDownCapture}
                onKeyDown={(event) => {
                  if (event.key === 'Backspace' && query === '' && values.length > 0) onSelect(values.slice(0, -1));
                  if (event.key === 'Escape' && combobox.dropdownOpened) {
                    event.stopPropagation();
                    combobox.closeDropdown();
                  }
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <OptionList
          items={items}
          selected={values}
          loading={loading}
          failure={failure}
          create={create && query.trim() !== '' ? create.label : undefined}
        />
      </Combobox.Dropdown>
    </Combobox>
  );
}
