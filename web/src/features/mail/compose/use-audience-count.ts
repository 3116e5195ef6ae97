import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { errorText } from '~/ui/error-text.ts';
import { readAddresses } from '~/views/mail/read-addresses.ts';
import { useFormat } from '~/views/parts/format.ts';
import { mailApi, paths } from '../mail-api.ts';
import { type Audience, maxRecipients, withAddress } from './audience.ts';

/**
 * Recipients of a list or segment are counted exactly up to this number. Larger audiences are counted when the batch
 * runs.
 */
const countedAtOnce = 1000;
/** The number of recipients does not depend on the content. */
const anyContent = { subject: '-', text: '-' };

/** The size of an audience as text; undefined until one is chosen. */
export function useAudienceCount(audience: Audience): string | undefined {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const [settled] = useDebouncedValue(audience, 300);
  const { kind, emailListId, segmentId, filter } = settled;
  const source = kind === 'list' ? { emailListId } : { segmentId };
  const isChosen = (kind === 'list' && emailListId !== undefined) || (kind === 'segment' && segmentId !== undefined);
  const dryRun = useQuery({
    queryKey: [...keys.model(paths.snapshots), 'audience', source],
    queryFn: () => mailApi.sendBulk({ ...source, ...anyContent }, { dryRun: true }),
    enabled: isChosen,
    retry: false,
  });
  const input = { filter: withAddress(filter), limit: 1, fields: ['_id'], count: 'exact' as const };
  const contacts = useQuery({
    queryKey: keys.list(paths.contacts, input),
    queryFn: ({ signal }) => records.list(paths.contacts, input, signal),
    enabled: kind === 'filter',
  });
  const people = (count: number, key: 'count' | 'atLeast' = 'count') =>
    t(`audience.${key}`, { count, number: format.number(count) });
  if (kind === 'addresses') {
    const { valid, invalid, duplicates } = readAddresses(settled.text);
    if (valid.length + invalid.length === 0) return undefined;
    return [
      people(valid.length),
      duplicates > 0 && t('audience.duplicates', { count: duplicates }),
      invalid.length > 0 &&
        t('addresses.invalid', { count: invalid.length, addresses: invalid.slice(0, 3).join(', ') }),
      valid.length > maxRecipients && t('addresses.tooMany', { max: format.number(maxRecipients) }),
    ]
      .filter(Boolean)
      .join(' · ');
  }
  if (kind === 'filter') {
    if (contacts.error) return errorText(contacts.error, t);
    return contacts.data ? people(contacts.data.meta.total ?? 0) : t('loading');
  }
  if (!isChosen) return undefined;
  if (dryRun.error) return errorText(dryRun.error, t);
  if (!dryRun.data) return t('loading');
  const { accepted } = dryRun.data;
  return people(accepted, accepted >= countedAtOnce ? 'atLeast' : 'count');
}
