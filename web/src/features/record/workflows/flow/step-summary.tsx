import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { DefinitionText } from '~/views/definition/definition-text.tsx';
import { readDuration, readWeekly } from '~/views/times/duration.ts';
import { weekdayName } from '~/views/times/weekdays.tsx';
import { useEventLabel } from '../forms/event-part.tsx';
import { targetModel } from '../forms/target-model.ts';
import { readUsers } from '../forms/users-part.tsx';
import { waitKind } from '../forms/wait-part.tsx';
import { type Config, listOf, objectOf, type Step, textOf } from './step.ts';

interface SummaryProps {
  readonly step: Pick<Step, 'type' | 'config'>;
  readonly model: Model;
}

/** Returns a function that writes `3d` as "3 days". */
function useDurationText(): (value: unknown) => string {
  const { t } = useTranslation('workflows');
  return (value) => {
    const duration = readDuration(value);
    if (!duration) return textOf(value);
    return t(`duration.text.${duration.unit}`, { count: duration.number });
  };
}

/** What a step does, in one line. */
export function StepSummary({ step, model }: SummaryProps) {
  const { type, config } = step;
  if (type === 'wait') return <WaitSummary config={config} model={model} />;
  if (type === 'notify' || type === 'assign' || type === 'approval') return <UsersSummary step={step} />;
  if (type === 'sendEmail' && textOf(config.subject) === '')
    return <RecordName model="communications.emailTemplates" id={config.templateId} />;
  if (type === 'addToList' || type === 'removeFromList')
    return <RecordName model="communications.emailLists" id={config.emailListId} />;
  if (type === 'enroll' || type === 'forEach') return <RecordName model="marketing.workflows" id={config.workflowId} />;
  if (type === 'goal') return <FilterText model={model} filter={config.filter} />;
  return <PlainSummary step={step} model={model} />;
}

const firstText: Readonly<Record<string, string>> = {
  sendEmail: 'subject',
  sendSms: 'text',
  createTask: 'title',
  addTag: 'tag',
  removeTag: 'tag',
  exit: 'reason',
  ai: 'prompt',
};

function PlainSummary({ step: { type, config }, model }: SummaryProps) {
  const { t } = useTranslation('workflows');
  const registry = useRegistry();
  const key = firstText[type];
  if (key !== undefined) return <>{textOf(config[key])}</>;
  if (type === 'branch') return <>{t('summary.branches', { count: listOf(config.branches).length })}</>;
  if (type === 'split')
    return (
      <>
        {listOf(config.parts)
          .map(({ percent }) => `${percent} %`)
          .join(' · ')}
      </>
    );
  if (type === 'score') return <>{t('summary.points', { count: Number(config.points ?? 0) })}</>;
  if (type === 'http') return <>{`${textOf(config.method) || 'POST'} ${textOf(config.url)}`}</>;
  if (type === 'createRecord') return <>{registry.find(textOf(config.model))?.label}</>;
  const target = targetModel(registry, model, config.target);
  if (type === 'deleteRecord') return <>{target?.label}</>;
  const labels = Object.keys(objectOf(config.values)).map(
    (one) => (target && registry.field(target, one)?.label) ?? one,
  );
  return <>{labels.join(', ')}</>;
}

function RecordName({ model, id }: { readonly model: string; readonly id: unknown }) {
  return <>{useRecordLabel(model, id)}</>;
}

function FilterText({ model, filter }: { readonly model: Model; readonly filter: unknown }) {
  const known = objectOf(filter) as Filter;
  return Object.keys(known).length === 0 ? null : <DefinitionText model={model} definition={known} />;
}

function UsersSummary({ step: { type, config } }: Pick<SummaryProps, 'step'>) {
  const { t } = useTranslation('workflows');
  const users = readUsers(type === 'notify' ? config.to : type === 'assign' ? config : config.by);
  const name = useRecordLabel(users.kind === 'team' ? 'identity.teams' : 'identity.users', users.id);
  const who = users.kind === 'user' || users.kind === 'team' ? name : t(`users.${users.kind}`);
  const text = textOf(config.title) || textOf(config.message);
  return <>{[who, text].filter(Boolean).join(': ')}</>;
}

function WaitSummary({ config, model }: { readonly config: Config; readonly model: Model }) {
  const { t, i18n } = useTranslation('workflows');
  const registry = useRegistry();
  const eventName = useEventLabel(model);
  const duration = useDurationText();
  const kind = waitKind(config);
  if (kind === 'for') return <>{duration(config.for)}</>;
  if (kind === 'time') {
    const days = Array.isArray(config.weekdays)
      ? config.weekdays.map((day) => weekdayName(Number(day), i18n.language))
      : [];
    return (
      <>
        {t('summary.time', {
          time: textOf(config.time),
          days: days.join(', '),
          context: days.length > 0 ? 'days' : '',
        })}
      </>
    );
  }
  if (kind === 'untilField') {
    const key = textOf(config.untilField);
    return <>{registry.field(model, key)?.label ?? key}</>;
  }
  const name = eventName(textOf(objectOf(config.event).type));
  return (
    <>{config.timeout === undefined ? name : t('summary.atMost', { event: name, time: duration(config.timeout) })}</>
  );
}

interface TriggerSummaryProps {
  readonly trigger: string;
  readonly config: Config;
  readonly model: Model;
}

/** The condition of a trigger, in one line. */
export function TriggerSummary({ trigger, config, model }: TriggerSummaryProps) {
  const { t, i18n } = useTranslation('workflows');
  const registry = useRegistry();
  const eventName = useEventLabel(model);
  const duration = useDurationText();
  if (trigger === 'segmentEntered' || trigger === 'segmentLeft')
    return <RecordName model="marketing.segments" id={config.segmentId} />;
  if (trigger === 'formSubmitted') return <RecordName model="forms.forms" id={config.formId} />;
  if (trigger.startsWith('email')) return <RecordName model="communications.emailTemplates" id={config.templateId} />;
  if (trigger === 'event') return <>{eventName(textOf(config.type))}</>;
  if (trigger === 'schedule') {
    const weekly = readWeekly(textOf(config.cron));
    if (!weekly) return <>{textOf(config.cron)}</>;
    const days =
      weekly.weekdays.length === 7 ? '' : weekly.weekdays.map((day) => weekdayName(day, i18n.language)).join(', ');
    return <>{t('summary.time', { time: weekly.time, days, context: days === '' ? '' : 'days' })}</>;
  }
  if (trigger === 'date') {
    const label = registry.field(model, textOf(config.field))?.label ?? '';
    const offset = readDuration(config.offset);
    if (!offset || offset.number === 0) return <>{label}</>;
    const time = duration(config.offset);
    return (
      <>{offset.before ? t('summary.before', { time, field: label }) : t('summary.after', { time, field: label })}</>
    );
  }
  return <FilterText model={model} filter={config.filter} />;
}
