import { IconBolt } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '~/views/parts/format.ts';
import { iconOf } from '../forms/step-types.ts';
import { isTrigger } from '../forms/triggers.ts';
import { moveEarlier, moveLater, removeStep } from './change-flow.ts';
import classes from './flow.module.css';
import { useFlow } from './flow-context.ts';
import { problemsOf } from './problems.ts';
import type { Step } from './step.ts';
import { StepSummary, TriggerSummary } from './step-summary.tsx';
import { useProblemText } from './use-problem-text.ts';
import { useStepName } from './use-step-name.ts';

/** The first problem of a node. */
function ProblemLine({ id }: { readonly id: string | null }) {
  const { t } = useTranslation('workflows');
  const { problems } = useFlow();
  const problemText = useProblemText();
  const named = [...problemsOf(problems, id)].map(([place, text]) => problemText(place, text));
  const [first, ...others] = named;
  if (first === undefined) return null;
  return (
    <span className={`${classes.line} ${classes.problem}`} title={[first, ...others].join('\n')}>
      {others.length > 0 ? t('problem.more', { first, count: others.length }) : first}
    </span>
  );
}

/** How many records are at a step, went on and failed. The first and the last open a list of these records. */
function CountLine({ step, name }: { readonly step: Step; readonly name: string }) {
  const { t } = useTranslation('workflows');
  const format = useFormat();
  const { counts, open } = useFlow();
  const count = counts.get(step.key);
  if (!count || count.entered === 0) return null;
  const gone = count.done + count.skipped;
  const list = (kind: 'here' | 'failing', number: number) => {
    const shown = t(`counts.${kind}`, { count: number, number: format.number(number) });
    return (
      <button
        type="button"
        className={`${classes.count} ${kind === 'failing' ? classes.problem : ''}`}
        // The name of the button begins with what it shows, so that people who speak to the browser can say it.
        aria-label={`${shown}. ${t(`counts.open.${kind}`, { count: number, step: name })}`}
        onClick={() => open({ kind: 'enrollments', step: step.key, status: kind })}
      >
        {shown}
      </button>
    );
  };
  return (
    <span className={`tabular ${classes.counts}`}>
      {count.waiting > 0 && list('here', count.waiting)}
      {gone > 0 && <span>{t('counts.gone', { number: format.number(gone) })}</span>}
      {count.failed > 0 && list('failing', count.failed)}
      {count.conversion !== null && (
        <span className={classes.reached} title={t('counts.reachedHelp')}>
          {format.rate(count.conversion)}
        </span>
      )}
    </span>
  );
}

/** A step, as the graph and the list show it: a button that opens its form, and the numbers of its records. */
export function StepButton({ step, number }: { readonly step: Step; readonly number?: number | undefined }) {
  const { flow, model, problems, open, canWrite, change } = useFlow();
  const { t } = useTranslation('workflows');
  const name = useStepName()(step);
  const Icon = iconOf(step.type);
  const hasProblem = problemsOf(problems, step.key).size > 0;
  const byKey = (event: KeyboardEvent) => {
    const changed =
      event.key === 'Delete'
        ? removeStep(flow, step.key)
        : event.altKey && event.key === 'ArrowUp'
          ? moveEarlier(flow, step.key)
          : event.altKey && event.key === 'ArrowDown'
            ? moveLater(flow, step.key)
            : undefined;
    if (!changed) return;
    event.preventDefault();
    change(changed);
  };
  return (
    <div className={classes.node} data-step={step.key} data-problem={hasProblem || undefined}>
      <button
        type="button"
        className={classes.open}
        onClick={() => open({ kind: 'step', key: step.key })}
        {...(canWrite && {
          onKeyDown: byKey,
          'aria-keyshortcuts': 'Delete Alt+ArrowUp Alt+ArrowDown',
          title: t('keys'),
        })}
      >
        <span className={classes.head}>
          <Icon size={18} aria-hidden />
          <span className={classes.name}>{number === undefined ? name : `${number}. ${name}`}</span>
        </span>
        <span className={classes.line}>{model && <StepSummary step={step} model={model} />}</span>
        <ProblemLine id={step.key} />
      </button>
      {!hasProblem && <CountLine step={step} name={name} />}
    </div>
  );
}

/** The trigger. */
export function TriggerButton() {
  const { t } = useTranslation('workflows');
  const { flow, model, problems, open } = useFlow();
  const { trigger, triggerConfig } = flow;
  const hasProblem = problemsOf(problems, null).size > 0;
  return (
    <div className={classes.node} data-trigger data-problem={hasProblem || undefined}>
      <button type="button" className={classes.open} onClick={() => open({ kind: 'step', key: null })}>
        <span className={classes.head}>
          <IconBolt size={18} aria-hidden />
          <span className={classes.name}>{isTrigger(trigger) ? t(`trigger.${trigger}`) : trigger}</span>
        </span>
        <span className={classes.line}>
          {model && <TriggerSummary trigger={trigger} config={triggerConfig} model={model} />}
        </span>
        {hasProblem ? <ProblemLine id={null} /> : <span className={classes.line}>{model?.labelPlural}</span>}
      </button>
    </div>
  );
}
