import { escapeHtml } from '../pages/page.ts'
import type { Contract, Parameter, Schema } from './contract.ts'
import { toInlineHtml, toParagraphs } from './html.ts'

type Schemas = Contract['components']['schemas']

/** How deep records in records are opened. */
const deepest = 3

/** Lists what a call takes or answers: each field with its type, its limits and what it means. */
export function fieldsIn(schemas: Schemas) {
  const named = (schema: Schema): { name?: string; schema: Schema } => {
    const name = schema.$ref?.split('/').at(-1)
    return name ? { name, schema: schemas[name] ?? {} } : { schema }
  }

  /** A schema without the null that it also takes. */
  function bare(schema: Schema): { schema: Schema; nullable: boolean } {
    if (schema.anyOf?.some(({ type }) => type === 'null'))
      return { schema: schema.anyOf.find(({ type }) => type !== 'null') ?? {}, nullable: true }
    const nullable = Array.isArray(schema.type)
    return {
      schema: nullable
        ? { ...schema, type: (schema.type as string[]).find((type) => type !== 'null') as string }
        : schema,
      nullable,
    }
  }

  function typeOf(given: Schema): string {
    const { schema } = bare(given)
    const { name, schema: shape } = named(schema)
    if (isFilter(name)) return `<a href="/docs/filters#${name}">${name}</a>`
    if (shape.type === 'array') return `list of ${typeOf(shape.items ?? {})}`
    if (shape.enum) return 'one of'
    if (shape.const !== undefined) return escapeHtml(JSON.stringify(shape.const))
    if (shape.type === 'object') return escapeHtml(name ?? 'object')
    if (shape.format === 'date-time') return 'date and time'
    return escapeHtml(shape.format ?? (shape.type as string | undefined) ?? 'any JSON')
  }

  /** The record that a field holds, or holds a list of, where it is one to be opened. */
  function inside(given: Schema): { name?: string; schema: Schema } | undefined {
    const found = named(bare(given).schema)
    if (found.schema.type === 'array') return inside(found.schema.items ?? {})
    return found.schema.type === 'object' && found.schema.properties && !isFilter(found.name)
      ? found
      : undefined
  }

  const wordsOf = (given: Schema): (string | null)[] => {
    const { schema } = named(bare(given).schema)
    return schema.type === 'array'
      ? wordsOf(schema.items ?? {})
      : (schema.enum?.filter((word) => word !== null) ?? [])
  }

  function item(
    name: string,
    schema: Schema,
    marks: string,
    description: string,
    depth: number,
  ): string {
    const words = wordsOf(schema)
    const inner = inside(schema)
    const limits = limitsOf(bare(schema).schema)
    return `<li><div class="field"><code>${escapeHtml(name)}</code> <span class="type">${typeOf(schema)}</span>${marks}</div>
${toParagraphs(description)}${limits ? `<p class="limits">${limits}</p>` : ''}${words.length > 0 ? `<p class="words">${words.map((word) => `<code>${escapeHtml(word)}</code>`).join(' ')}</p>` : ''}${
  inner && depth < deepest
    ? `<details class="inner"><summary>Fields of ${escapeHtml(inner.name ?? name)}</summary>${list(inner.schema, depth + 1)}</details>`
    : ''
}</li>`
  }

  /** @param asks whether it is something that is sent, of which some fields are required */
  function list(shape: Schema, depth = 0, asks = false): string {
    const fields = Object.entries(shape.properties ?? {}).map(([name, schema]) => {
      const required = asks && shape.required?.includes(name)
      const empty = bare(schema).nullable ? '<span class="mark">or null</span>' : ''
      const { name: type, schema: target } = named(bare(schema).schema)
      const description = schema.description ?? (type ? (target.description ?? '') : '')
      return item(
        name,
        schema,
        `${required ? '<span class="required">required</span>' : ''}${empty}`,
        description,
        depth,
      )
    })
    return `<ul class="fields">${fields.join('')}</ul>`
  }

  const parameters = (all: Parameter[]): string =>
    `<ul class="fields">${all
      .map((each) =>
        item(
          each.name,
          each.schema ?? each.content?.['application/json'].schema ?? {},
          each.required ? '<span class="required">required</span>' : '',
          each.description,
          0,
        ),
      )
      .join('')}</ul>`

  return { list, parameters, inside }
}

const isFilter = (name: string | undefined) => name?.endsWith('Where') === true

function limitsOf({
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  pattern,
  default: usual,
}: Schema): string {
  const between = (from: number | undefined, to: number | undefined, what: string) =>
    from === undefined && to === undefined
      ? ''
      : from === undefined || (from === 0 && to)
        ? `at most ${number(to)} ${what}`
        : to === undefined
          ? `at least ${number(from)} ${what}`
          : `${number(from)} to ${number(to)} ${what}`
  return [
    between(minLength, maxLength, 'characters'),
    between(minimum, maximum, '').trim(),
    between(minItems, maxItems, 'entries'),
    pattern && pattern.length < 60 ? `matches <code>${escapeHtml(pattern)}</code>` : '',
    usual === undefined ? '' : toInlineHtml(`default \`${JSON.stringify(usual)}\``),
  ]
    .filter(Boolean)
    .join(' · ')
}

const number = (value: number | undefined) =>
  value !== undefined && Math.abs(value) >= 1e12 ? value.toExponential() : String(value)
