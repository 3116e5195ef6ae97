import { ActionIcon, Box, CloseButton, Group, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type FocusEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '~/lib/time-zone.ts';
import type { Control } from '../control.ts';
import { Unreadable } from '../values.ts';
import { formatDate, formatMoment, fromLocal, isDate, isMoment, toLocal } from './format.ts';
import type { NamedMoment, readWords } from './words.ts';

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

/** The time of a day when the person names none. */
const usualTime = '09:00';
/** The size of the calendar, roughly. The calendar is loaded when it first opens. */
const calendarSize = { w: 252, h: 290 };

const MomentDropdown = lazy(async () => ({ default: (await import('./moment-dropdown.tsx')).MomentDropdown }));

/** An input for a day, or a day and a time: in words, in figures, or in a calendar. */
export function MomentInput(props: MomentInputProps) {
  const { control, value, timed = false, forward = true, openAtOnce = false, onChange, onCommit, onBlur } = props;
  const { t, i18n } = useTranslation('fields');
  const zone = useTimeZone();
  const [text, setText] = useState<string>();
  const [opened, setOpened] = useState(openAtOnce);
  const [entered, setEntered] = useState(openAtOnce);
  const reader = useWordReader(entered);
  const box = useRef<HTMLDivElement>(null);
  const dropdown = useRef<HTMLDivElement>(null);
  const language = i18n.language;

  const [date, moment] = [timed || !isDate(value) ? undefined : value, timed && isMoment(value) ? value : undefined];
  const valid = date !== undefined || moment !== undefined;
  const shown = moment ? formatMoment(moment, language, zone) : date ? formatDate(date, language) : '';
  const local = moment ? toLocal(moment, zone) : date ? { date, time: undefined } : undefined;

  const toValue = ({ date, time }: NamedMoment): string =>
    timed ? fromLocal(date, time ?? local?.time ?? usualTime, zone) : date;
  const read = (typed: string): unknown => {
    if (typed.trim() === '') return null;
    const named: NamedMoment | undefined = isDate(typed.trim())
      ? { date: typed.trim() }
      : reader?.read(typed, { language, zone, forward });
    return named ? toValue(named) : new Unreadable(typed);
  };
  const type = (typed: string) => {
    setText(typed);
    onChange(read(typed));
  };
  // Text that was typed before the parser had loaded is parsed again.
  const readAgain = useEffectEvent(() => {
    if (text !== undefined && value instanceof Unreadable) type(text);
  });
  useEffect(() => {
    if (reader) readAgain();
  }, [reader]);

  const pick = (named: NamedMoment | null, final: boolean) => {
    const next = named && toValue(named);
    setText(undefined);
    onChange(next);
    if (!final) return;
    setOpened(false);
    onCommit?.(next);
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    const to = relatedTarget as Node | null;
    if (box.current?.contains(to) || dropdown.current?.contains(to)) return;
    setOpened(false);
    if (!(value instanceof Unreadable)) setText(undefined);
    onBlur?.();
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
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown' && !opened) {
                event.preventDefault();
                setOpened(true);
              }
              if (event.key === 'Escape' && opened) {
                event.stopPropagation();
                setOpened(false);
              }
              if (event.key === 'Enter' && valid) setText(undefined);
            }}
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

/** The parser and the calendar are large, so they are loaded when the input gets the focus. */
function useWordReader(wanted: boolean): { readonly read: typeof readWords } | undefined {
  const [reader, setReader] = useState<{ readonly read: typeof readWords }>();
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void import('./moment-dropdown.tsx');
    void import('./words.ts').then(({ readWords: read }) => left || setReader({ read }));
    return () => {
      left = true;
    };
  }, [wanted]);
  return reader;
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
