import { Alert, Button, Group, List, Text, Textarea } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ai, type Extracted } from '~/api/ai.ts';
import { isEmpty } from '~/fields/values.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { errorText, problemText } from '~/ui/error-text.ts';
import { sameValue } from './draft.ts';
import classes from './form.module.css';
import type { RecordFormState } from './use-record-form.ts';

interface FillFromTextProps {
  readonly model: Model;
  readonly form: RecordFormState;
  readonly aiModel: string;
  /** Called with the keys of the filled fields. */
  readonly onFilled: (keys: readonly string[]) => void;
}

const maxLength = 20_000;

/** Fills a form from a text, such as a mail signature. Fields that the person has filled stay. */
export function FillFromText({ model, form, aiModel, onFilled }: FillFromTextProps) {
  const { t } = useTranslation('ai');
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const [filled, setFilled] = useState<number>();
  const fill = useMutation({
    mutationFn: () => ai.extract({ text, model: modelName(model), aiModel }),
    onSuccess: ({ record }) => {
      const found = form.fields.filter(
        ({ key }) =>
          !isEmpty(record[key]) && (isEmpty(form.values[key]) || sameValue(form.values[key], form.base[key])),
      );
      form.setValues({ ...form.values, ...Object.fromEntries(found.map(({ key }) => [key, record[key]])) });
      setFilled(found.length);
      setOpened(false);
      onFilled(found.map(({ key }) => key));
    },
  });
  return (
    <div>
      <Button
        size="compact-sm"
        variant="light"
        aria-expanded={opened}
        leftSection={<IconSparkles size={15} />}
        onClick={() => setOpened(!opened)}
      >
        {t('fill.action')}
      </Button>
      {opened && (
        <div className={classes.fill}>
          <Textarea
            label={t('fill.text')}
            description={t('fill.help')}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            autosize
            minRows={4}
            maxRows={12}
            maxLength={maxLength}
            autoFocus
          />
          {fill.error && (
            <Alert color="red" role="alert" py="xs" mt="xs">
              {errorText(fill.error, t)}
            </Alert>
          )}
          <Group mt="xs" gap="xs">
            <Button size="xs" loading={fill.isPending} disabled={text.trim() === ''} onClick={() => fill.mutate()}>
              {t('fill.run')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setOpened(false)}>
              {t('common:cancel')}
            </Button>
          </Group>
        </div>
      )}
      {!opened && fill.data && filled !== undefined && <Filled model={model} extracted={fill.data} count={filled} />}
    </div>
  );
}

interface FilledProps {
  readonly model: Model;
  readonly extracted: Extracted;
  readonly count: number;
}

function Filled({ model, extracted, count }: FilledProps) {
  const { t } = useTranslation('ai');
  const registry = useRegistry();
  return (
    <Alert color="accent" role="status" py="xs" mt="xs">
      <Text size="sm">{t('fill.done', { count })}</Text>
      {extracted.problems.length > 0 && (
        <List size="sm" mt={4}>
          {extracted.problems.map((problem) => (
            <List.Item key={`${problem.field} ${problem.code}`}>
              {registry.field(model, problem.field ?? '')?.label ?? problem.field} {problemText(problem, t)}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
