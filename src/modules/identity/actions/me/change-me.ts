import { Type } from 'typebox';
import { withAllAccess } from '#core/access/platform.ts';
import { type ActionContext, defineAction } from '#core/action.ts';
import { AppError, invalid } from '#core/errors.ts';
import { operations } from '#core/operations/index.ts';
import { meAnswer, writeMeAnswer } from '../../me/me-answer.ts';
import { ownGrant } from '../../me/own-grant.ts';
import { requireCurrentPassword } from '../../sign-in/current-password.ts';

// The update operation checks the values, as for every user.
const text = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] }));
const object = Type.Optional(Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true }));

const profile = {
  firstName: text,
  lastName: text,
  title: text,
  phone: text,
  mobilePhone: text,
  language: text,
  timeZone: text,
  currency: text,
  dateFormat: text,
  avatarUrl: text,
  absentFrom: text,
  absentUntil: text,
  signature: text,
  about: text,
  notificationSettings: object,
  preferences: object,
};

export const changeMe = defineAction({
  name: 'identity.changeMe',
  summary: 'Changes the caller’s own profile; a new address needs the password',
  routes: [{ method: 'PATCH', path: '/api/identity/me' }],
  access: 'signed-in',
  input: Type.Object(
    {
      ...profile,
      email: text,
      currentPassword: Type.Optional(Type.String({ maxLength: 1000, description: 'To change email.' })),
    },
    { additionalProperties: false },
  ),
  output: meAnswer,
  async run(context, { currentPassword, ...record }) {
    const { caller } = context;
    // An API key is limited to its scopes, also for the record of its owner.
    if (caller.keyId !== undefined) caller.access.requireScope('identity:write');
    const changesEmail = record.email !== undefined && record.email !== caller.email;
    if (changesEmail) await requirePassword(context, currentPassword);
    // The hooks of users forbid a change of one's own address without the password, which was just checked.
    const writer = changesEmail ? withAllAccess(context) : context;
    const grant = await ownGrant(context);
    const { body } = await operations.update.run(writer, grant, { id: String(caller.userId), record });
    return { text: await writeMeAnswer(context, body) };
  },
});

async function requirePassword(context: ActionContext, password: string | undefined): Promise<void> {
  if (context.caller.sessionId === undefined)
    throw new AppError('forbidden', 'An address is changed by somebody who has signed in; an API key is not enough.', [
      { field: 'email', code: 'session_required', message: 'email cannot be changed with an API key.' },
    ]);
  if (password === undefined) throw invalid('currentPassword', 'required', 'is required to change email');
  await requireCurrentPassword(context, password);
}
