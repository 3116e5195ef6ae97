import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '~/lib/time-zone.ts';
import { Unreadable } from '../values.ts';
import { formatDate, formatMoment, fromLocal, isDate, isMoment, toLocal } from './format.ts';
import type { NamedMoment, readWords } from './words.ts';

interface MomentTextOptions {
  readonly value: unknown;
  readonly timed: boolean;
  readonly forward: boolean;
  /** True once the input has had the focus. */
  readonly entered: boolean;
  readonly onChange: (value: unknown) => void;
}

/** The time of a day when the person names none. */
const usualTime = '09:00';

/** The text of an input for a day or a moment, and the value that it names. */
export function useMomentText({ value, timed, forward, entered, onChange }: MomentTextOptions) {
  const language = useTranslation('fields').i18n.language;
  const zone = useTimeZone();
  const [text, setText] = useState<string>();
  const reader = useWordReader(entered);
  const date = !timed && isDate(value) ? value : undefined;
  const moment = timed && isMoment(value) ? value : undefined;
  const local = moment ? toLocal(moment, zone) : date ? { date, time: undefined } : undefined;

  const toValue = ({ date, time }: NamedMoment): string =>
    timed ? fromLocal(date, time ?? local?.time ?? usualTime, zone) : date;
  const read = (typed: string, words = reader?.read): unknown => {
    if (typed.trim() === '') return null;
    const named = isDate(typed.trim()) ? { date: typed.trim() } : words?.(typed, { language, zone, forward });
    if (named) return toValue(named);
    // A form that is submitted before the parser has loaded waits for it.
    return new Unreadable(typed, words ? undefined : async () => read(typed, (await loadWords()).readWords));
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

  return {
    /** The text as typed; undefined when the input shows its value. */
    text,
    shown: moment ? formatMoment(moment, language, zone) : date ? formatDate(date, language) : '',
    /** The value as a day and a time on the clock. */
    local,
    valid: local !== undefined,
    zone,
    type,
    /** Replaces the typed text by the value that it names. */
    accept: () => setText(undefined),
    toValue,
  };
}

const loadWords = () => import('./words.ts');

/** The parser and the calendar are large, so they are loaded when the input gets the focus. */
function useWordReader(wanted: boolean): { readonly read: typeof readWords } | undefined {
  const [reader, setReader] = useState<{ readonly read: typeof readWords }>();
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void import('./moment-dropdown.tsx');
    void loadWords().then(({ readWords: read }) => left || setReader({ read }));
    return () => {
      left = true;
    };
  }, [wanted]);
  return reader;
}
