import { inTenant, type Params } from '../../db/params.ts';
import type { Context, Via } from '../context.ts';
import { platformModels } from '../platform-names.ts';
import { withinReach } from '../query/rows.ts';

/** The user who caused an event, in the format of responses. It is null when the platform itself caused the event. */
export interface Actor {
  readonly _id: string;
  /** Null when the caller may not read the address. */
  readonly email: string | null;
  /** Set when a language model, an MCP client, a form, a campaign or an import acted for the user. */
  readonly via?: Via['kind'];
  /** The completion that made the tool call. */
  readonly completionId?: string;
  /** The id of the form or campaign. */
  readonly viaId?: string;
}

/** The columns of an event that identify the agent of its user. */
export interface ViaColumns {
  readonly via: Via['kind'] | null;
  readonly via_id: string | null;
}

/** SQL that joins the user of `actor_id`, and SQL of the email address, which is null if the caller may not read it. */
export function actorSql(context: Context, alias: string, params: Params): { join: string; email: string } {
  const { registry, caller } = context;
  const users = registry.named(platformModels.users);
  const email = users?.fields.get('email');
  if (!users || !email) throw new Error('there are no users');
  const readable = caller.access.reach(users.scopes.read) !== undefined;
  const grant = readable ? caller.access.grant(users, 'read') : undefined;
  if (!grant || grant.hidden.has(email.key)) return { join: '', email: 'null::text' };
  return {
    join: `left join ${users.table} u on ${inTenant('u')} and u.id = ${alias}.actor_id${withinReach(grant, 'u', params)}`,
    email: email.sql('u'),
  };
}

export const actorOf = (id: string | null, email: string | null, made?: ViaColumns): Actor | null =>
  id === null ? null : { _id: id, email, ...(made && viaOf(made)) };

/** The part of an actor that identifies the agent of the user. */
const viaOf = ({ via, via_id }: ViaColumns): Pick<Actor, 'via' | 'completionId' | 'viaId'> => ({
  ...(via !== null && { via }),
  ...(via_id !== null && (via === 'ai' || via === 'mcp' ? { completionId: via_id } : { viaId: via_id })),
});
