import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentName } from './agent-name.ts';

test('browsers are named with their system', () => {
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0';
  assert.equal(agentName(edge), 'Edge, Windows');
  assert.equal(
    agentName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'),
    'Safari, iOS',
  );
});

test('programs keep the beginning of their own name', () => {
  assert.equal(agentName('curl/8.5.0'), 'curl/8.5.0');
  assert.equal(agentName('x'.repeat(200))?.length, 60);
  assert.equal(agentName(null), undefined);
});
