import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import type { OtherConditions, OtherRowProps } from '../filter/other-conditions.ts';
import { ofRecords } from './of-records.ts';
import { EventRow, JsonRow, PercentRow, RecordRow } from './other-rows.tsx';
import { useShowAs } from './use-show-as.ts';

const sets = {
  segment: { moduleKey: 'marketing', slug: 'segments' },
  list: { moduleKey: 'communications', slug: 'emailLists' },
} as const;

const starts: Readonly<Record<string, unknown>> = { event: { type: '' }, percent: 20 };

/** The conditions of a definition that are not about a field: events, other segments, lists and parts. */
export function useDefinitionConditions(model: Model): OtherConditions {
  const { t } = useTranslation('segments');
  const registry = useRegistry();
  const showAs = useShowAs(model);
  return useMemo(() => {
    const hasLists = modelName(model) === 'sales.contacts' && registry.at('communications', 'emailLists') !== undefined;
    const offered = ['event', 'segment', ...(hasLists ? ['list'] : []), 'percent', null];
    // A field of the account that has the name of a condition hides the condition on the server.
    const options = offered
      .filter((key) => key === null || registry.field(model, key) === undefined)
      .map((key) => ({ key, label: t(`condition.${key ?? 'json'}`) }));
    const Row = ({ node: { key, value }, onChange }: OtherRowProps) => {
      if (key === 'event') return <EventRow model={model} value={value} onChange={onChange} />;
      if (key === 'segment' || key === 'list')
        return (
          <RecordRow
            label={t(`condition.${key}`)}
            reference={sets[key]}
            only={key === 'segment' ? ofRecords(model) : undefined}
            value={value}
            onChange={onChange}
          />
        );
      if (key === 'percent') return <PercentRow value={value} onChange={onChange} />;
      return <JsonRow value={value} onChange={onChange} />;
    };
    return {
      showAs,
      options,
      startOf: (key) => (key === null ? {} : starts[key]),
      Row,
    };
  }, [model, registry, showAs, t]);
}
