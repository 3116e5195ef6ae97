import {
  boolean,
  date,
  datetime,
  email,
  json,
  list,
  longText,
  phone,
  reference,
  secret,
  text,
  url,
} from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { goodPassword, rolesExist } from '../rules/field-rules.ts';
import { userHooks } from '../rules/user-hooks.ts';
import { lockedUntil } from '../sql/locked-until.ts';
import { fullName } from './fields/fullName.ts';

export const users = defineModel({
  slug: 'users',
  title: 'email',
  owned: false,
  removeSets: { active: false },
  affectsAccess: ['email', 'roles', 'active'],
  hooks: userHooks,
  fields: {
    email: email({ required: true, unique: true, search: true }),
    ...fullName(),
    // An admin may set the first password of a new user. Later it is changed only by the actions in actions/passwords/.
    password: secret({
      hash: true,
      createOnly: true,
      rule: goodPassword,
      help: 'At least 10 characters, and none of the common passwords.',
      example: 'nine green kettles whistle',
    }),
    roles: list({
      default: [],
      rule: rolesExist,
      help: 'Names of at most 50 roles, whose permissions you hold yourself.',
      example: ['member'],
    }),
    active: boolean({ default: true, index: true }),
    emailVerified: boolean({ readOnly: true, default: false }),
    emailVerifiedAt: datetime({ readOnly: true }),
    verificationDueAt: datetime({ readOnly: true }),
    lastLoginAt: datetime({ readOnly: true, index: true, eventless: true }),
    lockedUntil: datetime({
      computed: lockedUntil,
      changedBy: 'POST /api/identity/users/{id}/unlock ends a lock',
      shownWith: 'identity:admin',
    }),
    title: text({ label: 'Job title' }),
    departmentId: reference('identity.departments'),
    managerId: reference('identity.users', { acyclic: true }),
    phone: phone({ search: true }),
    mobilePhone: phone(),
    language: text({ maxLength: 20, help: 'A language tag such as en or de-CH.' }),
    timeZone: text({ maxLength: 64, help: 'A name such as Europe/Berlin.' }),
    currency: text({ maxLength: 3, help: 'Three letters such as EUR.' }),
    dateFormat: text({ maxLength: 40 }),
    avatarUrl: url({ outward: true, label: 'Avatar URL' }),
    absentFrom: date({ help: 'The first day of an absence. New leads are not given to absent users.' }),
    absentUntil: date({ help: 'The last day of the absence; empty until it is ended.' }),
    signature: longText(),
    about: longText(),
    notificationSettings: json({ shape: 'object' }),
    preferences: json({ shape: 'object' }),
  },
});
