import type { Caller } from '#core/access/caller.ts';
import { readsAccountEvents } from '#core/events/event-access.ts';

/** The scope that the owner of a webhook needs for as long as it delivers. */
const ownerScope = 'integrations:write';

/**
 * The reason why a webhook may not deliver for its owner, as a sentence; undefined when it may. `owner` is undefined
 * for a deactivated user.
 */
export function whyNotEntitled(
  ownerId: string | null,
  owner: Caller | undefined,
  accountEvents: boolean,
): string | undefined {
  if (ownerId === null) return 'It has no owner, and a webhook delivers what its owner may read.';
  if (!owner) return 'Its owner is deactivated, and a webhook delivers what its owner may read.';
  if (owner.access.reach(ownerScope) === undefined) return `Its owner does not hold the permission ${ownerScope}.`;
  if (accountEvents && !readsAccountEvents(owner.access))
    return 'It names security events, and its owner does not hold the permission identity:admin.';
  return undefined;
}
