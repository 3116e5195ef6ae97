/** SQL of `DeliveryActor` of an event; null for what people do themselves, and the platform for nobody. */
export const actorColumn = (
  alias: string,
): string => `case when ${alias}.via is not null and ${alias}.actor_id is not null then json_strip_nulls(
  json_build_object('_id', ${alias}.actor_id, 'via', ${alias}.via,
    case when ${alias}.via in ('ai', 'mcp') then 'completionId' else 'viaId' end, ${alias}.via_id)) end as actor`;
