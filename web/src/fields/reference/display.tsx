import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyValue } from '../empty-value.tsx';
import classes from '../fields.module.css';
import type { DisplayProps } from '../kind.ts';
import { isEmpty } from '../values.ts';
import { recordLabel } from './label.ts';
import { useReferenced } from './lookup.ts';
import { recordMark } from './mark.tsx';

interface RecordNameProps {
  readonly target: Model | undefined;
  readonly record: RecordData | null | undefined;
  readonly compact?: boolean | undefined;
}

/** The name of a record with its mark. Outside of tables it links to the page of the record. */
export function RecordName({ target, record, compact }: RecordNameProps) {
  const { t } = useTranslation('fields');
  if (record === undefined) return <Skeleton height={12} width={96} display="inline-block" />;
  if (record === null || target === undefined)
    return (
      <Text span inherit c="dimmed" fs="italic">
        {t('notVisible')}
      </Text>
    );
  const label = recordLabel(target, record);
  return (
    <span className={classes.inline}>
      {recordMark(target, record)}
      {compact ? (
        <Text span inherit truncate>
          {label}
        </Text>
      ) : (
        <Anchor component={Link} to={recordPath(target, record._id)} inherit style={{ overflowWrap: 'anywhere' }}>
          {label}
        </Anchor>
      )}
    </span>
  );
}

export function ReferenceDisplay({ field, value, included, compact }: DisplayProps) {
  const target = useRegistry().target(field);
  const record = useReferenced(target, typeof value === 'string' ? value : undefined, included);
  if (isEmpty(value)) return <EmptyValue />;
  return <RecordName target={target} record={record} compact={compact} />;
}
