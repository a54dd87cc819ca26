/** Renders the fields of requests and responses in the REST reference. */
import { escapeHtml } from '../pages/browser/highlight.ts'
import type { Contract, Parameter, Schema } from './contract.ts'
import { renderMarkdown, toInlineHtml } from './html.ts'

type NamedSchema = { name: string | undefined; schema: Schema }

interface FieldItem {
  name: string
  schema: Schema
  description: string
  isRequired: boolean
  depth: number
}

const maxDepth = 3

/** Renders field lists with types, limits and descriptions. */
export class FieldRenderer {
  readonly #schemas: Contract['components']['schemas']

  constructor(schemas: Contract['components']['schemas']) {
    this.#schemas = schemas
  }

  /** Renders the fields of a record. @param isRequest whether to mark required fields */
  renderList(record: Schema, { depth = 0, isRequest = false } = {}): string {
    const items = Object.entries(record.properties ?? {}).map(([name, schema]) => {
      const target = this.#resolveSchema(schema)
      const description = schema.description ?? (target.name && target.schema.description) ?? ''
      const isRequired = isRequest && record.required?.includes(name) === true
      return this.#renderItem({ name, schema, description, isRequired, depth })
    })
    return `<ul class="fields">${items.join('')}</ul>`
  }

  renderParameters(parameters: Parameter[]): string {
    const items = parameters.map(({ name, schema, content, description, required }) => {
      const type = schema ?? content?.['application/json'].schema ?? {}
      return this.#renderItem({ name, schema: type, description, isRequired: required, depth: 0 })
    })
    return `<ul class="fields">${items.join('')}</ul>`
  }

  /** Returns the record type of a field or of its list items; undefined for filters and scalars. */
  findRecord(field: Schema): NamedSchema | undefined {
    const { name, schema } = this.#resolveSchema(field)
    if (schema.type === 'array') return this.findRecord(schema.items ?? {})
    const isRecord = schema.type === 'object' && schema.properties && !isFilter(name)
    return isRecord ? { name, schema } : undefined
  }

  #renderItem({ name, schema, description, isRequired, depth }: FieldItem): string {
    const values = this.#listEnumValues(schema).map((value) => `<code>${escapeHtml(value)}</code>`)
    const record = depth < maxDepth ? this.findRecord(schema) : undefined
    const { schema: type, isNullable } = removeNull(schema)
    const limits = describeLimits(type)
    return [
      `<li><div class="field"><code>${escapeHtml(name)}</code> <span class="type">${this.#getTypeName(schema)}</span>`,
      isRequired ? '<span class="required">required</span>' : '',
      isNullable ? '<span class="mark">or null</span>' : '',
      `</div>\n${renderMarkdown(description)}`,
      limits && `<p class="limits">${limits}</p>`,
      values.length > 0 ? `<p class="enum-values">${values.join(' ')}</p>` : '',
      record
        ? `<details class="inner"><summary>Fields of ${escapeHtml(record.name ?? name)}</summary>${this.renderList(record.schema, { depth: depth + 1 })}</details>`
        : '',
      '</li>',
    ].join('')
  }

  #resolveSchema(field: Schema): NamedSchema {
    const { schema } = removeNull(field)
    const name = schema.$ref?.split('/').at(-1)
    return { name, schema: name ? (this.#schemas[name] ?? {}) : schema }
  }

  #getTypeName(field: Schema): string {
    const { name, schema } = this.#resolveSchema(field)
    if (isFilter(name)) return `<a href="/docs/filters#${name}">${name}</a>`
    if (schema.type === 'array') return `list of ${this.#getTypeName(schema.items ?? {})}`
    if (schema.enum) return 'one of'
    if (schema.const !== undefined) return escapeHtml(JSON.stringify(schema.const))
    if (schema.type === 'object') return escapeHtml(name ?? 'object')
    if (schema.format === 'date-time') return 'date and time'
    return escapeHtml(schema.format ?? schema.type ?? 'any JSON')
  }

  #listEnumValues(field: Schema): string[] {
    const { schema } = this.#resolveSchema(field)
    return schema.type === 'array'
      ? this.#listEnumValues(schema.items ?? {})
      : (schema.enum?.filter((value) => value !== null) ?? [])
  }
}

function removeNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  if (schema.anyOf?.some(({ type }) => type === 'null'))
    return { schema: schema.anyOf.find(({ type }) => type !== 'null') ?? {}, isNullable: true }
  return Array.isArray(schema.type)
    ? { schema: { ...schema, type: schema.type.find((type) => type !== 'null') }, isNullable: true }
    : { schema, isNullable: false }
}

export const isFilter = (name = ''): boolean => /(Where|Comparators)$/.test(name)

function describeLimits(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema
  const defaultText = JSON.stringify(schema.default)
  return [
    describeRange(minLength, maxLength, ' characters'),
    describeRange(minimum, maximum),
    describeRange(minItems, maxItems, ' entries'),
    pattern && pattern.length < 60 && `matches <code>${escapeHtml(pattern)}</code>`,
    defaultText && toInlineHtml(`default \`${defaultText}\``),
  ]
    .filter(Boolean)
    .join(' · ')
}

function describeRange(min: number | undefined, max: number | undefined, unit = ''): string {
  if (min === undefined && max === undefined) return ''
  if (max === undefined) return `at least ${formatNumber(min)}${unit}`
  return min === undefined || (min === 0 && max !== 0)
    ? `at most ${formatNumber(max)}${unit}`
    : `${formatNumber(min)} to ${formatNumber(max)}${unit}`
}

const formatNumber = (value = 0) =>
  Math.abs(value) >= 1e12 ? value.toExponential() : String(value)
