/**
 * SQL of the `DeliveryActor` of an event; null when a user or the platform made the change directly. A change of derived
 * fields has the actor `{ derived: true }`.
 */
export const actorColumn = (
  alias: string,
): string => `case when ${alias}.via = 'derived' then json_build_object('derived', true)
  when ${alias}.via is not null and ${alias}.actor_id is not null then json_strip_nulls(
  json_build_object('_id', ${alias}.actor_id, 'via', ${alias}.via,
    case when ${alias}.via in ('ai', 'mcp') then 'completionId' else 'viaId' end, ${alias}.via_id)) end as actor`;
