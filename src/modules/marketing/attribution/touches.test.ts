import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';
import { recordTouch } from './record-touch.ts';

const app = await appForFile();

describe('visits that came from a campaign', () => {
  it('are added up by day, also at the same time, whatever the letters of the address are', async () => {
    const { services } = app.app;
    const tenant = await services.directory.tenantByKey('default');
    const id = tenant?.id ?? '';
    const touch = { kind: 'view', day: '2026-11-17', utmSource: 'news', count: 2 } as const;
    const record = () =>
      services.db.transaction(id, (tx) =>
        recordTouch(tx, id, [
          { ...touch, utmCampaign: 'Spring' },
          { ...touch, utmCampaign: 'spring ' },
          { ...touch, utmCampaign: '' },
          { ...touch, utmCampaign: 'x'.repeat(5000) },
        ]),
      );
    await Promise.all(Array.from({ length: 5 }, record));
    const rows = await app.sql(`select touches::int as n from campaign_touches where utm_campaign = 'spring'`);
    assert.deepEqual(rows, [{ n: 20 }]);
  });
});
