import { Button, Divider, Group, Modal, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '~/lib/key-of.ts';
import type { Model } from '~/metadata/model.ts';
import { Form } from '~/ui/form.tsx';
import { Select } from '~/ui/select/select.tsx';
import type { Form as EditedForm, FieldSettings } from '../form.ts';
import { fieldsToAdd, freeKey, ownTypes } from '../form-field.ts';
import classes from './build.module.css';

interface AddFieldDialogProps {
  readonly form: EditedForm;
  readonly model: Model | undefined;
  /** With `settings` the field belongs to the form itself, otherwise to the model. */
  readonly onAdd: (key: string, settings?: FieldSettings) => void;
  readonly onClose: () => void;
}

/** Adds fields of the model one after the other, or a question that exists only in the form. */
export function AddFieldDialog({ form, model, onAdd, onClose }: AddFieldDialogProps) {
  const { t } = useTranslation('marketing-forms');
  const [search, setSearch] = useState('');
  const offered = fieldsToAdd(model, form).filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
  return (
    <Modal opened onClose={onClose} title={t('add.title')}>
      <Stack gap="sm">
        {model && (
          <>
            <TextInput
              size="xs"
              type="search"
              label={t('add.ofModel', { model: model.labelPlural })}
              placeholder={t('common:search')}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              data-autofocus
            />
            <ScrollArea.Autosize mah={220} type="auto" viewportProps={{ tabIndex: 0 }}>
              {offered.length === 0 && (
                <Text size="sm" c="dimmed">
                  {t('common:nothingFound')}
                </Text>
              )}
              {offered.map(({ key, label, type }) => (
                <UnstyledButton key={key} className={classes.choice} onClick={() => onAdd(key)}>
                  <span>{label}</span>
                  <Text span size="xs" c="dimmed">
                    {t(`types.${type}`)}
                  </Text>
                </UnstyledButton>
              ))}
            </ScrollArea.Autosize>
            <Divider label={t('add.or')} />
          </>
        )}
        <OwnField form={form} onAdd={onAdd} onClose={onClose} />
      </Stack>
    </Modal>
  );
}

function OwnField({ form, onAdd, onClose }: Omit<AddFieldDialogProps, 'model'>) {
  const { t } = useTranslation('marketing-forms');
  const [label, setLabel] = useState('');
  const [type, setType] = useState<string>('text');
  const submit = () => {
    const hasOptions = type === 'choice' || type === 'list';
    onAdd(freeKey(form, keyOf(label)), {
      type,
      label: label.trim(),
      ...(hasOptions && { options: [t('add.option', { number: 1 }), t('add.option', { number: 2 })] }),
    });
    onClose();
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          label={t('add.question')}
          description={t('add.questionHelp')}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          maxLength={500}
          required
        />
        <Select
          label={t('field.type')}
          data={ownTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
          value={type}
          onChange={(next) => next !== null && setType(next)}
          allowDeselect={false}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
          <Button type="submit" disabled={label.trim() === ''}>
            {t('add.action')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
