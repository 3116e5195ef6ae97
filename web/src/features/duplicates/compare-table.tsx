import { Anchor, Badge, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { EmptyValue } from '~/fields/empty-value.tsx';
import { FieldDisplay } from '~/fields/kinds.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import { isEmpty } from '~/fields/values.ts';
import { type Field, type Model, recordPath } from '~/metadata/model.ts';
import { Moment } from '~/views/parts/moment.tsx';
import classes from './compare-table.module.css';
import { type Choices, sourceOf } from './merge-choice.ts';

interface CompareTableProps {
  readonly model: Model;
  readonly records: readonly RecordData[];
  readonly fields: readonly Field[];
  readonly winnerId: string;
  readonly choices: Choices;
  readonly onWinner: (id: string) => void;
  readonly onChoose: (field: string, id: string) => void;
}

/** One column for each record, one row for each field. */
export function CompareTable(props: CompareTableProps) {
  const { model, records, fields, winnerId, choices, onWinner, onChoose } = props;
  const { t } = useTranslation('duplicates');
  return (
    <Table.ScrollContainer minWidth={150 + records.length * 160} type="native" className={classes.frame}>
      <Table verticalSpacing="xs" aria-label={t('merge.table')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.field}>{t('merge.keep')}</Table.Th>
            {records.map((record) => (
              <Table.Th key={record._id} className={record._id === winnerId ? classes.winner : undefined}>
                <RecordHead
                  model={model}
                  record={record}
                  isWinner={record._id === winnerId}
                  onChoose={() => onWinner(record._id)}
                />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <FieldRow
              key={field.key}
              field={field}
              model={model}
              records={records}
              winnerId={winnerId}
              source={sourceOf(field, records, winnerId, choices)}
              onChoose={(id) => onChoose(field.key, id)}
            />
          ))}
          {fields.length === 0 && (
            <Table.Tr>
              <Table.Td colSpan={records.length + 1}>
                <Text size="sm" c="dimmed">
                  {t('merge.equal')}
                </Text>
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface RecordHeadProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly isWinner: boolean;
  readonly onChoose: () => void;
}

function RecordHead({ model, record, isWinner, onChoose }: RecordHeadProps) {
  const { t } = useTranslation('duplicates');
  const title = recordLabel(model, record);
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Radio name="winner" mt={2} aria-label={t('merge.keepThis', { title })} checked={isWinner} onChange={onChoose} />
      <Stack gap={2}>
        <Anchor component={Link} to={recordPath(model, record._id)} size="sm" fw={600}>
          {title}
        </Anchor>
        <Text size="xs" c="dimmed" fw={400}>
          {t('merge.created')} <Moment time={record.createdAt} />
        </Text>
        {isWinner && (
          <Badge variant="light" size="sm" radius="sm" tt="none" w="max-content">
            {t('merge.kept')}
          </Badge>
        )}
      </Stack>
    </Group>
  );
}

interface FieldRowProps {
  readonly field: Field;
  readonly model: Model;
  readonly records: readonly RecordData[];
  readonly winnerId: string;
  /** The record whose value is taken. */
  readonly source: string;
  readonly onChoose: (id: string) => void;
}

function FieldRow({ field, model, records, winnerId, source, onChoose }: FieldRowProps) {
  const { t } = useTranslation('duplicates');
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.field}>
        {field.label}
      </Table.Th>
      {records.map((record) => {
        const value = record[field.key];
        return (
          <Table.Td key={record._id} className={record._id === winnerId ? classes.winner : undefined}>
            <Group gap="xs" align="flex-start" wrap="nowrap">
              <Radio
                name={field.key}
                mt={2}
                size="xs"
                aria-label={t('merge.take', { field: field.label, title: recordLabel(model, record) })}
                checked={record._id === source}
                onChange={() => onChoose(record._id)}
              />
              <div className={record._id === source ? classes.taken : classes.left}>
                {isEmpty(value) ? <EmptyValue /> : <FieldDisplay field={field} value={value} record={record} compact />}
              </div>
            </Group>
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}
