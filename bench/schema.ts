import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { OpenApi } from '#core/derive/openapi/openapi.ts';
import { type CustomField, type CustomSchema, extendRegistry } from '#core/models/custom.ts';
import type { Registry } from '#core/models/registry.ts';
import { createRegistry, modules } from '../src/app.ts';
import type { Report } from './report.ts';

const tenants = 200;
const fieldsEach = 10;

/** Measures the memory and time for the registries and OpenAPI documents of tenants with custom fields. */
export async function schema(report: Report): Promise<void> {
  const base = createRegistry();
  const names = base.models.filter(({ moduleKey }) => moduleKey === 'sales').slice(0, fieldsEach);
  for (const [layout, models] of [
    ['in one model', names.slice(0, 1)],
    ['in ten models', names],
  ] as const) {
    const slugs = models.map(({ slug }) => slug);
    const each = heapFor((n) => extendRegistry(base, schemaOf(n, slugs))) / 1024;
    report(`registry of a tenant with ten custom fields ${layout}`, `${each.toFixed(1)} KB`, '≤ 20 KB', each <= 20);
  }
  await documents(report, base);
}

async function documents(report: Report, base: Registry): Promise<void> {
  const openApi = new OpenApi(modules.flatMap((module) => module.actions));
  const timed = async (registry: Registry) => {
    const turns = watchTurns();
    const startedAt = performance.now();
    const { bytes } = await openApi.document({ registry });
    return { ms: performance.now() - startedAt, maxTurnMs: turns.stop(), bytes };
  };
  const first = await timed(base);
  report(
    'OpenAPI document of the product, made for the first time: longest turn of the event loop',
    `${first.maxTurnMs.toFixed(0)} of ${first.ms.toFixed(0)} ms, ${(first.bytes / 1e6).toFixed(1)} MB`,
    '≤ 50 ms',
    first.maxTurnMs <= 50,
  );
  const ofTenant = await timed(extendRegistry(base, schemaOf(1, ['contacts', 'accounts', 'leads'])));
  report('OpenAPI document of a tenant, after that', `${ofTenant.ms.toFixed(0)} ms`, '≤ 50 ms', ofTenant.ms <= 50);
}

function watchTurns(): { stop(): number } {
  let maxMs = 0;
  let last = performance.now();
  let watching = true;
  const check = () => {
    const now = performance.now();
    maxMs = Math.max(maxMs, now - last);
    last = now;
    if (watching) setImmediate(check);
  };
  check();
  return {
    stop() {
      watching = false;
      return Math.max(maxMs, performance.now() - last);
    },
  };
}

function heapFor(create: (n: number) => unknown): number {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const retained: unknown[] = Array.from({ length: 20 }, (_, n) => create(n));
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < tenants; n += 1) retained.push(create(1000 + n));
  collect();
  return (process.memoryUsage().heapUsed - before) / (retained.length - 20);
}

const schemaOf = (tenant: number, slugs: readonly string[]): CustomSchema => ({
  models: [],
  fields: Array.from({ length: fieldsEach }, (_, n): CustomField => {
    const choice = { type: 'choice', options: ['a', 'b'].map((value) => ({ value, label: `${value} ${tenant}` })) };
    return {
      id: `01930000-0000-7000-8000-${String(tenant * fieldsEach + n).padStart(12, '0')}`,
      moduleKey: 'sales',
      slug: slugs[n % slugs.length] as string,
      key: `custom${n}`,
      definedAt: new Date(1_800_000_000_000 + tenant).toISOString(),
      definition: {
        label: `Field ${n} of ${tenant}`,
        ...(n === 0 ? choice : { type: 'text' }),
      } as CustomField['definition'],
    };
  }),
  bytes: 2000,
  rules: [],
  duplicateChecks: [],
  indexes: [],
  reduced: [],
  omittedCount: 0,
});
