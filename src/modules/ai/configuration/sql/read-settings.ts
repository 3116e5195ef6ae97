import { type Context, queryable } from '#core/context.ts';
import { scoped } from '#db/params.ts';
import { settingsJson } from '../../../ui/contract.ts';
import type { Price } from '../../prices/list-prices.ts';
import { configurationStamp } from './configuration-stamp.ts';

export interface StoredSetting {
  /** The key in lower case. */
  readonly key: string;
  /** Encrypted; null when the setting has no secret. */
  readonly secret: string | null;
  readonly value: unknown;
}

interface StoredConfiguration {
  readonly settings: readonly StoredSetting[];
  /** The prices that the tenant has set. */
  readonly prices: readonly Price[];
  readonly stamp: string;
}

/**
 * The active settings among these, and the prices. The caller needs no permission to read settings, because the secrets
 * are not returned to clients.
 */
export async function readStored(context: Context, keys: readonly string[]): Promise<StoredConfiguration> {
  const [row] = await queryable(context).query<StoredConfiguration>(
    `select s.* from ${scoped(
      's',
      `select
        ${settingsJson('$1::bigint', '$2::text[]')} as settings,
        (select coalesce(jsonb_agg(jsonb_build_object('pattern', pattern, 'input', input_price,
           'cachedInput', cached_input_price, 'output', output_price)), '[]')
         from ai_ai_model_prices where tenant_id = $1::bigint) as prices,
        ${configurationStamp('$2::text[]')} as stamp`,
    )}`,
    [context.caller.tenantId, keys],
  );
  return row as StoredConfiguration;
}
