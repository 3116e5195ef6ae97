import Fastify from 'fastify';
import pg from 'pg';
import { newId } from '#lib/ids.ts';

/**
 * The reference for comparisons: a bare Fastify handler with hand-written SQL for one model, on the same database, as
 * the same role. It has no sign-in, no permissions, no validation and no filter grammar.
 */
const pool = new pg.Pool({ ...JSON.parse(process.env.BENCH_CONNECTION ?? '{}'), max: 10 });
const tenant = process.env.BENCH_TENANT ?? '1';
const user = process.env.BENCH_USER ?? null;

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = `t.id as "_id", t.name, t.account_id as "accountId", t.contact_id as "contactId", t.value, t.currency, t.stage,
  t.close_date as "closeDate", t.probability, t.expected_value as "expectedValue", t.status_id as "statusId", t.type, t.source,
  t.forecast_category as "forecastCategory", t.priority, t.lead_id as "leadId", t.campaign_id as "campaignId",
  t.sales_campaign_id as "salesCampaignId", t.region_id as "regionId", t.next_step as "nextStep",
  t.next_step_date as "nextStepDate", t.competitors, t.loss_reason as "lossReason",
  ${instant('t.stage_changed_at')} as "stageChangedAt", ${instant('t.last_activity_at')} as "lastActivityAt",
  ${instant('t.closed_at')} as "closedAt", t.tags, t.description, t.owner_id as "ownerId",
  ${instant('t.created_at')} as "createdAt", ${instant('t.updated_at')} as "updatedAt", t.created_by as "createdBy",
  t.updated_by as "updatedBy", t.version`;

const scope = `(select set_config('app.tenant', $1::bigint::text, true) as tenant offset 0) scope`;
const record = `(select row_to_json(r) from (select ${columns}) r)`;

const listSql = `select p.found, p.data, case when p.found <= 20 then p.found else
    (select count(*) from (select 1 from sales_opportunities t where t.tenant_id = $1::bigint
      and t.tenant_id = scope.tenant::bigint and t.stage = $2::text limit 10001) c) end as total
  from ${scope} cross join lateral (
    select count(*)::int as found, '[' || string_agg(s.j, ',') filter (where s.n <= 20) || ']' as data from (
      select row_number() over () as n, ${record}::text as j from (
        select t.* from sales_opportunities t where t.tenant_id = $1::bigint and t.tenant_id = scope.tenant::bigint
          and t.stage = $2::text and t.value_approx is not null order by t.value_approx desc, t.value desc, t.id limit 21) t
    ) s
  ) p`;

const getSql = `select p.j from ${scope} cross join lateral (
    select ${record}::text as j from sales_opportunities t
    where t.tenant_id = $1::bigint and t.tenant_id = scope.tenant::bigint and t.id = $2::uuid offset 0) p`;

const createSql = `with saved as (
    insert into sales_opportunities as t (tenant_id, id, created_by, updated_by, owner_id, name, value, stage, close_date)
    select scope.tenant::bigint, $2::uuid, $3::uuid, $3::uuid, $3::uuid, $4::text, $5::numeric, $6::text, $7::date from ${scope}
    returning ${record} as record
  ), logged as (
    insert into events (tenant_id, xid, id, type, model, record_id, record, actor_id, request_id)
    select $1::bigint, pg_current_xact_id(), $8::uuid, 'opportunity.created', 'sales.opportunities', $2::uuid, saved.record, $3::uuid, $9::text from saved
  ) select record::text as j from saved`;

const server = Fastify();

server.get('/list', async (_request, reply) => {
  const { rows } = await pool.query({ name: 'list', text: listSql, values: [tenant, 'proposal'] });
  const { data, found, total } = rows[0];
  return reply
    .type('application/json')
    .send(
      `{"data":${data},"meta":${JSON.stringify({ page: 1, limit: 20, total: Number(total), hasMore: found > 20 })}}`,
    );
});

server.get('/get/:id', async (request, reply) => {
  const { id } = request.params as { id: string };
  const { rows } = await pool.query({ name: 'get', text: getSql, values: [tenant, id] });
  return reply.type('application/json').send(rows[0].j);
});

server.post('/create', async (request, reply) => {
  const { name, value, stage, closeDate } = request.body as Record<string, unknown>;
  const values = [tenant, newId(), user, name, value, stage, closeDate, newId(), request.id];
  const { rows } = await pool.query({ name: 'create', text: createSql, values });
  return reply.code(201).type('application/json').send(rows[0].j);
});

const url = await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url });
