interface Detail {
  field: string
}

/** Converts REST error details to GraphQL error details, whose field names start with `input.`. */
export const toInputDetails = <D extends Detail>(details: readonly D[]): D[] =>
  details.map((detail) => ({ ...detail, field: `input.${detail.field}` }))
