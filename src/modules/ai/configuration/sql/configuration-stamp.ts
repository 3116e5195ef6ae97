import { settingsStamp } from '../../../ui/contract.ts';

/**
 * SQL of a text that changes with every change of these settings or of the prices. `keys` is SQL of the keys in lower
 * case.
 */
export const configurationStamp = (keys: string): string =>
  `${settingsStamp('$1::bigint', keys)} || '; ' || (select concat_ws(' ', count(*), sum(version), max(updated_at))
    from ai_ai_model_prices where tenant_id = $1::bigint)`;
