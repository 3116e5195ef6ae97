import { SimpleGrid, Text } from '@mantine/core';
import type { RecordData } from '~/api/records.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { Section } from '~/ui/section.tsx';
import { EditableField } from '~/views/form/editable-field.tsx';
import classes from './parts.module.css';

interface FieldsPanelProps {
  readonly title: string;
  readonly text?: string;
  readonly model: string;
  readonly record: RecordData;
  readonly fields: readonly string[];
}

/** Some fields of a record with their explanations. Each is edited in place. */
export function FieldsPanel({ title, text, model: name, record, fields }: FieldsPanelProps) {
  const registry = useRegistry();
  const model = registry.find(name);
  if (!model) return null;
  return (
    <Section title={title} text={text}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {fields.map((key) => {
          const field = registry.field(model, key);
          return (
            field && (
              <div key={key}>
                <Text size="xs" c="dimmed">
                  {field.label}
                </Text>
                <EditableField model={model} record={record} field={field} />
                {field.help !== undefined && <p className={classes.help}>{field.help}</p>}
              </div>
            )
          );
        })}
      </SimpleGrid>
    </Section>
  );
}
