import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '~/views/parts/format.ts';
import { useFlow } from '../flow/flow-context.ts';
import classes from './panels.module.css';

const names = ['entered', 'waiting', 'done', 'skipped', 'failed', 'opened', 'clicked', 'replied'] as const;

/** How many records came to a step, and what became of them there. Nothing is shown before the first one. */
export function StepNumbers({ stepKey }: { readonly stepKey: string }) {
  const { t } = useTranslation('workflows');
  const format = useFormat();
  const count = useFlow().counts.get(stepKey);
  if (!count || count.entered === 0) return null;
  return (
    <Group component="dl" gap="6px 18px" m={0} className={classes.numbers} aria-label={t('counts.label')}>
      {names.map((name) => {
        const value = count[name];
        if (value === undefined || (value === 0 && (name === 'skipped' || name === 'failed'))) return null;
        return (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {t(`counts.${name}`)}
            </Text>
            <Text component="dd" size="sm" fw={600} m={0} className="tabular">
              {format.number(value)}
            </Text>
          </div>
        );
      })}
    </Group>
  );
}
