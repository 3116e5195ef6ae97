import { Anchor, Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { after, type Place } from './change-flow.ts';
import classes from './flow.module.css';
import { useFlow } from './flow-context.ts';
import { inOrder } from './layout.ts';
import { StepButton, TriggerButton } from './node-content.tsx';
import { type Step, waysOf } from './step.ts';
import { useStepName, useWayName } from './use-step-name.ts';

/** The flow as a list of steps, in the order in which records come to them. */
export function FlowList() {
  const { t } = useTranslation('workflows');
  const { flow } = useFlow();
  const steps = inOrder(flow);
  const numbers = new Map(steps.map(({ key }, n) => [key, n + 1]));
  return (
    <ol className={classes.list} aria-label={t('list.label')}>
      <li>
        <TriggerButton />
        <ul className={classes.ways}>
          <WayLine place={{ from: null, part: 'next' }} name={undefined} after={t('list.trigger')} numbers={numbers} />
        </ul>
      </li>
      {steps.map((step, n) => (
        <ListedStep key={step.key} step={step} number={n + 1} numbers={numbers} />
      ))}
    </ol>
  );
}

interface ListedStepProps {
  readonly step: Step;
  readonly number: number;
  readonly numbers: ReadonlyMap<string, number>;
}

function ListedStep({ step, number, numbers }: ListedStepProps) {
  const wayName = useWayName();
  const name = useStepName()(step);
  const ways = waysOf(step);
  return (
    <li>
      <StepButton step={step} number={number} />
      {ways.length > 0 && (
        <ul className={classes.ways}>
          {ways.map(({ part }) => (
            <WayLine
              key={part}
              place={{ from: step.key, part }}
              name={wayName(step, part)}
              after={name}
              numbers={numbers}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

interface WayLineProps {
  readonly place: Place;
  readonly name: string | undefined;
  /** The name of the step before. */
  readonly after: string;
  readonly numbers: ReadonlyMap<string, number>;
}

function WayLine({ place, name, after: before, numbers }: WayLineProps) {
  const { t } = useTranslation('workflows');
  const { flow, canWrite, open } = useFlow();
  const stepName = useStepName();
  const to = after(flow, place);
  const next = flow.steps.find(({ key }) => key === to);
  const label = name === undefined ? t('list.next') : t('list.way', { name });
  return (
    <li>
      <Text span size="sm" c="dimmed">
        {label}{' '}
        {next ? (
          <Anchor component="button" type="button" size="sm" onClick={() => open({ kind: 'step', key: next.key })}>
            {`${numbers.get(next.key) ?? ''}. ${stepName(next)}`}
          </Anchor>
        ) : (
          t('way.end')
        )}
      </Text>{' '}
      {canWrite && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={12} />}
          aria-label={
            name === undefined ? t('add.after', { step: before }) : t('add.afterWay', { step: before, way: name })
          }
          onClick={() => open({ kind: 'add', place })}
        >
          {t('add.short')}
        </Button>
      )}
    </li>
  );
}
