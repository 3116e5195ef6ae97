import { Anchor, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Link } from '~/metadata/registry.ts';
import type { LinkedRecords } from '../linked-records.ts';
import { ListLink } from './list-link.tsx';

/** A list answers with at most this many. */
const maxLimit = 200;

interface MoreRecordsProps {
  readonly links: readonly Link[];
  readonly id: string;
  readonly records: LinkedRecords;
  readonly limit: number;
  readonly onLimit: (limit: number) => void;
}

/** Shows more of a long panel, and leads to the list when there are very many. */
export function MoreRecords({ links, id, records, limit, onLimit }: MoreRecordsProps) {
  const { t } = useTranslation('record');
  if (!records.hasMore) return null;
  if (limit < maxLimit)
    return (
      <Group justify="center">
        <Button size="xs" variant="default" onClick={() => onLimit(Math.min(limit * 2, maxLimit))}>
          {t('showMore')}
        </Button>
      </Group>
    );
  return (
    <Text size="sm" c="dimmed">
      {t('manyMore')}{' '}
      {links.map((link) => (
        <Anchor key={`${link.model.path} ${link.field.key}`} component={ListLink} link={link} id={id} size="sm" mr="xs">
          {link.model.labelPlural}
        </Anchor>
      ))}
    </Text>
  );
}
