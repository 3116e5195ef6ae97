import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Access } from '#core/access/access.ts';
import { hashOfKey } from '#core/access/directory.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { givenValue, type ModelHooks, type Saving, setValue } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { rolesNamed } from '../sql/roles-named.ts';
import { adminRole } from './default-roles.ts';
import { requireHeld } from './grants.ts';

/** Characters of the secret by which a person tells one key from another; 37 others stay unknown. */
const shownCharacters = 6;

/** The rules of API keys: nobody makes one that reaches further or lasts longer than what they came with. */
export const keyHooks: ModelHooks = {
  async beforeSave(context, saving) {
    if (!saving.previous) return makeKey(context, saving, saving.id);
    if (context.caller.userId !== null) await requireMayChange(context, saving, saving.previous);
    return undefined;
  },

  async afterSave(context, { previous, record }) {
    const { _id: keyId = null, name = null, scopes = [], expiresAt = null, userId } = record;
    const about = { userId: String(userId), keyId, name };
    if (!previous) {
      const { email } = context.caller;
      await securityEvent(context, 'security.keyCreated', { ...about, email, scopes, expiresAt });
    } else if (!isDeepStrictEqual(previous.scopes, scopes)) {
      await securityEvent(context, 'security.permissionsChanged', {
        ...about,
        before: previous.scopes ?? [],
        after: scopes,
      });
    }
  },

  async beforeRemove(context, ids) {
    for (const { email, ...about } of await readOwners(context, ids))
      await securityEvent(context, 'security.keyDeleted', { ...about, email });
  },
};

/** The key names its tenant and its record, so that it is looked up there alone; what is kept of it is a hash. */
async function makeKey(context: TransactionContext, saving: Saving, id: string): Promise<RecordObject> {
  const { caller } = context;
  if (caller.userId === null) throw new Error('an API key belongs to the user who makes it');
  requireHeld(caller.access, givenValue(saving, 'scopes') as string[]);
  const end = givenValue(saving, 'expiresAt');
  if (typeof end === 'string') requireFuture(end);
  const latest = await latestEnd(context);
  if (end === undefined) setValue(saving, 'expiresAt', latest);
  else requireNoLater(end, latest);
  const secret = randomBytes(32).toString('base64url');
  const key = `ak_${BigInt(caller.tenantId).toString(36)}_${id.replaceAll('-', '')}_${secret}`;
  setValue(saving, 'userId', caller.userId);
  setValue(saving, 'prefix', `ak_…${secret.slice(0, shownCharacters)}`);
  setValue(saving, 'key', hashOfKey(key));
  return { key };
}

/** A key may be narrowed by whoever administers users; more than it had, it gets only from somebody who holds that. */
async function requireMayChange(context: TransactionContext, saving: Saving, previous: RecordObject): Promise<void> {
  const { access } = context.caller;
  const before = (previous.scopes ?? []) as string[];
  const scopes = (givenValue(saving, 'scopes') ?? before) as string[];
  const held = accessOf(before);
  const added = scopes.filter((scope) => !before.includes(scope) && !held.holds(scope));
  if (added.length > 0) {
    requireHeld(access, added);
    await requireHeldByOwner(context, String(previous.userId), added);
  }
  const end = givenValue(saving, 'expiresAt');
  if (end === undefined || end === previous.expiresAt) return;
  if (typeof end === 'string') requireFuture(end);
  if (!isLater(end, previous.expiresAt)) return;
  // A key that is given more time is as good as one that is made.
  requireHeld(access, scopes);
  requireNoLater(end, await latestEnd(context));
}

function requireFuture(end: string): void {
  if (Date.parse(end) <= Date.now()) throw invalid('expiresAt', 'out_of_range', 'must be in the future');
}

/** No end is the latest one. */
const isLater = (end: JsonValue, other: JsonValue | undefined): boolean =>
  typeof other === 'string' && (typeof end !== 'string' || Date.parse(end) > Date.parse(other));

function requireNoLater(end: JsonValue, latest: string | null): void {
  if (!isLater(end, latest)) return;
  throw new AppError('forbidden', `The key that you use ends at ${latest}, and so must one that you make with it.`, [
    { field: 'expiresAt', code: 'out_of_range', message: `expiresAt must be ${latest} or before.` },
  ]);
}

/** When the key ends that the caller came with; null when it does not, or the caller came with none. */
async function latestEnd({ tx, caller }: TransactionContext): Promise<string | null> {
  if (caller.keyId === undefined) return null;
  const [own] = await tx.query<{ end: Date | null }>(
    'select expires_at as "end" from identity_api_keys where tenant_id = $1::bigint and id = $2::uuid',
    [caller.tenantId, caller.keyId],
  );
  if (!own) throw new AppError('unauthenticated', 'The API key that you use was deleted.');
  return own.end?.toISOString() ?? null;
}

/** What some permissions would add up to. */
const accessOf = (permissions: readonly string[], name = 'key', operator = false): Access =>
  new Access([{ name, permissions, hiddenFields: {}, readOnlyFields: {} }], { id: null, operator });

/** A key never reaches further than its owner: one that says so would only mislead. */
async function requireHeldByOwner(
  context: TransactionContext,
  userId: string,
  scopes: readonly string[],
): Promise<void> {
  const { tx, caller, services } = context;
  const [owner] = await tx.query<{ roles: string[] }>(
    `select coalesce(roles, '{}') as roles from identity_users where tenant_id = $1::bigint and id = $2::uuid`,
    [caller.tenantId, userId],
  );
  const roles = owner?.roles ?? [];
  const operator = services.directory.isOperator(caller.accountKey);
  const permissions = (await rolesNamed(context, roles)).flatMap((role) => role.permissions);
  const access = accessOf(permissions, roles.includes(adminRole) ? adminRole : 'owner', operator);
  const missing = scopes.find((scope) => !access.holds(scope));
  if (missing === undefined) return;
  throw new AppError('forbidden', `The owner of this key does not hold ${missing}, so the key cannot either.`, [
    { field: missing, code: 'missing_scope', message: `The scope ${missing} is missing.` },
  ]);
}

interface Owned {
  readonly keyId: string;
  readonly name: string;
  readonly userId: string | null;
  readonly email: string | null;
}

const readOwners = async ({ tx, caller }: TransactionContext, ids: readonly string[]): Promise<Owned[]> => {
  const rows = await tx.query<Owned>(
    `select k.id as "keyId", k.name, k.user_id as "userId", u.email from identity_api_keys k
     left join identity_users u on u.tenant_id = k.tenant_id and u.id = k.user_id
     where k.tenant_id = $1::bigint and k.id = any($2::uuid[])`,
    [caller.tenantId, ids],
  );
  return rows.map(({ keyId, name, userId, email }) => ({ keyId, name, userId, email }));
};
