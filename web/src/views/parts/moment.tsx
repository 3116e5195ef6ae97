import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { relativeTime } from '~/lib/relative-time.ts';
import { useFormat } from './format.ts';

interface MomentProps {
  readonly time: string | null | undefined;
  /** The text for a missing time. */
  readonly none?: string;
  /** True shows the complete date and time instead of "3 hours ago". */
  readonly full?: boolean;
}

/** A relative time with the exact time as its title. */
export function Moment({ time, none = '–', full }: MomentProps) {
  const { i18n } = useTranslation();
  const { exactTime } = useFormat();
  if (!time)
    return (
      <Text span inherit c="dimmed">
        {none}
      </Text>
    );
  return (
    <Text span inherit className="tabular" title={full ? undefined : exactTime(time)} style={{ whiteSpace: 'nowrap' }}>
      <time dateTime={time}>{full ? exactTime(time) : relativeTime(time, i18n.language)}</time>
    </Text>
  );
}
