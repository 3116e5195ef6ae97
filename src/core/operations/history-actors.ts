import { inTenant } from '#db/params.ts';
import type { Context } from '../context.ts';

/** Who did something, as answers tell it. Null: the platform itself. */
export interface Actor {
  readonly _id: string;
  readonly email: string | null;
}

/** SQL that finds the user behind `actor_id`, and of the email as far as the caller may see it. */
export function actorSql({ registry, caller: { access } }: Context, alias: string): { join: string; email: string } {
  const users = registry.find('identity', 'users');
  const email = users?.fields.get('email');
  if (!users || !email) throw new Error('there are no users');
  const hidden = access.reach(users.scopes.read) !== undefined && access.grant(users, 'read').hidden.has('email');
  return {
    join: `left join ${users.table} u on ${inTenant('u')} and u.id = ${alias}.actor_id`,
    email: hidden ? 'null::text' : email.sql('u'),
  };
}

export const actorOf = (id: string | null, email: string | null): Actor | null =>
  id === null ? null : { _id: id, email };
