import { Alert, Anchor, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stepWith } from '../flow/change-flow.ts';
import { useFlow } from '../flow/flow-context.ts';
import { countProblems, type Problems, settingsKey } from '../flow/problems.ts';
import { useProblemText } from '../flow/use-problem-text.ts';
import { useStepName } from '../flow/use-step-name.ts';
import classes from './panels.module.css';

interface ProblemListProps {
  readonly problems: Problems;
  /** What the flow was not, because of the problems. The list opens then, and otherwise on request. */
  readonly missed: 'saved' | 'activated' | undefined;
}

/** Everything that is wrong with the flow. A click opens the form with the input. */
export function ProblemList({ problems, missed }: ProblemListProps) {
  const { t } = useTranslation('workflows');
  const [isChosen, setChosen] = useState(false);
  const { flow, open } = useFlow();
  const stepName = useStepName();
  const problemText = useProblemText();
  const count = countProblems(problems);
  const isOpen = missed !== undefined;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  // A workflow without steps says so at its trigger.
  if (count === 0 || (flow.steps.length === 0 && !isOpen)) return null;
  const nameOf = (key: string | null): string => {
    if (key === settingsKey) return t('settings.title');
    const step = key === null ? undefined : stepWith(flow, key);
    return step ? stepName(step) : t('list.trigger');
  };
  const entries = [...problems].flatMap(([key, node]) =>
    [...node].map(([place, text]) => ({ key, place, text: problemText(place, text) })),
  );
  const isShown = isOpen || isChosen;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      ref={frame}
      title={t(missed === undefined ? 'problem.count' : `problem.not.${missed}`, { count })}
      role={isOpen ? 'alert' : 'status'}
    >
      {isShown ? (
        <ul className={classes.problems} aria-label={t('problem.list')}>
          {entries.map(({ key, place, text }) => (
            <li key={`${key} ${place}`}>
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() =>
                  open(
                    key === settingsKey
                      ? { kind: 'settings', atProblem: true }
                      : { kind: 'step', key, atProblem: true },
                  )
                }
              >
                {nameOf(key)}
              </Anchor>
              {` – ${text}`}
            </li>
          ))}
        </ul>
      ) : (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => setChosen(true)}>
          {t('problem.show')}
        </Button>
      )}
    </Alert>
  );
}
