import { Combobox, Loader, Pill, PillsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Control } from './control.ts';
import { createValue, type OptionItem, OptionList } from './option-list.tsx';
import { useOptionDropdown } from './use-option-dropdown.ts';

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
  const { control, selected, items, query, onQuery, onSelect, loading, failure, create } = props;
  const { t } = useTranslation('fields');
  const { autoFocus, 'aria-label': ariaLabel, disabled, ...frame } = { 'aria-label': undefined, ...control };
  const values = selected.map(({ value }) => value);
  const without = (value: string) => values.filter((other) => other !== value);
  const pick = (value: string) => {
    if (value === createValue) create?.run(query.trim());
    else onSelect(values.includes(value) ? without(value) : [...values, value]);
    onQuery('');
  };
  const { combobox, choice, onEnter, onBlur } = useOptionDropdown({
    items,
    query,
    loading,
    canCreate: create !== undefined,
    openAtOnce: props.openAtOnce,
    onOpen: props.onOpen,
    onPick: pick,
    onLeave: () => {
      onQuery('');
      props.onBlur?.();
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
                  onEnter();
                  combobox.openDropdown();
                }}
                onBlur={onBlur}
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
