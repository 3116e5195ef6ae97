import { type Context, queryable } from '#core/context.ts';
import { scoped } from '#db/params.ts';
import type { Price } from '../list-prices.ts';

/** The prices that the tenant has set. */
export const readPrices = (context: Context): Promise<Price[]> =>
  queryable(context).query<Price>(
    `select p.* from ${scoped(
      'p',
      `select pattern, input_price::float8 as input, cached_input_price::float8 as "cachedInput", output_price::float8 as output
       from ai_ai_model_prices where tenant_id = $1::bigint`,
    )}`,
    [context.caller.tenantId],
  );
