import {
  boolean,
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
import { defineModel } from '#core/model.ts';
import { fullName } from '../fullName.ts';
import { rolesExist } from '../rules.ts';

export const users = defineModel({
  slug: 'users',
  title: 'email',
  owned: false,
  removeSets: { active: false },
  affectsAccess: true,
  fields: {
    email: email({ required: true, unique: true, search: true }),
    ...fullName(),
    password: secret({ hash: true, min: 10 }),
    roles: list({ default: [], rule: rolesExist, example: ['member'] }),
    active: boolean({ default: true, index: true }),
    emailVerified: boolean({ readOnly: true, default: false }),
    emailVerifiedAt: datetime({ readOnly: true }),
    lastLoginAt: datetime({ readOnly: true, index: true }),
    title: text({ label: 'Job title' }),
    departmentId: reference('identity.departments'),
    managerId: reference('identity.users'),
    phone: phone({ search: true }),
    mobilePhone: phone(),
    language: text({ maxLength: 20 }),
    timeZone: text({ maxLength: 64 }),
    currency: text({ maxLength: 3 }),
    dateFormat: text({ maxLength: 40 }),
    avatarUrl: url({ label: 'Avatar URL' }),
    signature: longText(),
    about: longText(),
    notificationSettings: json({ shape: 'object' }),
    preferences: json({ shape: 'object' }),
  },
});
