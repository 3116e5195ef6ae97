import type { Context, TransactionContext } from '#core/context.ts';
import { queryable } from '#core/context.ts';
import { inTenant, Params, scoped } from '#db/params.ts';

export interface PriceQuery {
  readonly productId: string;
  /** The currency of the document, and that of the company, which holds where none is given. */
  readonly currency: string;
  readonly base: string;
  readonly day: string;
  readonly quantity: string;
}

export interface FoundPrice {
  /** The price of the default price book in the currency; null when it has none for the quantity. */
  readonly fromBook: string | null;
  readonly price: string | null;
  /** The currency of the price of the product. */
  readonly currency: string | null;
}

export async function findPrice(context: Context, query: PriceQuery): Promise<FoundPrice | undefined> {
  const params = new Params(context.caller.tenantId);
  const day = params.add(query.day, 'date');
  const [row] = await queryable(context).query<FoundPrice>(
    `select p.* from ${scoped(
      'p',
      `select b.unit_price::text as "fromBook", p.price::text, p.currency
       from sales_products p left join lateral (
         select e.unit_price from sales_price_books b
         join sales_price_book_entries e on e.tenant_id = b.tenant_id and e.price_book_id = b.id
         where ${inTenant('b')} and b.is_default and b.active and e.product_id = p.id
           and coalesce(b.currency, ${params.add(query.base, 'text')}) = ${params.add(query.currency, 'text')}
           and coalesce(b.valid_from, ${day}) <= ${day} and coalesce(b.valid_until, ${day}) >= ${day}
           and e.min_quantity <= ${params.add(query.quantity, 'numeric')}
         order by e.min_quantity desc limit 1
       ) b on true
       where ${inTenant('p')} and p.id = ${params.add(query.productId, 'uuid')}`,
    )}`,
    params.values,
  );
  return row;
}

/**
 * Returns how many units of the currency one unit of the base currency buys on a day. Days before the first rate use
 * the first rate. Undefined when the currency has no rate.
 */
export async function findRate(context: Context, currency: string, day: string): Promise<string | undefined> {
  const params = new Params(context.caller.tenantId);
  const dayParam = params.add(day, 'date');
  const [row] = await queryable(context).query<{ rate: string }>(
    `select r.* from ${scoped(
      'r',
      `select r.rate::text from sales_exchange_rates r
       where ${inTenant('r')} and r.currency = ${params.add(currency, 'text')}
       order by r.valid_from <= ${dayParam} desc, abs(r.valid_from - ${dayParam}) limit 1`,
    )}`,
    params.values,
  );
  return row?.rate;
}

export interface BundledProduct {
  readonly productId: string;
  readonly name: string;
  readonly quantity: string;
}

/** The number of lines that a bundle adds at most, with those of bundles in it. */
const maxBundled = 200;

/** The products in a bundle, and in the bundles in it, with their quantities in one bundle. */
export function readBundle({ tx, caller }: TransactionContext, bundleId: string): Promise<BundledProduct[]> {
  return tx.query<BundledProduct>(
    `with recursive items as (
      select i.product_id, i.quantity, 1 as depth, array[i.id] as path from sales_bundle_items i
      where i.tenant_id = $1::bigint and i.bundle_id = $2::uuid
      union all
      select i.product_id, o.quantity * i.quantity, o.depth + 1, o.path || i.id from items o
      join sales_bundle_items i on i.tenant_id = $1::bigint and i.bundle_id = o.product_id
      where o.depth < 10 and not i.id = any(o.path)
    )
    select i.product_id as "productId", p.name, trim_scale(i.quantity)::text as quantity
    from items i join sales_products p on p.tenant_id = $1::bigint and p.id = i.product_id
    order by i.path limit ${maxBundled}`,
    [caller.tenantId, bundleId],
  );
}

/** True when a product is the bundle, or a bundle that contains it. */
export async function containsBundle(
  { tx, caller }: TransactionContext,
  productId: string,
  bundleId: string,
): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    `with recursive inside as (
      select $2::uuid as id
      union
      select i.product_id from inside o join sales_bundle_items i on i.tenant_id = $1::bigint and i.bundle_id = o.id
    ) select exists (select from inside where id = $3::uuid) as found`,
    [caller.tenantId, productId, bundleId],
  );
  return row?.found ?? false;
}

/** Lets one transaction of the tenant change what bundles contain at a time. */
export const lockBundles = ({ tx, caller }: TransactionContext): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [`bundles ${caller.tenantId}`]);

/** The active default price books of a currency, without one. Null is the currency of the company. */
export async function otherDefaultBooks(
  { tx, caller }: TransactionContext,
  currency: string,
  base: string,
  except: string,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from sales_price_books
     where tenant_id = $1::bigint and is_default and coalesce(currency, $3::text) = $2::text and id <> $4::uuid order by id`,
    [caller.tenantId, currency, base, except],
  );
  return rows.map(({ id }) => id);
}

export const lockPriceBooks = ({ tx, caller }: TransactionContext): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [`price books ${caller.tenantId}`]);
