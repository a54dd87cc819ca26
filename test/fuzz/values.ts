import type { GeneratorContext } from './generator-context.ts'
import { createHostileText, createHostileValue } from './hostile-values.ts'
import { createRawLiteral, type Value } from './literal.ts'
import { getKindByTypeName } from './names.ts'
import type { AnyKind } from './records.ts'
import { acceptsNull, type Shape } from './shape.ts'
import {
  createCustomCondition,
  createCustomValues,
  createValidText,
  generateDateTime,
} from './valid-values.ts'

/** Returns a generator of valid, slightly invalid and hostile values for a shape. */
export function createValueGenerator(components: Record<string, Shape>) {
  const resolveShape = (shape: Shape): Shape => {
    const name = shape.$ref?.split('/').at(-1)
    return name ? { ...components[name], typeName: name } : shape
  }

  function generateValue(
    context: GeneratorContext,
    input: Shape,
    name: string,
    typeKind: AnyKind | undefined,
    depth = 0,
  ): Value {
    const { random } = context
    const nullableOptions = input.anyOf?.some(({ type }) => type === 'null')
      ? input.anyOf
      : undefined
    const shape = resolveShape(nullableOptions?.find(({ type }) => type !== 'null') ?? input)
    if (random.chance(context.invalidity))
      return random.chance(0.5)
        ? createSlightlyInvalidValue(context, shape, name, typeKind, depth)
        : createHostileValue(random)
    if ((acceptsNull(input) || nullableOptions) && random.chance(0.08)) return null
    return createValidValue(context, shape, name, typeKind, depth)
  }

  function createValidValue(
    context: GeneratorContext,
    shape: Shape,
    name: string,
    typeKind: AnyKind | undefined,
    depth: number,
  ): Value {
    const { random } = context
    const enumValues = shape.enum?.filter((word) => word !== null)
    if (enumValues)
      return shape.isEnum ? { enumName: random.pick(enumValues) } : random.pick(enumValues)
    const type = Array.isArray(shape.type) ? shape.type.find((name) => name !== 'null') : shape.type
    switch (type) {
      case 'object':
        return generateObject(context, shape, name, typeKind, depth)
      case 'array': {
        const minLength = shape.minItems ?? 0
        const itemCount = random.integer(
          Math.max(minLength, 1),
          Math.min(shape.maxItems ?? 3, depth > 3 ? 1 : 3),
        )
        const items = Array.from({ length: random.chance(0.05) ? minLength : itemCount }, () =>
          generateValue(context, shape.items ?? {}, name, typeKind, depth + 1),
        )
        return random.chance(context.invalidity)
          ? [...items, ...items]
          : [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
      }
      case 'string':
        return shape.format === 'date-time'
          ? generateDateTime(context, name)
          : createValidText(context, name, typeKind, shape)
      case 'integer':
        return generateInteger(context, shape, name)
      case 'number':
        return (
          random.integer(
            shape.minimum === undefined || shape.minimum < 0 ? 0 : shape.minimum,
            1_000_000,
          ) / 4
        )
      case 'boolean':
        return random.chance(0.5)
      default:
        return random.pick<Value>(['green', 4, true, 'Bo'])
    }
  }

  const generateInteger = (
    { random }: GeneratorContext,
    { minimum = 0, maximum = 100 }: Shape,
    name: string,
  ): Value =>
    /version/i.test(name)
      ? random.integer(1, 2)
      : random.integer(Math.max(minimum, 0), Math.min(maximum, 5 + Math.max(minimum, 0)))

  function generateObject(
    context: GeneratorContext,
    shape: Shape,
    name: string,
    typeKind: AnyKind | undefined,
    depth: number,
  ): Value {
    const { random } = context
    if (name === 'customFields' && !shape.properties) return createCustomValues(context)
    if (shape.typeName === 'CustomFieldWhere' && random.chance(0.8))
      return createCustomCondition(context)
    const objectKind = (shape.typeName && getKindByTypeName(shape.typeName)) || typeKind
    const isComparatorInput = shape.typeName?.endsWith('Comparators')
    const fieldProbability = shape.typeName?.endsWith('Where')
      ? ([0.12, 0.1, 0.06, 0.04][depth] ?? 0)
      : depth === 0 || isComparatorInput
        ? 0.4
        : 0.3
    const fieldNames = Object.keys(shape.properties ?? {}).filter(
      (name) => shape.required?.includes(name) || random.chance(fieldProbability),
    )
    const fields = fieldNames.flatMap((fieldName): [string, Value][] => {
      if (random.chance(context.invalidity / 6)) return []
      const fieldValue = generateValue(
        context,
        shape.properties?.[fieldName] ?? {},
        // The name of the filtered field determines the value, because comparators have names such
        // as `eq`.
        isComparatorInput ? name : fieldName,
        objectKind,
        depth + 1,
      )
      return random.chance(context.invalidity / 10)
        ? [
            [fieldName, fieldValue],
            [fieldName, createHostileValue(random)],
          ]
        : [[fieldName, fieldValue]]
    })
    if (random.chance(context.invalidity / 6))
      fields.push([
        random.pick(['unknown', '__proto__', 'constructor', 'ID', 'companyId']),
        createHostileValue(random),
      ])
    return { fields: resolveContradictions(fields, random) }
  }

  /** Generates a value that violates the shape in one respect, or is at one of its limits. */
  function createSlightlyInvalidValue(
    context: GeneratorContext,
    shape: Shape,
    name: string,
    typeKind: AnyKind | undefined,
    depth: number,
  ): Value {
    const { random } = context
    const validInput = createValidValue({ ...context, invalidity: 0 }, shape, name, typeKind, depth)
    const candidates: (() => Value)[] = [
      () => null,
      () => [validInput],
      () => ({ fields: [[name, validInput]] }),
      () => '',
    ]
    if (typeof validInput === 'string') {
      const { minLength = 0, maxLength = 64 } = shape
      candidates.push(
        () => ` ${validInput} `,
        () => validInput.toUpperCase(),
        () => validInput.slice(0, -1),
        () => `${validInput}${createHostileText(random).slice(0, 40)}`,
        () => 'é'.repeat(maxLength),
        () => '😀'.repeat(maxLength),
        () => 'x'.repeat(maxLength + 1),
        () => 'x'.repeat(Math.max(0, minLength - 1)),
      )
      if (shape.format === 'date-time')
        candidates.push(
          () => validInput.slice(0, 10),
          () => '1899-12-31T23:59:59Z',
          () => '9999-12-31T23:59:59.999Z',
          () => '1900-01-01T00:00:00Z',
        )
    }
    if (typeof validInput === 'number' || typeof validInput === 'boolean') {
      const { minimum = 0, maximum = 100 } = shape
      candidates.push(
        () => String(validInput),
        () => minimum,
        () => minimum - 1,
        () => maximum,
        () => maximum + 1,
        () => createRawLiteral(`${Number(validInput)}.0`),
        () => createRawLiteral(`${Number(validInput)}.5`),
        () => createRawLiteral('-0'),
      )
    }
    if (Array.isArray(validInput))
      candidates.push(
        () => [],
        () => [...validInput, null],
        () =>
          Array<Value>((shape.maxItems ?? 100) + random.integer(0, 1)).fill(validInput[0] ?? 'x'),
      )
    if (validInput && typeof validInput === 'object' && 'enumName' in validInput)
      candidates.push(
        () => ({ enumName: String(validInput.enumName).toUpperCase() }),
        () => String(validInput.enumName),
      )
    return random.pick(candidates)()
  }

  return { generateValue }
}

/**
 * Removes contradictory fields, such as two roles, two ends of a page or two positions, from nine
 * in ten inputs.
 */
function resolveContradictions(
  fields: [string, Value][],
  random: GeneratorContext['random'],
): [string, Value][] {
  const [hasField, removeField] = [
    (name: string) => fields.some(([key]) => key === name),
    (name: string) => fields.filter(([key]) => key !== name),
  ]
  if (random.chance(0.1)) return fields
  if (hasField('role') && hasField('roleName')) return removeField('role')
  if (hasField('before') && hasField('after')) return removeField('after')
  if (hasField('order') && (hasField('before') || hasField('after'))) return removeField('order')
  return fields
}
