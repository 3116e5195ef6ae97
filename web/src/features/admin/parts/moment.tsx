import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { relativeTime } from '~/lib/relative-time.ts';
import { useTimeZone } from '~/lib/time-zone.ts';

/** Times in the language and the time zone of the person. */
export function useTimeFormat() {
  const { i18n } = useTranslation();
  const timeZone = useTimeZone();
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(i18n.language, { ...options, timeZone });
  return {
    full: (time: string) => format({ dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(time)),
    relative: (time: string) => relativeTime(time, i18n.language),
  };
}

interface MomentProps {
  readonly time: string | null | undefined;
  /** What stands in place of a time that is missing. */
  readonly none?: string;
  /** The whole date and time in place of "3 hours ago". */
  readonly full?: boolean;
}

/** A time: how long ago, with the exact time as its title. */
export function Moment({ time, none = '–', full }: MomentProps) {
  const format = useTimeFormat();
  if (!time)
    return (
      <Text span inherit c="dimmed">
        {none}
      </Text>
    );
  return (
    <Text
      span
      inherit
      className="tabular"
      title={full ? undefined : format.full(time)}
      style={{ whiteSpace: 'nowrap' }}
    >
      <time dateTime={time}>{full ? format.full(time) : format.relative(time)}</time>
    </Text>
  );
}
