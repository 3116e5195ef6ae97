import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runsOf } from '#test/faults/scale.ts';
import { bothResults } from '#test/formula-database.ts';
import { anyFormula, formulaRow } from '#test/formula-generators.ts';
import { appForFile } from '#test/harness.ts';

/** The seed of the random formulas and rows. A failure prints it, and FORMULA_SEED=… repeats the run. */
const seed = Number(process.env.FORMULA_SEED ?? Date.now() % 1_000_000_000);
const { sql } = await appForFile();
const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia');

describe(`random formulas (seed ${seed})`, () => {
  it('give the same results in SQL and JavaScript, and raise no error', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFormula,
        fc.array(formulaRow, { minLength: 4, maxLength: 4 }),
        zones,
        async (text, rows, zone) => {
          const results = await bothResults(sql, text, rows, zone);
          assert.deepEqual(results.sql, results.js);
        },
      ),
      { numRuns: runsOf(1500), seed },
    );
  });
});
