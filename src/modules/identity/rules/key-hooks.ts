import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Access } from '#core/access/access.ts';
import { hashApiKey } from '#core/access/credentials.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { adminRole } from '../roles/default-roles.ts';
import { appendSecurityEvent } from '../security-events/security-event.ts';
import { keyExpiry, keyOwners } from '../sql/api-keys.ts';
import { findUser } from '../sql/find-user.ts';
import { rolesByName } from '../sql/roles.ts';
import { requireHeld } from './grants.ts';

/** Characters of the secret that are shown, so that users can tell keys apart. The other 37 stay secret. */
const shownCharacters = 6;

/** The rules of API keys: a new key permits no more, and lasts no longer, than the credentials that create it. */
export const keyHooks: ModelHooks = {
  async beforeSave(context, saving) {
    if (!saving.previous) return createKey(context, saving, saving.id);
    if (context.caller.userId !== null) await requireMayChange(context, saving, saving.previous);
    return undefined;
  },

  async afterSave(context, { previous, record }) {
    const { _id: keyId = null, name = null, scopes = [], expiresAt = null, userId } = record;
    const about = { userId: String(userId), keyId, name };
    if (!previous) {
      const { email } = context.caller;
      await appendSecurityEvent(context, 'security.keyCreated', { ...about, email, scopes, expiresAt });
    } else if (!isDeepStrictEqual(previous.scopes, scopes)) {
      await appendSecurityEvent(context, 'security.permissionsChanged', {
        ...about,
        before: previous.scopes ?? [],
        after: scopes,
      });
    }
  },

  async beforeRemove(context, ids) {
    for (const { email, ...about } of await keyOwners(context, ids))
      await appendSecurityEvent(context, 'security.keyDeleted', { ...about, email });
  },
};

/** The key contains its tenant and its record id, so that it is looked up by primary key. Only its hash is stored. */
async function createKey(context: TransactionContext, saving: PendingSave, id: string): Promise<RecordObject> {
  const { caller } = context;
  if (caller.userId === null) throw new Error('an API key belongs to the user who creates it');
  requireHeld(caller.access, givenValue(saving, 'scopes') as string[]);
  const expiresAt = givenValue(saving, 'expiresAt');
  if (typeof expiresAt === 'string') requireFuture(expiresAt);
  const latest = await latestExpiry(context);
  if (expiresAt === undefined) setValue(saving, 'expiresAt', latest);
  else requireNoLater(expiresAt, latest);
  const secret = randomBytes(32).toString('base64url');
  const key = `ak_${BigInt(caller.tenantId).toString(36)}_${id.replaceAll('-', '')}_${secret}`;
  setValue(saving, 'userId', caller.userId);
  setValue(saving, 'prefix', `ak_…${secret.slice(0, shownCharacters)}`);
  setValue(saving, 'key', hashApiKey(key));
  return { key };
}

/**
 * Every administrator of users may remove scopes from a key. Adding scopes needs a caller and an owner who hold them.
 */
async function requireMayChange(
  context: TransactionContext,
  saving: PendingSave,
  previous: RecordObject,
): Promise<void> {
  const { access } = context.caller;
  const before = (previous.scopes ?? []) as string[];
  const scopes = (givenValue(saving, 'scopes') ?? before) as string[];
  const accessBefore = accessOf(before);
  const added = scopes.filter((scope) => !before.includes(scope) && !accessBefore.holds(scope));
  if (added.length > 0) {
    requireHeld(access, added);
    await requireHeldByOwner(context, String(previous.userId), added);
  }
  const expiresAt = givenValue(saving, 'expiresAt');
  if (expiresAt === undefined || expiresAt === previous.expiresAt) return;
  if (typeof expiresAt === 'string') requireFuture(expiresAt);
  if (!isLater(expiresAt, previous.expiresAt)) return;
  // A longer lifetime needs the same rights as a new key.
  requireHeld(access, scopes);
  requireNoLater(expiresAt, await latestExpiry(context));
}

function requireFuture(expiresAt: string): void {
  if (Date.parse(expiresAt) <= Date.now()) throw invalid('expiresAt', 'out_of_range', 'must be in the future');
}

/** Null means that a key never expires, so it is later than every date. */
const isLater = (expiresAt: JsonValue, other: JsonValue | undefined): boolean =>
  typeof other === 'string' && (typeof expiresAt !== 'string' || Date.parse(expiresAt) > Date.parse(other));

function requireNoLater(expiresAt: JsonValue, latest: string | null): void {
  if (!isLater(expiresAt, latest)) return;
  throw new AppError(
    'forbidden',
    `The key that you use expires at ${latest}; a key that you create with it cannot last longer.`,
    [{ field: 'expiresAt', code: 'out_of_range', message: `expiresAt must be ${latest} or before.` }],
  );
}

/** The expiry of the caller's own API key; null when it never expires, or the caller has a session. */
async function latestExpiry(context: TransactionContext): Promise<string | null> {
  const { keyId } = context.caller;
  if (keyId === undefined) return null;
  const expiry = await keyExpiry(context, keyId);
  if (expiry === undefined) throw new AppError('unauthenticated', 'The API key that you use was deleted.');
  return expiry?.toISOString() ?? null;
}

/** The combined access of the permissions. */
const accessOf = (permissions: readonly string[], name = 'key', operator = false): Access =>
  new Access([{ name, permissions, hiddenFields: {}, readOnlyFields: {} }], { id: null, operator });

/** Throws when the owner lacks a scope of the key. The key could not use it, so the scope would only mislead. */
async function requireHeldByOwner(
  context: TransactionContext,
  userId: string,
  scopes: readonly string[],
): Promise<void> {
  const { caller, services } = context;
  const roles = (await findUser(context, userId))?.roles ?? [];
  const operator = services.directory.isOperator(caller.accountKey);
  const permissions = (await rolesByName(context, roles)).flatMap((role) => role.permissions);
  const access = accessOf(permissions, roles.includes(adminRole) ? adminRole : 'owner', operator);
  const missing = scopes.find((scope) => !access.holds(scope));
  if (missing === undefined) return;
  throw new AppError('forbidden', `The owner of this key does not hold ${missing}, so the key cannot either.`, [
    { field: missing, code: 'missing_scope', message: `The scope ${missing} is missing.` },
  ]);
}
