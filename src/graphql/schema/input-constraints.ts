/**
 * Constraints on an input object as a whole, as JSON Schema, since GraphQL types cannot express
 * them. Operations check them; `openapi.json` publishes them.
 */

export interface ObjectConstraints {
  required?: readonly string[]
  properties?: Record<string, object>
  /** Accompanies `properties`, which do not list all fields. */
  additionalProperties?: true
  anyOf?: readonly ObjectConstraints[]
  oneOf?: readonly ObjectConstraints[]
  allOf?: readonly ObjectConstraints[]
  not?: ObjectConstraints
}

export interface ConstraintExtensions {
  constraints?: ObjectConstraints
  /** Updates only: requires at least one field besides those that identify the record. */
  someField?: true
}

export const constraints = (schema: ObjectConstraints) => ({ constraints: schema })

export const someField = { someField: true } as const

export const where = (properties: Record<string, object>): ObjectConstraints => ({
  properties,
  additionalProperties: true,
})

const matching = (field: string, schema: object): ObjectConstraints => ({
  required: [field],
  ...where({ [field]: schema }),
})

export const present = (field: string) => matching(field, { not: { type: 'null' } })
export const filledText = (field: string) => matching(field, { type: 'string', pattern: '\\S' })
export const filledList = (field: string) => matching(field, { type: 'array', minItems: 1 })
export const constant = (field: string, value: unknown) => matching(field, { const: value })

/** Null counts as absent. */
export const atMostOne = (fields: readonly string[]): ObjectConstraints => ({
  allOf: fields.flatMap((one, index) =>
    fields.slice(index + 1).map((other) => ({ not: { allOf: [present(one), present(other)] } })),
  ),
})
