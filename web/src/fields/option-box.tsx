import { CloseButton, Combobox, Group, InputBase, Loader } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Control } from './control.ts';
import classes from './fields.module.css';
import { createValue, type OptionItem, OptionList } from './option-list.tsx';
import { useOptionDropdown } from './use-option-dropdown.ts';

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
  const { control, selected, items, query, onQuery, onSelect, loading, failure, create, right } = props;
  const { t } = useTranslation('fields');
  const [typing, setTyping] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const endTyping = () => {
    setTyping(false);
    onQuery('');
  };
  const pick = (value: string) => {
    if (value === createValue) create?.run(query.trim());
    else onSelect(value);
    endTyping();
    combobox.closeDropdown();
  };
  const { combobox, choice, onEnter, onBlur } = useOptionDropdown({
    items,
    query: typing ? query : undefined,
    loading,
    canCreate: create !== undefined,
    openAtOnce: props.openAtOnce,
    onOpen: props.onOpen,
    onPick: pick,
    onLeave: () => {
      endTyping();
      props.onBlur?.();
    },
  });
  const clear = () => {
    onSelect(null);
    input.current?.focus();
  };
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
            onEnter();
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
            endTyping();
            combobox.closeDropdown();
          }}
          onBlur={onBlur}
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
