import { Anchor, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Link } from '~/metadata/registry.ts';
import type { LinkedRecords } from '../linked-records.ts';
import { ListLink } from './list-link.tsx';

/** The largest page of a list. */
const maxLimit = 200;

interface MoreRecordsProps {
  readonly links: readonly Link[];
  readonly id: string;
  readonly records: LinkedRecords;
  readonly limit: number;
  readonly onLimit: (limit: number) => void;
}

/** Loads more of a long panel. If there are very many records, it links to the list. */
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
