import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { OpenApi } from '#core/derive/openapi.ts';
import { type CustomField, type CustomSchema, extendRegistry } from '#core/models/custom.ts';
import type { Registry } from '#core/models/registry.ts';
import { createRegistry, modules } from '../src/app.ts';

type Note = (what: string, measured: string, target: string, holds: boolean) => void;

const tenants = 200;
const fieldsEach = 10;

/** What tenants with fields of their own cost the process: their registries, and their OpenAPI documents. */
export async function schema(note: Note): Promise<void> {
  const base = createRegistry();
  const names = base.models.filter(({ moduleKey }) => moduleKey === 'sales').slice(0, fieldsEach);
  for (const [layout, models] of [
    ['in one model', names.slice(0, 1)],
    ['in ten models', names],
  ] as const) {
    const slugs = models.map(({ slug }) => slug);
    const each = heapFor((n) => extendRegistry(base, schemaOf(n, slugs))) / 1024;
    note(`registry of a tenant with ten custom fields ${layout}`, `${each.toFixed(1)} KB`, '≤ 20 KB', each <= 20);
  }
  await documents(note, base);
}

async function documents(note: Note, base: Registry): Promise<void> {
  const openApi = new OpenApi(modules.flatMap((module) => module.actions));
  const timed = async (registry: Registry) => {
    const turns = watchTurns();
    const begun = performance.now();
    const { bytes } = await openApi.document({ registry });
    return { ms: performance.now() - begun, longestMs: turns.stop(), bytes };
  };
  const first = await timed(base);
  note(
    'OpenAPI document of the product, made for the first time: longest turn of the event loop',
    `${first.longestMs.toFixed(0)} of ${first.ms.toFixed(0)} ms, ${(first.bytes / 1e6).toFixed(1)} MB`,
    '≤ 50 ms',
    first.longestMs <= 50,
  );
  const ofTenant = await timed(extendRegistry(base, schemaOf(1, ['contacts', 'accounts', 'leads'])));
  note('OpenAPI document of a tenant, after that', `${ofTenant.ms.toFixed(0)} ms`, '≤ 50 ms', ofTenant.ms <= 50);
}

function watchTurns(): { stop(): number } {
  let longest = 0;
  let last = performance.now();
  let watching = true;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (watching) setImmediate(look);
  };
  look();
  return {
    stop() {
      watching = false;
      return Math.max(longest, performance.now() - last);
    },
  };
}

function heapFor(make: (n: number) => unknown): number {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const kept: unknown[] = Array.from({ length: 20 }, (_, n) => make(n));
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < tenants; n += 1) kept.push(make(1000 + n));
  collect();
  return (process.memoryUsage().heapUsed - before) / (kept.length - 20);
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
  reduced: [],
  omittedCount: 0,
});
