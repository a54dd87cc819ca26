import { hostile, hostileText } from './hostile.ts'
import { kindAbout } from './names.ts'
import { customCondition, customValues, dateTime, text } from './plain.ts'
import type { Pool } from './pool.ts'
import type { AnyKind } from './records.ts'
import { type Shape, takesNull } from './shape.ts'
import { raw, type Value } from './value.ts'

/** Generates valid, slightly invalid and hostile values of a shape. */
export function valuesOf(components: Record<string, Shape>) {
  const resolved = (shape: Shape): Shape => {
    const name = shape.$ref?.split('/').at(-1)
    return name ? { ...components[name], named: name } : shape
  }

  function value(
    pool: Pool,
    input: Shape,
    name: string,
    about: AnyKind | undefined,
    depth = 0,
  ): Value {
    const { dice } = pool
    const orNull = input.anyOf?.some(({ type }) => type === 'null') ? input.anyOf : undefined
    const shape = resolved(orNull?.find(({ type }) => type !== 'null') ?? input)
    if (dice.chance(pool.wildness))
      return dice.chance(0.5) ? nearMiss(pool, shape, name, about, depth) : hostile(dice)
    if ((takesNull(input) || orNull) && dice.chance(0.08)) return null
    return plain(pool, shape, name, about, depth)
  }

  function plain(
    pool: Pool,
    shape: Shape,
    name: string,
    about: AnyKind | undefined,
    depth: number,
  ): Value {
    const { dice } = pool
    const words = shape.enum?.filter((word) => word !== null)
    if (words) return shape.bare ? { word: dice.pick(words) } : dice.pick(words)
    const type = Array.isArray(shape.type) ? shape.type.find((each) => each !== 'null') : shape.type
    switch (type) {
      case 'object':
        return object(pool, shape, name, about, depth)
      case 'array': {
        const least = shape.minItems ?? 0
        const length = dice.int(
          Math.max(least, 1),
          Math.min(shape.maxItems ?? 3, depth > 3 ? 1 : 3),
        )
        const made = Array.from({ length: dice.chance(0.05) ? least : length }, () =>
          value(pool, shape.items ?? {}, name, about, depth + 1),
        )
        return dice.chance(pool.wildness)
          ? [...made, ...made]
          : [...new Map(made.map((each) => [JSON.stringify(each), each])).values()]
      }
      case 'string':
        return shape.format === 'date-time' ? dateTime(pool, name) : text(pool, name, about, shape)
      case 'integer':
        return integer(pool, shape, name)
      case 'number':
        return (
          dice.int(
            shape.minimum === undefined || shape.minimum < 0 ? 0 : shape.minimum,
            1_000_000,
          ) / 4
        )
      case 'boolean':
        return dice.chance(0.5)
      default:
        return dice.pick<Value>(['green', 4, true, 'Bo'])
    }
  }

  const integer = ({ dice }: Pool, { minimum = 0, maximum = 100 }: Shape, name: string): Value =>
    /version/i.test(name)
      ? dice.int(1, 2)
      : dice.int(Math.max(minimum, 0), Math.min(maximum, 5 + Math.max(minimum, 0)))

  function object(
    pool: Pool,
    shape: Shape,
    name: string,
    about: AnyKind | undefined,
    depth: number,
  ): Value {
    const { dice } = pool
    if (name === 'customFields' && !shape.properties) return customValues(pool)
    if (shape.named === 'CustomFieldWhere' && dice.chance(0.8)) return customCondition(pool)
    const of = (shape.named && kindAbout(shape.named)) || about
    const optional = shape.named?.endsWith('Where')
      ? ([0.12, 0.1, 0.06, 0.04][depth] ?? 0)
      : depth === 0
        ? 0.4
        : 0.3
    const names = Object.keys(shape.properties ?? {}).filter(
      (each) => shape.required?.includes(each) || dice.chance(optional),
    )
    const fields = names.flatMap((each): [string, Value][] => {
      if (dice.chance(pool.wildness / 6)) return []
      const made = value(pool, shape.properties?.[each] ?? {}, each, of, depth + 1)
      return dice.chance(pool.wildness / 10)
        ? [
            [each, made],
            [each, hostile(dice)],
          ]
        : [[each, made]]
    })
    if (dice.chance(pool.wildness / 6))
      fields.push([
        dice.pick(['unknown', '__proto__', 'constructor', 'ID', 'companyId']),
        hostile(dice),
      ])
    return { fields: resolveContradictions(fields, dice) }
  }

  /** Values just outside the shape. */
  function nearMiss(
    pool: Pool,
    shape: Shape,
    name: string,
    about: AnyKind | undefined,
    depth: number,
  ): Value {
    const { dice } = pool
    const right = plain({ ...pool, wildness: 0 }, shape, name, about, depth)
    const options: (() => Value)[] = [
      () => null,
      () => [right],
      () => ({ fields: [[name, right]] }),
      () => '',
    ]
    if (typeof right === 'string') {
      const { minLength = 0, maxLength = 64 } = shape
      options.push(
        () => ` ${right} `,
        () => right.toUpperCase(),
        () => right.slice(0, -1),
        () => `${right}${hostileText(dice).slice(0, 40)}`,
        () => 'é'.repeat(maxLength),
        () => '😀'.repeat(maxLength),
        () => 'x'.repeat(maxLength + 1),
        () => 'x'.repeat(Math.max(0, minLength - 1)),
      )
      if (shape.format === 'date-time')
        options.push(
          () => right.slice(0, 10),
          () => '1899-12-31T23:59:59Z',
          () => '9999-12-31T23:59:59.999Z',
          () => '1900-01-01T00:00:00Z',
        )
    }
    if (typeof right === 'number' || typeof right === 'boolean') {
      const { minimum = 0, maximum = 100 } = shape
      options.push(
        () => String(right),
        () => minimum,
        () => minimum - 1,
        () => maximum,
        () => maximum + 1,
        () => raw(`${Number(right)}.0`),
        () => raw(`${Number(right)}.5`),
        () => raw('-0'),
      )
    }
    if (Array.isArray(right))
      options.push(
        () => [],
        () => [...right, null],
        () => Array<Value>((shape.maxItems ?? 100) + dice.int(0, 1)).fill(right[0] ?? 'x'),
      )
    if (right && typeof right === 'object' && 'word' in right)
      options.push(
        () => ({ word: String(right.word).toUpperCase() }),
        () => String(right.word),
      )
    return dice.pick(options)()
  }

  return { value, resolved }
}

/** Removes contradictions from a valid request: two roles, both ends of a page, two positions. */
function resolveContradictions(fields: [string, Value][], dice: Pool['dice']): [string, Value][] {
  const [has, without] = [
    (name: string) => fields.some(([key]) => key === name),
    (name: string) => fields.filter(([key]) => key !== name),
  ]
  if (dice.chance(0.1)) return fields
  if (has('role') && has('roleName')) return without('role')
  if (has('before') && has('after')) return without('after')
  if (has('order') && (has('before') || has('after'))) return without('order')
  return fields
}
