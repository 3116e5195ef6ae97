import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '~/fields/field-input.tsx';
import { type Model, modelName } from '~/metadata/model.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Form } from '~/ui/form.tsx';
import { stepWith } from '../flow/change-flow.ts';
import { useFlow } from '../flow/flow-context.ts';
import { useStepName } from '../flow/use-step-name.ts';
import { recordField } from '../forms/plain-fields.ts';
import { iconOf } from '../forms/step-types.ts';
import { ReasonText } from '../runs/reason-text.tsx';
import { workflowActions } from '../workflows-api.ts';
import classes from './panels.module.css';

interface TestDialogProps {
  readonly id: string;
  readonly model: Model;
  /** Saves what is not saved yet, because the server tests the saved steps. */
  readonly prepare: () => Promise<boolean>;
  readonly onClose: () => void;
}

/** The decision about a step that acts. What it would do says more. */
const carriedOut = 'The step is carried out.';

type Answer = Awaited<ReturnType<typeof workflowActions.test>>;

/** Says what the workflow would do with a record, step by step. Nothing is written. */
export function TestDialog({ id, model, prepare, onClose }: TestDialogProps) {
  const { t } = useTranslation('workflows');
  const [recordId, setRecordId] = useState<unknown>(null);
  const [sendToMe, setSendToMe] = useState(false);
  const test = useMutation({
    mutationFn: async () => {
      if (!(await prepare())) return undefined;
      return workflowActions.test(id, { recordId: String(recordId), sendToMe });
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('test.title')} size="lg">
      <Form onSubmit={() => test.mutate()}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('test.text')}
          </Text>
          <FieldInput
            field={recordField('recordId', model.label, modelName(model), { required: true })}
            model={model}
            value={recordId}
            onChange={setRecordId}
            autoFocus
          />
          <Checkbox
            label={t('test.sendToMe')}
            checked={sendToMe}
            onChange={({ currentTarget }) => setSendToMe(currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={test.isPending} disabled={typeof recordId !== 'string'}>
              {t('test.action')}
            </Button>
          </Group>
        </Stack>
      </Form>
      {test.error && <ErrorState error={test.error} />}
      {test.data && <TestResult answer={test.data} />}
    </Modal>
  );
}

function TestResult({ answer: { enrolls, steps } }: { readonly answer: Answer }) {
  const { t } = useTranslation('workflows');
  const { flow, model } = useFlow();
  const name = useStepName();
  const stepName = (key: string) => {
    const step = stepWith(flow, key);
    return step && name(step);
  };
  return (
    <Stack gap="sm" mt="sm" aria-live="polite">
      <Alert color={enrolls.would ? 'teal' : 'gray'} title={t(enrolls.would ? 'test.enrolls' : 'test.enrollsNot')}>
        <ReasonText text={enrolls.why} model={model} stepName={stepName} />
      </Alert>
      <ol className={classes.entries} aria-label={t('test.steps')}>
        {steps.map(({ key, type, decision, would }, n) => {
          const Icon = iconOf(type);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step may be met several times.
            <li key={n} className={classes.entry}>
              <Group gap={8} wrap="nowrap">
                <Icon size={16} aria-hidden />
                <Text size="sm" fw={600}>
                  {`${n + 1}. ${name(stepWith(flow, key) ?? { key, type, name: null })}`}
                </Text>
              </Group>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                <ReasonText text={would} model={model} stepName={stepName} />
              </Text>
              {decision !== carriedOut && (
                <Text size="xs" c="dimmed">
                  <ReasonText text={decision} model={model} stepName={stepName} />
                </Text>
              )}
            </li>
          );
        })}
      </ol>
    </Stack>
  );
}
