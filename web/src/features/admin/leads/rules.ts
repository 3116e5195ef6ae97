import type { RecordData } from '~/api/records.ts';

/** A kind of rules for leads: its model and the fields of its form. */
export interface RuleKind {
  readonly key: 'scoring' | 'routing';
  readonly slug: string;
  readonly path: string;
  readonly sort: readonly string[];
  /** The fields before and after the conditions. */
  readonly above: readonly string[];
  readonly below: readonly string[];
}

export interface Rule extends RecordData {
  readonly name: string;
  readonly filter: Readonly<Record<string, unknown>> | null;
  readonly active: boolean | null;
}

export const scoringRules: RuleKind = {
  key: 'scoring',
  slug: 'leadScoringRules',
  path: '/api/sales/leadScoringRules',
  sort: ['modelKey', 'name'],
  above: ['name', 'modelKey', 'points'],
  below: ['eventType', 'decayDays', 'active', 'description'],
};

export const routingRules: RuleKind = {
  key: 'routing',
  slug: 'leadRoutingRules',
  path: '/api/sales/leadRoutingRules',
  sort: ['position', 'createdAt'],
  above: ['name', 'position'],
  below: ['method', 'userIds', 'teamId', 'active', 'description'],
};
