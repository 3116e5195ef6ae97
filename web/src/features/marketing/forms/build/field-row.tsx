import { Badge, Button, Collapse, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FieldSettings, Form } from '../form.ts';
import type { FormField } from '../form-field.ts';
import { FieldSettingsForm } from './field-settings-form.tsx';

interface FieldRowProps {
  readonly form: Form;
  readonly fieldKey: string;
  /** Undefined when neither the form nor its model has the field. */
  readonly field: FormField | undefined;
  readonly change: (values: Readonly<Record<string, unknown>>) => void;
  readonly disabled: boolean;
  readonly opened: boolean;
  readonly onToggle: () => void;
}

/** A field of a form. Its settings open below it. */
export function FieldRow({ form, fieldKey, field, change, disabled, opened, onToggle }: FieldRowProps) {
  const { t } = useTranslation(['marketing-forms', 'fields']);
  if (!field)
    return (
      <Text size="sm" c="red">
        {t('build.unknown', { key: fieldKey })}
      </Text>
    );
  // People who may not change the form can still read the settings.
  const opening = disabled
    ? ({ name: 'showOf', text: 'build.show' } as const)
    : ({ name: 'edit', text: 'common:edit' } as const);
  const closing = disabled
    ? ({ name: 'hideOf', text: 'build.hide' } as const)
    : ({ name: 'doneWith', text: 'build.done' } as const);
  const required = new Set(form.requiredFields);
  const setRequired = (isRequired: boolean) => {
    if (isRequired) required.add(fieldKey);
    else required.delete(fieldKey);
    change({ requiredFields: [...required] });
  };
  const setSettings = (settings: FieldSettings) =>
    change({ fieldSettings: { ...form.fieldSettings, [fieldKey]: settings } });
  return (
    <div>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text size="sm" truncate>
          {field.label}
          {field.required && <span aria-hidden> *</span>}
        </Text>
        <Group gap={6} wrap="nowrap">
          <Badge
            variant="light"
            color={field.isOwn ? 'accent' : 'gray'}
            size="sm"
            radius="sm"
            tt="none"
            visibleFrom="xs"
          >
            {t(`types.${field.type}`)}
          </Badge>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={onToggle}
            aria-expanded={opened}
            aria-label={t(`build.${opened ? closing.name : opening.name}`, { label: field.label })}
          >
            {t(opened ? closing.text : opening.text)}
          </Button>
        </Group>
      </Group>
      <Collapse expanded={opened}>
        {opened && (
          <FieldSettingsForm
            field={field}
            settings={form.fieldSettings?.[fieldKey] ?? {}}
            onSettings={setSettings}
            onRequired={setRequired}
            disabled={disabled}
          />
        )}
      </Collapse>
    </div>
  );
}
