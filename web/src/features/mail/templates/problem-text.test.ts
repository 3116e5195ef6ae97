import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readProblem } from './problem-text.ts';

describe('a mistake of a template', () => {
  it('has the field, the line and the words', () => {
    assert.deepEqual(readProblem('html cannot be used: html, line 3, column 5: There is no filter "x"'), {
      field: 'html',
      line: 3,
      message: 'There is no filter "x"',
    });
    assert.deepEqual(readProblem('html cannot be used: previewText, line 2, column 1: Add }}'), {
      field: 'previewText',
      line: 2,
      message: 'Add }}',
    });
  });

  it('has no line where the server knows none', () => {
    assert.deepEqual(readProblem('html cannot be used: html: Rendering took longer than 500 ms', 'html'), {
      field: 'html',
      line: undefined,
      message: 'Rendering took longer than 500 ms',
    });
  });

  it('keeps a sentence without a place', () => {
    const { field, message } = readProblem('text cannot be used: The format is text, but text is empty', 'text');
    assert.deepEqual([field, message], ['text', 'The format is text, but text is empty']);
  });
});
