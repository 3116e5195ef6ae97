import { Button, Group, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { FieldInput } from '~/fields/field-input.tsx';
import { useMe } from '~/metadata/access.ts';
import { type Link, useRegistry } from '~/metadata/registry.ts';
import { errorText } from '~/ui/error-text.ts';
import { Form } from '~/ui/form.tsx';

interface TaskAddProps {
  readonly link: Link;
  readonly id: string;
}

/** Adds a task with a title and a date, assigned to the person. */
export function TaskAdd({ link: { model, field }, id }: TaskAddProps) {
  const { t } = useTranslation('record');
  const refresh = useRefresh(model.path);
  const { user } = useMe();
  const registry = useRegistry();
  const dueDateField = registry.field(model, 'dueDate');
  const [title, setTitle] = useState('');
  const [dueDate, setDueDate] = useState<unknown>(null);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const add = async () => {
    if (title.trim() === '') return;
    setBusy(true);
    setProblem(undefined);
    try {
      await records.create(model.path, { [field.key]: id, title: title.trim(), dueDate, assignedUserId: user._id });
      setTitle('');
      setDueDate(null);
      await refresh();
    } catch (error) {
      setProblem(errorText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form enterSends onSubmit={add}>
      <Group gap="xs" align="flex-end">
        <TextInput
          flex="1 1 220px"
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          label={t('tasks.new')}
          maxLength={registry.field(model, 'title')?.maxLength}
          error={problem}
        />
        {dueDateField && (
          <div style={{ flex: '0 1 180px' }}>
            <FieldInput field={dueDateField} model={model} value={dueDate} onChange={setDueDate} />
          </div>
        )}
        <Button
          type="submit"
          variant="default"
          leftSection={<IconPlus size={16} />}
          loading={busy}
          disabled={title.trim() === ''}
        >
          {t('common:add')}
        </Button>
      </Group>
    </Form>
  );
}
