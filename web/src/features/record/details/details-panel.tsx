import { Button, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Included, RecordData } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { useLiveMarks } from '../live-marks.ts';
import { Person } from '../parts/person.tsx';
import classes from './details.module.css';
import { FieldCell } from './field-cell.tsx';
import { countEmpty, fieldSections } from './field-sections.ts';

interface DetailsPanelProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly included: Included | undefined;
}

/** All fields of a record, editable in place. */
export function DetailsPanel({ model, record, included }: DetailsPanelProps) {
  const { t } = useTranslation('record');
  const [withEmpty, setWithEmpty] = useLocalStorage({ key: 'atrium-empty-fields', defaultValue: false });
  const { marks, forget } = useLiveMarks(model, record._id);
  const registry = useRegistry();
  const headings = useId();
  const empty = countEmpty(model, record);
  return (
    <Stack gap="lg">
      {fieldSections(model, record, withEmpty).map(({ group, fields }, n) => (
        <section key={group ?? ''} aria-labelledby={`${headings}-${n}`}>
          <Title order={2} size="h4" className={classes.heading} id={`${headings}-${n}`}>
            {group === undefined ? t('details.title') : registry.groupLabel(group)}
          </Title>
          <dl className={classes.fields}>
            {fields.map((field) => (
              <FieldCell
                key={field.key}
                model={model}
                record={record}
                field={field}
                included={included}
                mark={marks.get(field.key)}
                onSaved={() => forget(field.key)}
              />
            ))}
          </dl>
        </section>
      ))}
      {empty > 0 && (
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            c="dimmed"
            fw={500}
            aria-expanded={withEmpty}
            onClick={() => setWithEmpty(!withEmpty)}
          >
            {t(withEmpty ? 'details.hideEmpty' : 'details.showEmpty', { count: empty })}
          </Button>
        </div>
      )}
      <Group gap="4px 24px" className={classes.foot}>
        <Moment label={t('details.created')} by={record.createdBy} time={record.createdAt} />
        <Moment label={t('details.updated')} by={record.updatedBy} time={record.updatedAt} />
        <Text size="xs" c="dimmed">
          {t('details.version', { version: record.version })}
        </Text>
        <CopyButton value={record._id}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="subtle" color="gray" c="dimmed" fw={500} onClick={copy}>
              {t(copied ? 'copied' : 'details.copyId')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}

interface MomentProps {
  readonly label: string;
  readonly by: string | null;
  readonly time: string;
}

const Moment = ({ label, by, time }: MomentProps) => (
  <Group gap={6}>
    <Text size="xs" c="dimmed">
      {label} <TimeText value={time} />
    </Text>
    <Person id={by} size="xs" />
  </Group>
);
