import { useTranslation } from 'react-i18next';
import { isStepType } from '../forms/step-types.ts';
import { listOf, type Step, textOf } from './step.ts';

/** Returns a function that names a step: by its name, or by its type. */
export function useStepName(): (step: Pick<Step, 'name' | 'type' | 'key'>) => string {
  const { t } = useTranslation('workflows');
  return ({ name, type, key }) => name ?? (isStepType(type) ? t(`type.${type}`) : type || key);
}

/** Returns a function that names a way out of a step; undefined for the only one. */
export function useWayName(): (step: Step, part: string) => string | undefined {
  const { t } = useTranslation('workflows');
  return ({ type, config }, part) => {
    const [list, index] = part.split('.');
    if (list === 'branches')
      return textOf(listOf(config.branches)[Number(index)]?.name) || t('way.branch', { number: Number(index) + 1 });
    if (list === 'parts') {
      const one = listOf(config.parts)[Number(index)];
      return t('way.part', { name: textOf(one?.name) || Number(index) + 1, percent: one?.percent ?? 0 });
    }
    if (part === 'else') return t('way.else');
    if (part === 'timeoutNext') return t('way.timeout');
    if (part === 'rejectedNext') return t('way.rejected');
    if (type === 'approval') return t('way.approved');
    if (type === 'wait' && config.event !== undefined && config.timeoutNext !== undefined) return t('way.happened');
    return undefined;
  };
}
