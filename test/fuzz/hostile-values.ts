import { createRawLiteral, type Value } from './literal.ts'
import type { RandomSource } from './random-source.ts'

/** Texts that programs often process incorrectly. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\ud83d',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-0',
  '9007199254740993',
  "' or 1=1 --",
  "'; drop table people; --",
  '" or ""="',
  '%',
  '_%_',
  '\\',
  '*',
  '"',
  'a* OR b*',
  'NEAR(a b, 3)',
  'name:casey AND "',
  '^casey',
  '$.a[0]',
  '$[*]',
  '{"$gt": ""}',
  '[]',
  '../../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  '\u202eevil',
  '\u200d\u200b\ufeff',
  '👩‍👩‍👧‍👦',
  'e\u0301'.repeat(60),
  '\u0301\u0301\u0301',
  'مرحبا',
  'İıſK',
  'ﷺ'.repeat(20),
  '𝒳'.repeat(101),
  '\r\nX-Injected: 1',
  '\u2028\u2029',
  '<script>alert(1)</script>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is sent unchanged
  '${7*7}',
  '0x10',
  '1e5',
  '+1 (415) 555-2671 ext. 9',
  'a@b',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '0000-01-01T00:00:00Z',
  '2026-06-01T24:00:00Z',
  '2026-06-30T23:59:60Z',
  'Etc/GMT+99',
  'javascript:alert(1)',
  'http://[::1]:1/',
  'https://user:pw@127.0.0.1:1/',
  'https://xn--/',
  'http://2130706433/',
]

const hostileNumbers: Value[] = [
  createRawLiteral('1e400'),
  createRawLiteral('-1e400'),
  createRawLiteral('-0'),
  createRawLiteral('0.1e-400'),
  createRawLiteral('9007199254740993'),
  createRawLiteral('123456789012345678901234567890'),
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  -1,
  0,
  0.5,
  1e15,
  1e15 + 1,
  1e300,
  5e-324,
]

/** Nests a text in `levels` objects under `key`, or in arrays if `key` is empty. */
const nestObjects = (levels: number, key: string): Value =>
  levels === 0
    ? 'x'
    : key === ''
      ? [nestObjects(levels - 1, key)]
      : { fields: [[key, nestObjects(levels - 1, key)]] }

export const createHostileText = (random: RandomSource): string =>
  random.chance(0.1)
    ? random.pick(['a', '😀', ' ', "'", '\u0301']).repeat(random.pick([51, 101, 201, 5001, 20_000]))
    : random.pick(hostileTexts)

export function createHostileValue(random: RandomSource): Value {
  switch (random.integer(0, 7)) {
    case 0:
    case 1:
    case 2:
      return createHostileText(random)
    case 3:
      return random.pick(hostileNumbers)
    case 4:
      return random.pick<Value>([
        null,
        true,
        false,
        [],
        { fields: [] },
        [[]],
        [null],
        { fields: [['', null]] },
      ])
    case 5:
      return {
        fields: [
          [
            random.pick(['__proto__', 'constructor', 'toString', 'id', 'value', '']),
            random.chance(0.5) ? { fields: [['polluted', true]] } : createHostileText(random),
          ],
        ],
      }
    case 6:
      return nestObjects(
        random.pick([3, 10, 21, 60, 70, 400]),
        random.pick(['', 'and', 'or', 'not', 'where']),
      )
    default:
      return Array<Value>(random.pick([2, 21, 101, 1001, 3000])).fill(
        random.chance(0.5) ? createHostileText(random).slice(0, 20) : random.pick(hostileNumbers),
      )
  }
}
