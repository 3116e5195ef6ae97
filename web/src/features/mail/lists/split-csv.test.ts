import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasAddresses, partsOf, splitCsv } from './split-csv.ts';

describe('a CSV file', () => {
  it('is divided into records, also where a quoted field has line breaks', () => {
    const csv = splitCsv('\uFEFFemail;name\r\na@example.com;"Ada\nLovelace"\r\n\r\nb@example.com;B\r\n');
    assert.deepEqual(csv.columns, ['email', 'name']);
    assert.deepEqual(csv.records, ['a@example.com;"Ada\nLovelace"', 'b@example.com;B']);
    assert.ok(hasAddresses(csv));
  });

  it('is sent in parts, each with the header', () => {
    const csv = splitCsv('Email,x\na@b.co,1\nc@d.co,2\ne@f.co,3');
    assert.deepEqual(partsOf(csv, 2), ['Email,x\na@b.co,1\nc@d.co,2', 'Email,x\ne@f.co,3']);
  });

  it('may begin with an address instead of a header', () => {
    const csv = splitCsv('a@b.co\nc@d.co');
    assert.deepEqual(partsOf(csv, 1), ['a@b.co', 'c@d.co']);
  });

  it('needs a column with addresses', () => {
    assert.equal(hasAddresses(splitCsv('name,phone\nAda,1')), false);
  });
});
