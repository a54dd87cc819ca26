/**
 * Constraints on an input object as a whole, as JSON Schema, since GraphQL types cannot express
 * them. Operations check them; `openapi.json` publishes them.
 */
export interface ObjectDemands {
  required?: readonly string[]
  properties?: Record<string, object>
  /** Accompanies `properties`, which do not list all fields. */
  additionalProperties?: true
  anyOf?: readonly ObjectDemands[]
  oneOf?: readonly ObjectDemands[]
  allOf?: readonly ObjectDemands[]
  not?: ObjectDemands
}

export interface DemandExtensions {
  demands?: ObjectDemands
  /** Updates only: requires at least one field besides those that identify the record. */
  someField?: true
}

export const demands = (schema: ObjectDemands) => ({ demands: schema })

export const someField = { someField: true } as const

export const where = (properties: Record<string, object>): ObjectDemands => ({
  properties,
  additionalProperties: true,
})

const matching = (field: string, schema: object): ObjectDemands => ({
  required: [field],
  ...where({ [field]: schema }),
})

export const present = (field: string) => matching(field, { not: { type: 'null' } })
export const filledText = (field: string) => matching(field, { type: 'string', pattern: '\\S' })
export const filledList = (field: string) => matching(field, { type: 'array', minItems: 1 })
export const constant = (field: string, value: unknown) => matching(field, { const: value })

/** Null counts as absent. */
export const atMostOne = (fields: readonly string[]): ObjectDemands => ({
  allOf: fields.flatMap((one, index) =>
    fields.slice(index + 1).map((other) => ({ not: { allOf: [present(one), present(other)] } })),
  ),
})
