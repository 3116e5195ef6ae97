import { Spoiler, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PendingAction } from '~/api/ai.ts';
import type { Filter } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { DefinitionText } from '~/views/definition/definition-text.tsx';
import { weekdayName } from '~/views/times/weekdays.tsx';
import { inOrder } from '../flow/layout.ts';
import { flowOf, objectOf, type Step, textOf, waysOf } from '../flow/step.ts';
import { StepSummary, TriggerSummary } from '../flow/step-summary.tsx';
import { useStepName, useWayName } from '../flow/use-step-name.ts';
import { isTrigger } from '../forms/triggers.ts';
import { outwardTexts } from './outward-texts.ts';
import classes from './proposal.module.css';

type Values = Readonly<Record<string, unknown>>;

/** A workflow that the assistant proposes: its trigger, its rules, and its steps in the order in which records come to them. */
export function WorkflowProposal({ action: { after } }: { readonly action: PendingAction }) {
  const { t } = useTranslation('workflows');
  const registry = useRegistry();
  if (!after) return null;
  const flow = flowOf(after);
  const model = registry.find(flow.modelKey);
  const steps = inOrder(flow);
  const numbers = new Map(steps.map(({ key }, n) => [key, n + 1]));
  return (
    <div className={classes.proposal}>
      <Text size="sm" fw={600}>
        {textOf(after.name)}
      </Text>
      {textOf(after.description) !== '' && <Text size="sm">{textOf(after.description)}</Text>}
      <Text size="sm" component="div">
        <b>{isTrigger(flow.trigger) ? t(`trigger.${flow.trigger}`) : flow.trigger}</b> · {model?.labelPlural}{' '}
        {model && (
          <span className={classes.type}>
            <TriggerSummary trigger={flow.trigger} config={flow.triggerConfig} model={model} />
          </span>
        )}
      </Text>
      {model && <Rules values={after} model={model} />}
      <ol className={classes.steps} aria-label={t('list.label')}>
        {steps.map((step, n) => (
          <ProposedStep
            key={step.key}
            step={step}
            following={steps[n + 1]?.key ?? null}
            model={model}
            numbers={numbers}
          />
        ))}
      </ol>
      <Text size="xs" c="dimmed">
        {t('proposal.draft')}
      </Text>
    </div>
  );
}

const filters = ['conditions', 'goal', 'exitConditions'] as const;

/** Who is enrolled, who leaves, and when messages are sent. */
function Rules({ values, model }: { readonly values: Values; readonly model: Model }) {
  const { t, i18n } = useTranslation('workflows');
  const { weekdays, from, to, tz } = objectOf(values.sendWindow);
  const days = Array.isArray(weekdays) ? weekdays.map((day) => weekdayName(Number(day), i18n.language)) : [];
  const hours = [textOf(from), textOf(to)].filter(Boolean).join(' – ');
  const window = [days.join(', '), hours, tz === 'contact' ? t('proposal.zoneOfContact') : textOf(tz)];
  return (
    <>
      {filters.map((key) => {
        const filter = objectOf(values[key]) as Filter;
        return Object.keys(filter).length === 0 ? null : (
          <Text key={key} size="sm" component="div">
            {t(`proposal.${key}`)} <DefinitionText model={model} definition={filter} />
          </Text>
        );
      })}
      {hours !== '' || days.length > 0 ? (
        <Text size="sm">
          {t('proposal.sendWindow')} {window.filter(Boolean).join(' · ')}
        </Text>
      ) : null}
    </>
  );
}

interface ProposedStepProps {
  readonly step: Step;
  /** The key of the step below; null for the last one. */
  readonly following: string | null;
  readonly model: Model | undefined;
  readonly numbers: ReadonlyMap<string, number>;
}

function ProposedStep({ step, following, model, numbers }: ProposedStepProps) {
  const { t } = useTranslation('workflows');
  const wayName = useWayName();
  const name = useStepName()(step);
  // The list itself says that the step below follows.
  const ways = waysOf(step).filter(({ part, to }) => wayName(step, part) !== undefined || to !== following);
  const texts = outwardTexts(step.config);
  const type = t(`type.${step.type}` as 'type.wait', { defaultValue: step.type });
  return (
    <li>
      <Text size="sm" component="div">
        <b>{name}</b>
        {name !== type && <span className={classes.type}> {type}</span>}
      </Text>
      <Text size="sm" component="div">
        {model && <StepSummary step={step} model={model} />}
      </Text>
      {texts.map(({ key, part, text }) => (
        <Spoiler key={key} maxHeight={72} showLabel={t('proposal.more')} hideLabel={t('proposal.less')}>
          <Text size="xs" c="dimmed" component="div" className={classes.text}>
            <b>{part === undefined ? key : t(`part.${part}`)}</b> {text}
          </Text>
        </Spoiler>
      ))}
      {ways.map(({ part, to }) => (
        <Text key={part} size="xs" c="dimmed">
          {wayName(step, part) === undefined ? t('list.next') : t('list.way', { name: wayName(step, part) })}{' '}
          {to === null ? t('way.end') : `${numbers.get(to) ?? to}.`}
        </Text>
      ))}
    </li>
  );
}
