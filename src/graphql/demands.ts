/**
 * Demands on an input object as a whole, which types cannot express, in the vocabulary of JSON
 * Schema. Operations check them; the contracts publish them from here.
 */
export interface ObjectDemands {
  required?: readonly string[]
  properties?: Record<string, object>
  /** Said beside `properties`, which do not name all fields. */
  additionalProperties?: true
  anyOf?: readonly ObjectDemands[]
  oneOf?: readonly ObjectDemands[]
  allOf?: readonly ObjectDemands[]
  not?: ObjectDemands
}

export interface DemandExtensions {
  demands?: ObjectDemands
  /** An update: at least one field besides those that say which record it is for. */
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
