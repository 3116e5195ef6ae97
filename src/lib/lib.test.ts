import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { AppError } from '#core/errors.ts';
import { parseQuery } from '../http/api/query-string.ts';
import { parseDurationMs } from './durations.ts';
import { isId, newId } from './ids.ts';
import { ExactNumber, JsonLimitError, parseJson } from './json.ts';
import { LruMap, SizedLruMap } from './lru.ts';
import { TimeLimitExceeded, withTimeLimit } from './time-limit.ts';
import { createVault } from './vault.ts';

describe('a time limit', () => {
  it('ends a regular expression that would never end, and passes on results and errors', () => {
    const hostile = () => /^(a+)+$/.test(`${'a'.repeat(100)}!`);
    assert.throws(() => withTimeLimit(20, hostile), TimeLimitExceeded);
    assert.equal(
      withTimeLimit(20, () => 'done'),
      'done',
    );
    const broken = () => {
      throw new RangeError('broken');
    };
    assert.throws(() => withTimeLimit(20, broken), RangeError);
  });
});

describe('an id', () => {
  it('is a UUID of version 7 that contains its creation time', () => {
    const before = Date.now();
    const id = newId();
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const createdAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    assert.ok(createdAt >= before && createdAt <= Date.now());
  });

  it('is greater than every id before it, also when thousands are created in one millisecond', () => {
    const ids = Array.from({ length: 20_000 }, newId);
    assert.deepEqual(ids.toSorted(), ids);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('is recognized by isId, which refuses every other form', () => {
    assert.ok(isId(newId()));
    for (const text of [
      '',
      newId().toUpperCase(),
      `${newId()}\n`,
      ` ${newId()}`,
      newId().replaceAll('-', ''),
      `{${newId()}}`,
      newId().slice(1),
      '-'.repeat(36),
      'g'.repeat(36),
    ]) {
      assert.equal(isId(text), false, JSON.stringify(text));
    }
  });
});

describe('a duration', () => {
  it('is parsed with its unit, and as seconds without one', () => {
    const read = {
      '250ms': 250,
      '10s': 10_000,
      '15m': 900_000,
      '1h': 3_600_000,
      '7d': 604_800_000,
      '2w': 1_209_600_000,
      90: 90_000,
      ' 5s ': 5000,
    };
    for (const [text, ms] of Object.entries(read)) assert.equal(parseDurationMs(text), ms, text);
  });

  it('is undefined for any other text', () => {
    for (const text of [
      '',
      's',
      '-1s',
      '1.5h',
      '1 h',
      '1y',
      '1h30m',
      '1e3',
      '0x10',
      'NaN',
      'Infinity',
      '1'.repeat(11),
    ]) {
      assert.equal(parseDurationMs(text), undefined, text);
    }
  });
});

describe('JSON from a client', () => {
  const digitsOf = (value: unknown) => (value instanceof ExactNumber ? value.source : String(value));

  it('keeps every digit of a number that a double would round', () => {
    for (const digits of [
      '12345678901234567890',
      '-0.12345678901234567891',
      '9007199254740993',
      '100000000000000000000001',
    ]) {
      assert.equal(digitsOf(parseJson(digits)), digits);
      assert.equal(JSON.stringify(parseJson(`{"a":[${digits}]}`)), `{"a":[${digits}]}`);
    }
  });

  it('keeps every digit of a number with an exponent as well', () => {
    for (const digits of ['12345678901234567891e0', '1.2345678901234567891E+3']) {
      assert.equal(digitsOf(parseJson(digits)), digits);
    }
  });

  it('becomes a plain number when a double represents it exactly', () => {
    for (const digits of [
      '0',
      '-0',
      '0.1',
      '1.50',
      '1e3',
      '0.10000000000000000',
      '123456789012345680000',
      '9007199254740991',
    ]) {
      assert.equal(parseJson(digits), JSON.parse(digits), digits);
    }
  });

  it('is parsed as JSON.parse does for everything that JSON.stringify writes', () => {
    const units = fc.array(fc.nat(0xffff), { maxLength: 8 }).map((codes) => String.fromCharCode(...codes));
    const value = fc.jsonValue({ stringUnit: 'binary' });
    fc.assert(
      fc.property(value, units, (json, text) => {
        const body = JSON.stringify([json, text]);
        if (body.includes('__proto__') || body.includes('"prototype"')) return;
        assert.deepEqual(parseJson(body), JSON.parse(body));
      }),
    );
  });

  it('is refused with keys for prototype pollution, escaped or not, at any depth', () => {
    for (const body of [
      '{"__proto__":{"admin":true}}',
      '{"a":[{"b":{"__proto__":1}}]}',
      '{"\\u005f_proto__":1}',
      '{"\\u005F\\u005fproto\\u005f\\u005F":1}',
      '{"constructor":{"prototype":{}}}',
      '{"c\\u006fnstructor":{"pr\\u006ftotype":1}}',
      '[{"a":12345678901234567890,"__proto__":null}]',
    ]) {
      assert.throws(() => parseJson(body), SyntaxError, body);
    }
    assert.equal(({} as Record<string, unknown>).admin, undefined);
  });

  it('is accepted with harmless keys and values that look similar', () => {
    for (const body of [
      '{"constructor":"Renault"}',
      '{"proto":1}',
      '"__proto__"',
      '{"a":"constructor.prototype"}',
      '{"prototype":{}}',
    ]) {
      assert.deepEqual(parseJson(body), JSON.parse(body));
    }
  });

  it('is parsed a hundred thousand levels deep without limits, and a truncated text is an error', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    assert.ok(Array.isArray(parseJson(deep)));
    assert.ok(Array.isArray(parseJson(`[12345678901234567890,${deep}]`)));
    assert.throws(() => parseJson(deep.slice(1)), Error);
  });

  it('keeps all digits in arrays, objects and next to strings with digits', () => {
    const long = '12345678901234567890';
    const body = `{"a":[1,${long},"${long}",{"b":${long}}],"2":${long},"\\"":-${long}.5,"a\\\\":[],"c":1.5}`;
    assert.equal(JSON.stringify(parseJson(body)), `{"2":${long},${body.slice(1).replace(`"2":${long},`, '')}`);
    assert.equal(JSON.stringify(parseJson(`{"a":${long},"a":5}`)), '{"a":5}');
    assert.throws(() => parseJson(`{"__proto__":${long}}`), SyntaxError);
  });

  it('keeps the exact value of every number, in every notation', () => {
    const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,24})$/);
    const fraction = fc.option(fc.stringMatching(/^[0-9]{1,24}$/), { nil: '' });
    const exponent = fc.option(fc.integer({ min: -30, max: 30 }), { nil: undefined });
    fc.assert(
      fc.property(digits, fraction, exponent, fc.boolean(), (whole, part, power, negative) => {
        const text = `${negative ? '-' : ''}${whole}${part && `.${part}`}${power === undefined ? '' : `e${power}`}`;
        // The value times 10^60 as an integer, to compare two notations of one number.
        const scaled = (number: string): bigint => {
          const [mantissa = '', power = '0'] = number.toLowerCase().split('e');
          const [before = '', after = ''] = mantissa.split('.');
          return BigInt(before + after) * 10n ** BigInt(60 + Number(power) - after.length);
        };
        const value = parseJson(text);
        if (value instanceof ExactNumber) assert.equal(value.source, text);
        else assert.equal(scaled(String(value)), scaled(text));
      }),
    );
  });

  describe('within limits', () => {
    const limits = { values: 10_000, keys: 1000, depth: 64, digits: 400 };
    const many = (count: number, item: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => item(n)).join();
    const refusedFor = (text: string, reason: RegExp) =>
      assert.throws(
        () => parseJson(text, limits),
        (error) => error instanceof JsonLimitError && reason.test(error.message),
        text.slice(0, 50),
      );

    it('is refused with too many values, keys or levels, or too long a number', () => {
      refusedFor(`[${many(10_001, () => '1')}]`, /more than 10,000 values/);
      refusedFor(`[${many(5001, () => '[]')}]`, /more than 10,000 values/);
      refusedFor(`[{},{"a":{${many(1001, (n) => `"k${n}":1`)}}}]`, /more than 1,000 keys/);
      refusedFor(`{"a":"${'x'.repeat(5000)}","b":${'['.repeat(64)}${']'.repeat(64)}}`, /more than 64 levels/);
      for (const number of [
        '1'.repeat(401),
        `-0.${'0'.repeat(400)}1`,
        `1e${'0'.repeat(400)}`,
        `1.${'0'.repeat(80_000)}1`,
      ]) {
        refusedFor(number, /position 0 is longer than 400 characters/);
        refusedFor(`{"a":[true,${number}]}`, /position 11 is longer/);
      }
    });

    it('is parsed up to the limits, whatever its strings contain', () => {
      const strings = JSON.stringify([
        '[{'.repeat(5000),
        ',:'.repeat(10_000),
        '\\"[{,:'.repeat(5000),
        '1'.repeat(1000),
      ]);
      for (const body of [
        `[${many(9999, () => '1')}]`,
        `[${many(9, () => `{${many(1000, (n) => `"k${n}":1`)}}`)}]`,
        `{"a":"${'x'.repeat(5000)}","b":${'['.repeat(63)}${']'.repeat(63)}}`,
        strings,
      ]) {
        assert.deepEqual(parseJson(body, limits), JSON.parse(body));
      }
      assert.equal(digitsOf(parseJson('1'.repeat(300), limits)), '1'.repeat(300));
    });

    it('is parsed in linear time, whatever it contains', () => {
      const size = 200_000;
      for (const text of [
        `1.${'0'.repeat(size)}1`,
        `[0.${'0'.repeat(size)}1,${'9'.repeat(size)}]`,
        `1${'0'.repeat(size)}e-${'0'.repeat(size)}1`,
        `["${'\\\\'.repeat(size)}","${'\\"'.repeat(size)}"]`,
        `[${many(50_000, () => '12345678901234567890')}]`,
        `${'[1,'.repeat(size)}0.12345678901234567891${']'.repeat(size)}`,
      ]) {
        const begun = performance.now();
        parseJson(text);
        const took = performance.now() - begun;
        // This takes about 50 ms; a quadratic algorithm took 14 s for a number of 80,000 digits.
        assert.ok(took < 3000, `${text.slice(0, 20)}…: ${took} ms`);
      }
    });
  });
});

describe('the vault', () => {
  const vault = createVault(Buffer.alloc(32, 1));
  const flip = (text: string, at: number) => {
    const parts = text.split('.');
    const bytes = Buffer.from(parts[at] ?? '', 'base64url');
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    return parts.with(at, bytes.toString('base64url')).join('.');
  };

  it('decrypts what it encrypted, and encrypts the same text differently each time', async () => {
    for (const text of ['', 'secret', 'ключ 🔑', 'x'.repeat(100_000)]) {
      const [one, other] = [await vault.encrypt(text), await vault.encrypt(text)];
      assert.notEqual(one, other);
      assert.equal(vault.decrypt(one), text);
      assert.equal(vault.decrypt(other), text);
      assert.ok(text === '' || !one.includes(text));
    }
  });

  it('does not decrypt a text that was changed, truncated or encrypted with another key', async () => {
    const encrypted = await vault.encrypt('the secret');
    for (const at of [1, 2, 3]) assert.throws(() => vault.decrypt(flip(encrypted, at)), Error);
    for (const text of ['', 'the secret', encrypted.replace('v2', 'v3'), encrypted.slice(0, -4), 'v1.a.b', 'v1...']) {
      assert.throws(() => vault.decrypt(text), Error, text);
    }
    assert.throws(() => createVault(Buffer.alloc(32, 2)).decrypt(encrypted), Error);
  });

  it('does not decrypt a text with a shortened tag, which is easier to forge', async () => {
    const parts = (await vault.encrypt('the secret')).split('.');
    const tag = Buffer.from(parts[2] ?? '', 'base64url')
      .subarray(0, 4)
      .toString('base64url');
    assert.throws(() => vault.decrypt(parts.with(2, tag).join('.')), Error);
  });

  it('derives a constant key for each purpose', () => {
    assert.equal(vault.derive('a'), createVault(Buffer.alloc(32, 1)).derive('a'));
    assert.notEqual(vault.derive('a'), vault.derive('b'));
    assert.notEqual(vault.derive('a'), createVault(Buffer.alloc(32, 2)).derive('a'));
  });
});

describe('an LRU map with a limit in bytes', () => {
  it('evicts the least recently used entries when the total is too large', () => {
    const map = new SizedLruMap<string, number>(100);
    for (const [n, key] of ['a', 'b', 'c'].entries()) map.set(key, n, 30);
    assert.equal(map.get('a'), 0);
    map.set('d', 3, 30);
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((key) => map.get(key)),
      [0, undefined, 2, 3],
    );
    map.set('large', 4, 95);
    assert.deepEqual(
      ['a', 'c', 'd', 'large'].map((key) => map.get(key)),
      [undefined, undefined, undefined, 4],
    );
    assert.equal(map.bytes, 95);
  });

  it('counts an entry once, and stores none that is larger than the limit', () => {
    const map = new SizedLruMap<string, number>(100);
    map.set('a', 1, 60);
    map.set('a', 2, 40);
    map.set('larger', 3, 101);
    assert.deepEqual([map.get('a'), map.get('larger'), map.bytes], [2, undefined, 40]);
    map.delete('a');
    map.delete('a');
    assert.equal(map.bytes, 0);
    map.set('b', 1, 10);
    map.clear();
    assert.deepEqual([map.get('b'), map.bytes], [undefined, 0]);
  });
});

describe('an LRU map with a limit of entries', () => {
  it('evicts the least recently used entry', () => {
    const map = new LruMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    assert.equal(map.get('a'), 1);
    map.set('c', 3);
    assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [1, undefined, 3]);
  });

  it('counts an entry once, however often it is set, and deletes on demand', () => {
    const map = new LruMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('b', 3);
    assert.deepEqual([map.get('a'), map.get('b')], [1, 3]);
    map.delete('a');
    assert.deepEqual([map.get('a'), map.get('b')], [undefined, 3]);
    map.clear();
    assert.equal(map.get('b'), undefined);
  });
});

describe('a query string', () => {
  const plain = (text: string) => JSON.parse(JSON.stringify(parseQuery(text)));

  it('is parsed into parameters and filter groups', () => {
    assert.deepEqual(plain(''), {});
    assert.deepEqual(plain('&&page=2&'), { page: '2' });
    assert.deepEqual(plain('q=a+b%2Bc%20d&sort'), { q: 'a b+c d', sort: '' });
    assert.deepEqual(plain('q=a=b=c'), { q: 'a=b=c' });
    assert.deepEqual(plain('filter[stage]=won&filter%5Bvalue%5D%5Bgt%5D=5'), {
      filter: { stage: 'won', value: { gt: '5' } },
    });
    assert.deepEqual(plain('filter[a][in]=1&filter[a][in]=2&filter[a][in]=3'), {
      filter: { a: { in: ['1', '2', '3'] } },
    });
    assert.deepEqual(plain('filter[or][0][a]=1&filter[or][1][b.c][ne]=2'), {
      filter: { or: { 0: { a: '1' }, 1: { 'b.c': { ne: '2' } } } },
    });
  });

  it('cannot change a prototype', () => {
    const query = parseQuery('__proto__=1&filter[__proto__][x]=1&filter[constructor][prototype][y]=1');
    assert.deepEqual(Object.keys(query), ['__proto__', 'filter']);
    assert.deepEqual(Object.keys(query.filter as object), ['__proto__', 'constructor']);
    assert.equal(({} as Record<string, unknown>).x, undefined);
    assert.equal(({} as Record<string, unknown>).y, undefined);
  });

  it('is refused with 400 when it is malformed, ambiguous or excessive', () => {
    for (const text of [
      'page=1&page=2',
      'filter=a&filter=b',
      'filter=a&filter[b]=c',
      'filter[a]=1&filter[a][gt]=2',
      'filter[a][gt]=2&filter[a]=1',
      'filter[a][gt]=2&filter[a][gt][x]=1',
      'sort[a]=1',
      'filter[]=1',
      'filter[a=1',
      'filter]a[=1',
      'filter[a]b=1',
      'filter[[a]]=1',
      '=1',
      '[a]=1',
      `filter${'[a]'.repeat(9)}=1`,
      `filter${'['.repeat(50_000)}=1`,
      'q=%',
      'q=%zz',
      'q=%ff',
      'q=%ED%A0%80',
      'q=a%00b',
      'a%00=b',
      Array.from({ length: 1001 }, (_, n) => `filter[a${n}]=1`).join('&'),
    ]) {
      assert.throws(
        () => parseQuery(text),
        (error) => error instanceof AppError && error.status === 400,
        text.slice(0, 80),
      );
    }
  });

  it('is parsed or refused with 400, whatever it contains', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom('filter', '[', ']', '[or]', '[0]', '=', '&', '%', '%00', '%C3%A4', '__proto__', '+'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        try {
          parseQuery(pieces.join(''));
        } catch (error) {
          assert.ok(error instanceof AppError && error.status === 400, String(error));
        }
      }),
      { numRuns: 500 },
    );
  });
});
