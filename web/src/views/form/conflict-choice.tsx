import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { FieldDisplay } from '~/fields/kinds.ts';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import type { Field } from '~/metadata/model.ts';

interface ConflictChoiceProps {
  readonly field: Field;
  readonly mine: unknown;
  /** The current record. */
  readonly theirs: RecordData;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

/**
 * Shown when somebody else changed a value while the person edited it. It shows both values, and the person decides.
 */
export function ConflictChoice({ field, mine, theirs, onTheirs, onMine }: ConflictChoiceProps) {
  const { t } = useTranslation('forms');
  const user = useRecordLabel('identity.users', theirs.updatedBy) ?? t('conflict.someone');
  return (
    <Paper withBorder p="xs" role="alert">
      <Stack gap={8}>
        <Text size="sm" fw={600}>
          {t('conflict.title', { user })}
        </Text>
        <Text size="sm" component="div">
          <Text span inherit c="dimmed">{`${t('conflict.theirs')}: `}</Text>
          <FieldDisplay field={field} value={theirs[field.key]} record={theirs} />
        </Text>
        <Text size="sm" component="div">
          <Text span inherit c="dimmed">{`${t('conflict.mine')}: `}</Text>
          <FieldDisplay field={field} value={mine} record={theirs} />
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onTheirs} data-autofocus>
            {t('conflict.takeTheirs')}
          </Button>
          <Button size="compact-sm" onClick={onMine}>
            {t('conflict.keepMine')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
