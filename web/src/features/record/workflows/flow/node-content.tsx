import { Text } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '~/views/parts/format.ts';
import { iconOf } from '../forms/step-types.ts';
import { isTrigger } from '../forms/triggers.ts';
import classes from './flow.module.css';
import { useFlow } from './flow-context.ts';
import { problemsOf } from './problems.ts';
import type { Step } from './step.ts';
import { StepSummary, TriggerSummary } from './step-summary.tsx';
import { useStepName } from './use-step-name.ts';

/** The first problem of a node. */
function ProblemLine({ id }: { readonly id: string | null }) {
  const { t } = useTranslation('workflows');
  const { problems } = useFlow();
  const named = [...problemsOf(problems, id)].map(([place, text]) => {
    const part = place.split('.').at(-1)?.replace(/\[.*/, '') ?? '';
    return i18next.exists(`workflows:part.${part}`) ? t('problem.at', { part: t(`part.${part}`), text }) : text;
  });
  const [first, ...others] = named;
  if (first === undefined) return null;
  return (
    <span className={`${classes.line} ${classes.problem}`} title={[first, ...others].join('\n')}>
      {others.length > 0 ? t('problem.more', { first, count: others.length }) : first}
    </span>
  );
}

/** A step, as the graph and the list show it: a button that opens its form. */
export function StepButton({ step, number }: { readonly step: Step; readonly number?: number | undefined }) {
  const { t } = useTranslation('workflows');
  const format = useFormat();
  const { model, problems, counts, open } = useFlow();
  const name = useStepName()(step);
  const Icon = iconOf(step.type);
  const count = counts.get(step.key);
  const hasProblem = problemsOf(problems, step.key).size > 0;
  return (
    <button
      type="button"
      className={classes.node}
      data-step={step.key}
      data-problem={hasProblem || undefined}
      onClick={() => open({ kind: 'step', key: step.key })}
    >
      <span className={classes.head}>
        <Icon size={18} aria-hidden />
        <span className={classes.name}>{number === undefined ? name : `${number}. ${name}`}</span>
        {count && count.entered > 0 && (
          <span className={`tabular ${classes.counts}`} title={t('counts.title')}>
            {t('counts.node', { waiting: format.number(count.waiting), entered: format.number(count.entered) })}
          </span>
        )}
      </span>
      <span className={classes.line}>{model && <StepSummary step={step} model={model} />}</span>
      <ProblemLine id={step.key} />
    </button>
  );
}

/** The trigger. */
export function TriggerButton() {
  const { t } = useTranslation('workflows');
  const { flow, model, problems, open } = useFlow();
  const { trigger, triggerConfig } = flow;
  const hasProblem = problemsOf(problems, null).size > 0;
  return (
    <button
      type="button"
      className={classes.node}
      data-trigger
      data-problem={hasProblem || undefined}
      onClick={() => open({ kind: 'step', key: null })}
    >
      <span className={classes.head}>
        <IconBolt size={18} aria-hidden />
        <span className={classes.name}>{isTrigger(trigger) ? t(`trigger.${trigger}`) : trigger}</span>
        {model && (
          <Text span size="xs" c="dimmed">
            {model.labelPlural}
          </Text>
        )}
      </span>
      <span className={classes.line}>
        {model && <TriggerSummary trigger={trigger} config={triggerConfig} model={model} />}
      </span>
      <ProblemLine id={null} />
    </button>
  );
}
