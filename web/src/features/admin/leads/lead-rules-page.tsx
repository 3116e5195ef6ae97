import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { RuleConditions } from './rule-conditions.tsx';
import { type Rule, routingRules, scoringRules } from './rules.ts';
import { RulesSection } from './rules-section.tsx';
import { ThresholdsForm } from './thresholds-form.tsx';

/** The rules by which leads get scores and owners. */
export function LeadRulesPage() {
  const { t } = useTranslation(['leads', 'admin']);
  return (
    <Page title={t('admin:sections.leads.name')} description={t('admin:sections.leads.text')}>
      <Stack gap="md">
        <RulesSection kind={scoringRules} columns={useScoringColumns()} />
        <ThresholdsForm />
        <RulesSection kind={routingRules} columns={useRoutingColumns()} />
      </Stack>
    </Page>
  );
}

function useScoringColumns(): readonly Column<Rule>[] {
  const { t } = useTranslation('leads');
  return [
    {
      key: 'model',
      title: t('rules.scoring.model'),
      wide: true,
      cell: ({ modelKey }) => t(modelKey === 'contacts' ? 'rules.contacts' : 'rules.leads'),
    },
    {
      key: 'applies',
      title: t('rules.scoring.applies'),
      wide: true,
      cell: (rule) => <Applies rule={rule} slug={rule.modelKey === 'contacts' ? 'contacts' : 'leads'} />,
    },
    {
      key: 'points',
      title: t('rules.scoring.points'),
      align: 'right',
      cell: ({ points }) => <span className="tabular">{String(points)}</span>,
    },
  ];
}

function useRoutingColumns(): readonly Column<Rule>[] {
  const { t } = useTranslation('leads');
  return [
    {
      key: 'applies',
      title: t('rules.scoring.applies'),
      wide: true,
      cell: (rule) => <Applies rule={rule} slug="leads" />,
    },
    {
      key: 'method',
      title: t('rules.routing.method'),
      cell: ({ method }) => t(`rules.methods.${String(method ?? 'user')}`),
    },
    {
      key: 'who',
      title: t('rules.routing.who'),
      wide: true,
      cell: ({ userIds, teamId }) => {
        const count = Array.isArray(userIds) ? userIds.length : 0;
        const texts = [count > 0 && t('rules.count', { count }), teamId !== null && t('rules.ofTeam')];
        return texts.filter(Boolean).join(', ');
      },
    },
  ];
}

/** The conditions and the event of a rule, in words. */
function Applies({ rule, slug }: { readonly rule: Rule; readonly slug: 'leads' | 'contacts' }) {
  const { t } = useTranslation('leads');
  const model = useRegistry().at('sales', slug);
  const event = typeof rule.eventType === 'string' && t('rules.eventOf', { event: rule.eventType });
  return (
    <Text size="sm" lineClamp={2}>
      {event}
      {event && rule.filter && ' · '}
      {rule.filter && model ? <RuleConditions model={model} filter={rule.filter} /> : !event && t('rules.all')}
    </Text>
  );
}
