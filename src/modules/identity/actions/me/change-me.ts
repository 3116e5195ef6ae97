import { Type } from 'typebox';
import { Access, type Grant } from '#core/access/access.ts';
import { type ActionContext, defineAction } from '#core/action.ts';
import { type Context, queryable } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { operations } from '#core/operations/index.ts';
import { inTenant, scoped } from '#db/params.ts';
import { usersModel } from '../../tenants/in-tenant.ts';
import { requireCurrentPassword } from '../passwords/reset-password.ts';

const closed = { additionalProperties: false };

const view = Type.Object(
  {
    user: Type.Object({}, { additionalProperties: true, description: 'The caller’s own record of identity.users.' }),
    roles: Type.Array(Type.String()),
    scopes: Type.Array(Type.String()),
    tenant: Type.Object({ accountKey: Type.String(), plan: Type.String(), status: Type.String() }, closed),
    session: Type.Object(
      {
        id: Type.String({ format: 'uuid' }),
        kind: Type.Unsafe<'session' | 'apiKey'>({ type: 'string', enum: ['session', 'apiKey'] }),
      },
      closed,
    ),
  },
  closed,
);

const me = defineAction({
  name: 'identity.me',
  summary: 'Tells who the caller is, what they may do, and how they signed in',
  routes: [{ method: 'GET', path: '/api/identity/me' }],
  access: 'signed-in',
  input: Type.Object({}, closed),
  output: view,
  async run(context) {
    const grant = await ownGrant(context);
    const { body } = await operations.get.run(context, grant, { id: String(context.caller.userId), query: {} });
    return { text: await describe(context, body) };
  },
});

/** Their values are checked as those of every user are. */
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
  signature: text,
  about: text,
  notificationSettings: object,
  preferences: object,
};

const changeMe = defineAction({
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
    closed,
  ),
  output: view,
  async run(context, { currentPassword, ...record }) {
    const { caller } = context;
    // A key does what its scopes say, for its owner as for others.
    if (caller.keyId !== undefined) caller.access.requireScope('identity:write');
    const moves = record.email !== undefined && record.email !== caller.email;
    if (moves) await requirePassword(context, currentPassword);
    // Whoever knows the password may do what the rules of users keep from others.
    const writer = moves ? { ...context, caller: { ...caller, access: Access.system } } : context;
    const grant = await ownGrant(context);
    const { body } = await operations.update.run(writer, grant, { id: String(caller.userId), record });
    return { text: await describe(context, body) };
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

/** Everybody sees and writes their own record, whatever their permissions, but for what their roles hide or protect. */
async function ownGrant(context: Context): Promise<Grant> {
  const model = usersModel(context);
  const { tenantId, roles } = context.caller;
  const rows = await queryable(context).query<{ hidden: string[] | null; readOnly: string[] | null }>(
    `select r.* from ${scoped(
      'r',
      `select r.hidden_fields->$2::text as hidden, r.read_only_fields->$2::text as "readOnly"
       from identity_roles r where ${inTenant('r')} and r.name = any($3::text[])`,
    )}`,
    [tenantId, model.name, roles],
  );
  const told = (key: string) => key !== '_id' && key !== 'version';
  return {
    model,
    reach: 'all',
    userId: context.caller.userId,
    hidden: new Set(rows.flatMap(({ hidden }) => hidden ?? []).filter(told)),
    readOnly: new Set(rows.flatMap(({ readOnly }) => readOnly ?? [])),
  };
}

/** The user is JSON text already. */
async function describe({ services, caller }: Context, user: string): Promise<string> {
  const tenant = await services.directory.tenantByKey(caller.accountKey);
  if (!tenant) throw new Error(`the tenant ${caller.accountKey} is missing`);
  const { accountKey, plan, status } = tenant;
  const rest = JSON.stringify({
    roles: caller.roles,
    scopes: caller.access.scopes,
    tenant: { accountKey, plan, status },
    session: { id: caller.sessionId ?? caller.keyId, kind: caller.keyId === undefined ? 'session' : 'apiKey' },
  });
  return `{"user":${user},${rest.slice(1)}`;
}

export const meActions = [me, changeMe];
