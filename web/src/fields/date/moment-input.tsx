import { ActionIcon, Box, CloseButton, Group, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Control } from '../control.ts';
import { Unreadable } from '../values.ts';
import { useMomentText } from './use-moment-text.ts';
import type { NamedMoment } from './words.ts';

interface MomentInputProps {
  readonly control: Partial<Control> & { readonly size: 'xs' | 'sm' };
  /** A date, or a moment with `timed`. */
  readonly value: unknown;
  readonly timed?: boolean;
  readonly openAtOnce?: boolean | undefined;
  /** True when a day without a year means the next such day. */
  readonly forward?: boolean;
  readonly onChange: (value: unknown) => void;
  readonly onCommit?: ((value: unknown) => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
}

/** The size of the calendar, roughly. The calendar is loaded when it first opens. */
const calendarSize = { w: 252, h: 290 };

const MomentDropdown = lazy(async () => ({ default: (await import('./moment-dropdown.tsx')).MomentDropdown }));

/** An input for a day, or a day and a time: in words, in figures, or in a calendar. */
export function MomentInput(props: MomentInputProps) {
  const { control, value, timed = false, forward = true, openAtOnce = false, onChange, onCommit, onBlur } = props;
  const { t } = useTranslation('fields');
  const [opened, setOpened] = useState(openAtOnce);
  const [entered, setEntered] = useState(openAtOnce);
  const { text, shown, local, valid, zone, type, accept, toValue } = useMomentText({
    value,
    timed,
    forward,
    entered,
    onChange,
  });
  const box = useRef<HTMLDivElement>(null);
  const dropdown = useRef<HTMLDivElement>(null);

  const pick = (named: NamedMoment | null, final: boolean) => {
    const next = named && toValue(named);
    accept();
    onChange(next);
    if (!final) return;
    setOpened(false);
    onCommit?.(next);
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    const to = relatedTarget as Node | null;
    if (box.current?.contains(to) || dropdown.current?.contains(to)) return;
    setOpened(false);
    if (!(value instanceof Unreadable)) accept();
    onBlur?.();
  };

  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && !opened) {
      event.preventDefault();
      setOpened(true);
    }
    if (event.key === 'Escape' && opened) {
      event.stopPropagation();
      setOpened(false);
    }
    if (event.key === 'Enter' && valid) accept();
  };

  return (
    <Popover
      opened={opened}
      onDismiss={() => setOpened(false)}
      position="bottom-start"
      shadow="md"
      trapFocus={false}
      withRoles={false}
    >
      <Popover.Target>
        <Box ref={box} onFocus={() => setEntered(true)} onBlur={leave}>
          <TextInput
            {...control}
            value={text ?? (value instanceof Unreadable ? value.text : shown)}
            placeholder={t(`hint.${timed ? 'time' : 'date'}${forward ? '' : 'Past'}`)}
            autoComplete="off"
            onClick={() => setOpened(true)}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={pressKey}
            rightSectionWidth={control.disabled || !valid ? 30 : 54}
            rightSectionPointerEvents="all"
            rightSection={
              <Buttons
                isOpen={opened}
                isDisabled={control.disabled ?? false}
                onToggle={() => setOpened(!opened)}
                onClear={valid ? () => pick(null, true) : undefined}
              />
            }
          />
        </Box>
      </Popover.Target>
      <Popover.Dropdown ref={dropdown} p="xs" onBlur={leave}>
        <Suspense fallback={<Box {...calendarSize} />}>
          <MomentDropdown
            date={local?.date}
            time={local?.time}
            timed={timed}
            zone={zone}
            preview={text !== undefined && valid ? shown : undefined}
            onPick={pick}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ButtonsProps {
  readonly isOpen: boolean;
  readonly isDisabled: boolean;
  readonly onToggle: () => void;
  /** Undefined when there is nothing to clear. */
  readonly onClear: (() => void) | undefined;
}

/** The buttons are no tab stops: the arrow down key opens the calendar, and deleting the text clears the value. */
function Buttons({ isOpen, isDisabled, onToggle, onClear }: ButtonsProps) {
  const { t } = useTranslation('fields');
  return (
    <Group gap={0} wrap="nowrap">
      {onClear && !isDisabled && (
        <CloseButton size={24} iconSize={14} tabIndex={-1} aria-label={t('clear')} onClick={onClear} />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        tabIndex={-1}
        disabled={isDisabled}
        aria-label={t('openCalendar')}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <IconCalendar size={15} />
      </ActionIcon>
    </Group>
  );
}
