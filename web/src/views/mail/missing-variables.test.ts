import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../api/http.ts';
import { missingVariables, valueAt, withValue } from './missing-variables.ts';

test('variables of a refused mailing are told from fields that nobody can fill', () => {
  const details = [
    { field: 'variables.event.title', code: 'missing_variable', message: 'event.title has no value.' },
    { field: 'company.name', code: 'missing_variable', message: 'company.name is not set.' },
  ];
  const error = new ApiError(422, { code: 'template_incomplete', message: 'M', details }, undefined);
  assert.deepEqual(missingVariables(error), { names: ['event.title'], others: ['company.name is not set.'] });
  assert.equal(missingVariables(new ApiError(422, { code: 'validation_failed', message: 'M' }, undefined)), undefined);
});

test('a value at a path keeps the values beside it', () => {
  const values = withValue({ event: { place: 'Here' }, other: 1 }, 'event.title', 'Evening');
  assert.deepEqual(values, { event: { place: 'Here', title: 'Evening' }, other: 1 });
  assert.equal(valueAt(values, 'event.title'), 'Evening');
  assert.equal(valueAt(values, 'other.title'), undefined);
});
