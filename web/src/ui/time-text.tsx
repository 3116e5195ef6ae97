import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '~/lib/intl.ts';
import { relativeTime } from '~/lib/relative-time.ts';
import { timeZone } from '~/lib/time-zone.ts';

/** Shows a relative time, with the exact time in a tooltip. */
export function TimeText({ value }: { readonly value: string }) {
  const { i18n } = useTranslation();
  const exact = dateFormat(i18n.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timeZone(),
  });
  return (
    <Tooltip label={exact.format(new Date(value))}>
      <time dateTime={value}>{relativeTime(value, i18n.language)}</time>
    </Tooltip>
  );
}
