import type { RecordData } from '~/api/records.ts';

/** A kind of group. The administration treats teams and departments alike: both have members and a lead. */
export interface GroupKind {
  readonly key: 'teams' | 'departments';
  readonly path: string;
  readonly membersPath: string;
  /** The field of a membership that refers to the group. */
  readonly parentField: string;
  readonly leaderField: string;
  readonly memberRoles: readonly string[];
}

export const teams: GroupKind = {
  key: 'teams',
  path: '/api/identity/teams',
  membersPath: '/api/identity/teamUsers',
  parentField: 'teamId',
  leaderField: 'leadId',
  memberRoles: ['member', 'lead', 'observer'],
};

export const departments: GroupKind = {
  key: 'departments',
  path: '/api/identity/departments',
  membersPath: '/api/identity/departmentUsers',
  parentField: 'departmentId',
  leaderField: 'managerId',
  memberRoles: ['member', 'manager', 'assistant'],
};

export interface GroupRecord extends RecordData {
  readonly name: string;
  readonly description: string | null;
  readonly active: boolean | null;
}

export interface Membership extends RecordData {
  readonly userId: string;
  readonly role: string | null;
}

export const leaderOf = (kind: GroupKind, group: GroupRecord): string | null =>
  (group[kind.leaderField] ?? null) as string | null;
