interface Detail {
  field: string
}

/** Converts the details of a REST error to those of a GraphQL error, whose fields are in `input`. */
export const toInputDetails = <D extends Detail>(details: readonly D[]): D[] =>
  details.map((detail) => ({ ...detail, field: `input.${detail.field}` }))
