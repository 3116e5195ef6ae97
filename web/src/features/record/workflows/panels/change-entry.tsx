import { Text } from '@mantine/core';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import { DefinitionText } from '~/views/definition/definition-text.tsx';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import { changedParts, type PartChange, type StepChange } from '../flow/compare-flows.ts';
import { useFlow } from '../flow/flow-context.ts';
import { settingsKey } from '../flow/problems.ts';
import { listOf, objectOf, textOf } from '../flow/step.ts';
import { useStepName } from '../flow/use-step-name.ts';
import { isStepType } from '../forms/step-types.ts';
import { RunValues } from '../runs/run-values.tsx';
import classes from './panels.module.css';

const tones = { added: 'good', removed: 'bad', changed: 'warn' } as const;

interface ChangeEntryProps {
  readonly change: StepChange;
  /** The names of the two versions. */
  readonly titles: readonly [string, string];
}

/** A step that differs in two versions: the parts that differ, side by side. */
export function ChangeEntry({ change: { key, kind, before, after }, titles }: ChangeEntryProps) {
  const { t } = useTranslation('workflows');
  const name = useStepName();
  const step = after ?? before;
  const title = key === null ? t('list.trigger') : key === settingsKey ? t('settings.title') : step && name(step);
  return (
    <li className={classes.entry}>
      <Text size="sm" fw={600}>
        {title} <ToneBadge tone={tones[kind]}>{t(`versions.${kind}`)}</ToneBadge>
      </Text>
      {kind === 'changed' && before && after && (
        <table className={classes.compared}>
          <thead>
            <tr>
              <th scope="col">{t('versions.part')}</th>
              {titles.map((version) => (
                <th key={version} scope="col">
                  {version}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changedParts(before, after).map((part) => (
              <PartRow key={part.key} part={part} />
            ))}
          </tbody>
        </table>
      )}
    </li>
  );
}

function PartRow({ part: { key, before, after } }: { readonly part: PartChange }) {
  const { t } = useTranslation('workflows');
  const label = i18next.exists(`workflows:part.${key}`) ? t(`part.${key}`) : key;
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <PartValue part={key} value={before} />
      </td>
      <td>
        <PartValue part={key} value={after} />
      </td>
    </tr>
  );
}

const filters: ReadonlySet<string> = new Set(['filter', 'previous', 'conditions', 'goal', 'exitConditions']);
const followers: ReadonlySet<string> = new Set(['next', 'else', 'timeoutNext', 'rejectedNext']);

/** Parts that are the id of a record. */
const records: Readonly<Record<string, string>> = {
  templateId: 'communications.emailTemplates',
  campaignId: 'marketing.campaigns',
  segmentId: 'marketing.segments',
  emailListId: 'communications.emailLists',
  workflowId: 'marketing.workflows',
  formId: 'forms.forms',
};

function PartValue({ part, value }: { readonly part: string; readonly value: unknown }) {
  const { t } = useTranslation('workflows');
  const { flow, model } = useFlow();
  const name = useStepName();
  const record = useRecordLabel(
    records[part] ?? 'marketing.workflows',
    records[part] === undefined ? undefined : value,
  );
  if (followers.has(part)) {
    const step = flow.steps.find(({ key }) => key === value);
    return <>{value === null ? t('way.end') : step ? name(step) : String(value)}</>;
  }
  if (value === null || value === undefined || value === '') return <>–</>;
  if (record !== undefined) return <>{record}</>;
  if (part === 'stepType')
    return <>{isStepType(textOf(value)) ? t(`type.${textOf(value) as 'wait'}`) : textOf(value)}</>;
  if (typeof value === 'boolean') return <>{t(value ? 'yes' : 'no')}</>;
  if (filters.has(part) && model) return <DefinitionText model={model} definition={objectOf(value) as Filter} />;
  if (part === 'branches' && model)
    return (
      <>
        {listOf(value).map((branch, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: branches have no id, and the list does not change.
          <div key={n}>
            {textOf(branch.name) || t('way.branch', { number: n + 1 })}
            {': '}
            <DefinitionText model={model} definition={objectOf(branch.filter) as Filter} />
          </div>
        ))}
      </>
    );
  if (typeof value === 'object') return <RunValues value={value} />;
  return <>{String(value)}</>;
}
