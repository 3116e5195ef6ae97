import { CloseButton, Combobox, Group, InputBase, Loader, useCombobox } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOptionChoice } from '~/ui/select/use-option-choice.ts';
import type { Control } from './control.ts';
import classes from './fields.module.css';
import { createValue, type OptionItem, OptionList } from './option-list.tsx';

interface OptionBoxProps {
  readonly control: Partial<Control> & { readonly size: 'xs' | 'sm' };
  readonly selected: OptionItem | undefined;
  readonly items: readonly OptionItem[];
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onSelect: (value: string | null) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly openAtOnce?: boolean | undefined;
  /** Called when the dropdown opens. */
  readonly onOpen?: (() => void) | undefined;
  readonly loading?: boolean;
  readonly failure?: string | undefined;
  /** An option below the others that creates an entry from the typed text. */
  readonly create?: { readonly label: string; readonly run: (query: string) => void } | undefined;
  /** Shown next to the clear button. */
  readonly right?: ReactNode;
}

const isPrintable = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Picks one option. It shows the chosen one, and searches while the person types. */
export function OptionBox(props: OptionBoxProps) {
  const {
    control,
    selected,
    items,
    query,
    onQuery,
    onSelect,
    onBlur,
    onOpen,
    openAtOnce,
    loading,
    failure,
    create,
    right,
  } = props;
  const { t } = useTranslation('fields');
  const [typing, setTyping] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({
    onDropdownOpen: () => onOpen?.(),
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const open = useEffectEvent(() => combobox.openDropdown());
  useEffect(() => {
    if (openAtOnce) open();
  }, [openAtOnce]);
  const stop = () => {
    setTyping(false);
    onQuery('');
    combobox.closeDropdown();
  };
  const pick = (value: string) => {
    if (value === createValue) create?.run(query.trim());
    else onSelect(value);
    stop();
  };
  const leave = () => {
    stop();
    onBlur?.();
  };
  const clear = () => {
    onSelect(null);
    input.current?.focus();
  };
  const left = useRef(false);
  const choice = useOptionChoice({
    combobox,
    values: items.map(({ value }) => value),
    query: typing ? query : undefined,
    loading,
    onChoose: pick,
    create: create && createValue,
    onWaited: () => {
      if (left.current) leave();
    },
  });
  return (
    <Combobox store={combobox} onOptionSubmit={pick} transitionProps={{ duration: 0 }}>
      <Combobox.Target>
        <InputBase
          {...control}
          ref={input}
          autoComplete="off"
          value={typing ? query : (selected?.label ?? '')}
          placeholder={selected?.label ?? t('choose')}
          leftSection={typing ? undefined : selected?.left}
          leftSectionPointerEvents="none"
          rightSection={
            <RightSection
              isLoading={loading === true && (combobox.dropdownOpened || choice.waiting)}
              isEmpty={selected === undefined}
              onClear={control.disabled || selected === undefined ? undefined : clear}
            >
              {right}
            </RightSection>
          }
          rightSectionWidth={right ? 54 : 30}
          rightSectionPointerEvents={selected ? 'all' : 'none'}
          onChange={({ currentTarget }) => {
            choice.cancel();
            setTyping(true);
            onQuery(currentTarget.value);
            combobox.openDropdown();
          }}
          onFocus={({ currentTarget }) => {
            left.current = false;
            if (!typing) currentTarget.select();
          }}
          onClick={({ currentTarget }) => {
            if (!typing) currentTarget.select();
            combobox.openDropdown();
          }}
          onKeyDownCapture={choice.onKeyDownCapture}
          onKeyDown={(event) => {
            // Typing replaces the text of the chosen option instead of continuing it.
            if (!typing && isPrintable(event)) event.currentTarget.select();
            if (event.key !== 'Escape' || !combobox.dropdownOpened) return;
            event.stopPropagation();
            stop();
          }}
          onBlur={() => {
            // A pending choice is still made after the person has moved to the next field.
            left.current = choice.waiting;
            if (choice.waiting) combobox.closeDropdown();
            else leave();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <OptionList
          items={items}
          selected={selected ? [selected.value] : []}
          loading={loading}
          failure={failure}
          create={create && query.trim() !== '' ? create.label : undefined}
        />
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface RightSectionProps {
  readonly isLoading: boolean;
  readonly isEmpty: boolean;
  /** Undefined when there is nothing to clear. */
  readonly onClear: (() => void) | undefined;
  readonly children: ReactNode;
}

function RightSection({ isLoading, isEmpty, onClear, children }: RightSectionProps) {
  const { t } = useTranslation('fields');
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      {isLoading && <Loader size={14} />}
      {onClear && (
        <CloseButton
          size={24}
          iconSize={14}
          aria-label={t('clear')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onClear}
        />
      )}
      {isEmpty && <IconChevronDown size={14} className={classes.chevron} aria-hidden />}
      {children}
    </Group>
  );
}
