import { Alert, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import { Select } from '~/ui/select/select.tsx';
import { FieldOf } from '~/views/parts/field-of.tsx';
import { moveEarlier, moveLater, removeStep, replaceStep, stepWith } from '../flow/change-flow.ts';
import { useFlow } from '../flow/flow-context.ts';
import { NextSelect } from '../flow/next-select.tsx';
import { type NodeProblems, problemsOf } from '../flow/problems.ts';
import { type Config, type Step, waysOf } from '../flow/step.ts';
import { useStepName, useWayName } from '../flow/use-step-name.ts';
import { PartsForm } from '../forms/parts-form.tsx';
import { isStepType, partsOf } from '../forms/step-types.ts';
import { isTrigger, triggerNames, triggerParts } from '../forms/triggers.ts';
import { FormDrawer } from './form-drawer.tsx';
import { StepNumbers } from './step-numbers.tsx';

interface StepDrawerProps {
  /** Null for the trigger. */
  readonly stepKey: string | null;
  readonly hookUrl: unknown;
  readonly atProblem: boolean | undefined;
  readonly onClose: () => void;
}

/** The form of a node. Changes are part of the flow at once; closing the drawer keeps them. */
export function StepDrawer({ stepKey, hookUrl, atProblem, onClose }: StepDrawerProps) {
  const { t } = useTranslation('workflows');
  const { flow, canWrite } = useFlow();
  const name = useStepName();
  const step = stepKey === null ? undefined : stepWith(flow, stepKey);
  const title = step ? name(step) : t('list.trigger');
  return (
    <FormDrawer
      title={title}
      atProblem={atProblem}
      onClose={onClose}
      aside={step && canWrite && <DeleteStep step={step} onClose={onClose} />}
    >
      {step ? <StepForm key={step.key} step={step} /> : <TriggerForm hookUrl={hookUrl} />}
    </FormDrawer>
  );
}

/** Changes the place of a step with that of the step before or after it. */
function MoveButtons({ stepKey }: { readonly stepKey: string }) {
  const { t } = useTranslation('workflows');
  const { flow, change } = useFlow();
  const [earlier, later] = [moveEarlier(flow, stepKey), moveLater(flow, stepKey)];
  if (!earlier && !later) return null;
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowUp size={14} />}
        disabled={!earlier}
        onClick={() => earlier && change(earlier)}
      >
        {t('move.earlier')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowDown size={14} />}
        disabled={!later}
        onClick={() => later && change(later)}
      >
        {t('move.later')}
      </Button>
    </Group>
  );
}

function DeleteStep({ step, onClose }: { readonly step: Step; readonly onClose: () => void }) {
  const { t } = useTranslation('workflows');
  const { flow, change } = useFlow();
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={16} />}
      onClick={() => {
        onClose();
        change(removeStep(flow, step.key));
      }}
    >
      {t('deleteStep')}
    </Button>
  );
}

/** Problems of the node itself, which belong to no control. */
export function OwnProblems({
  problems,
  shown,
}: {
  readonly problems: NodeProblems;
  readonly shown: readonly string[];
}) {
  const texts = [...problems].filter(([place]) => !shown.some((key) => place === key || startsAt(place, key)));
  if (texts.length === 0) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
      {texts.map(([place, text]) => (
        <div key={place}>{text}</div>
      ))}
    </Alert>
  );
}

const startsAt = (place: string, key: string): boolean => place.startsWith(`${key}.`) || place.startsWith(`${key}[`);

/** Places that the controls of a wait show, besides those of its parts. */
const waitPlaces = ['for', 'time', 'weekdays', 'untilField', 'offset', 'event', 'timeout'];

function StepForm({ step }: { readonly step: Step }) {
  const { t } = useTranslation('workflows');
  const { flow, model, problems, change, canWrite } = useFlow();
  const wayName = useWayName();
  const own = problemsOf(problems, step.key);
  const parts = partsOf(step.type);
  const ways = waysOf(step);
  const set = (next: Step, tag?: string) => change(replaceStep(flow, step.key, next), tag);
  const shown = [
    ...parts.map(({ key }) => key),
    ...ways.map(({ part }) => part),
    ...(step.type === 'wait' ? waitPlaces : []),
  ];
  return (
    <Stack gap="md">
      <OwnProblems problems={own} shown={shown} />
      <StepNumbers stepKey={step.key} />
      <Fieldset variant="unstyled" disabled={!canWrite}>
        <Stack gap="md">
          <TextInput
            label={t('part.stepName')}
            placeholder={isStepType(step.type) ? t(`type.${step.type}`) : step.type}
            value={step.name ?? ''}
            maxLength={255}
            onChange={({ currentTarget }) => set({ ...step, name: currentTarget.value || null }, `name of ${step.key}`)}
          />
          {model && (
            <PartsForm
              parts={parts}
              config={step.config}
              onChange={(config) => set({ ...step, config }, `config of ${step.key} ${shapeOf(config)}`)}
              model={model}
              problems={own}
            />
          )}
        </Stack>
      </Fieldset>
      {ways.length > 0 && (
        <Fieldset legend={t('way.title')} disabled={!canWrite}>
          <Stack gap="xs">
            <MoveButtons stepKey={step.key} />
            {ways.map(({ part }) => (
              <NextSelect key={part} place={{ from: step.key, part }} label={wayName(step, part) ?? t('way.next')} />
            ))}
          </Stack>
        </Fieldset>
      )}
    </Stack>
  );
}

/** Typing changes texts only, so changes of a configuration of the same shape are undone together. */
export const shapeOf = (config: Config): string =>
  JSON.stringify(config, (_, value) => (typeof value === 'string' && value !== '' ? 'text' : value));

function TriggerForm({ hookUrl }: { readonly hookUrl: unknown }) {
  const { t } = useTranslation('workflows');
  const { flow, model, problems, change, canWrite } = useFlow();
  const registry = useRegistry();
  const own = problemsOf(problems, null);
  const { trigger, triggerConfig } = flow;
  const parts = triggerParts(trigger);
  return (
    <Stack gap="md">
      <OwnProblems problems={own} shown={[...parts.map(({ key }) => key), 'modelKey', 'trigger']} />
      <Fieldset variant="unstyled" disabled={!canWrite}>
        <Stack gap="md">
          <FieldOf
            model="marketing.workflows"
            field="modelKey"
            label={t('part.records')}
            help={t('help.records')}
            value={flow.modelKey}
            onChange={(name) => {
              const next = registry.find(String(name ?? ''));
              if (next) change({ ...flow, modelKey: String(name) });
            }}
            error={own.get('modelKey')}
          />
          <Select
            label={t('part.trigger')}
            data={triggerNames.map((name) => ({ value: name, label: t(`trigger.${name}`) }))}
            value={trigger}
            onChange={(name) => change({ ...flow, trigger: name ?? 'manual', triggerConfig: {} })}
            error={own.get('trigger')}
          />
          {isTrigger(trigger) && (trigger === 'manual' || trigger === 'webhook') && (
            <WebhookHelp trigger={trigger} hookUrl={hookUrl} />
          )}
          {model && (
            <PartsForm
              key={trigger}
              parts={parts}
              config={triggerConfig}
              onChange={(config) => change({ ...flow, triggerConfig: config }, `trigger ${shapeOf(config)}`)}
              model={model}
              problems={own}
            />
          )}
        </Stack>
      </Fieldset>
      {flow.steps.length > 0 && <NextSelect place={{ from: null, part: 'next' }} label={t('way.first')} />}
    </Stack>
  );
}

function WebhookHelp({ trigger, hookUrl }: { readonly trigger: 'manual' | 'webhook'; readonly hookUrl: unknown }) {
  const { t } = useTranslation('workflows');
  const url = typeof hookUrl === 'string' && hookUrl !== '' ? hookUrl : undefined;
  return (
    <>
      <Alert color="gray">{t(`triggerHelp.${trigger}`)}</Alert>
      {trigger === 'webhook' && url !== undefined && <TextInput label={t('hookUrl')} value={url} readOnly />}
    </>
  );
}
