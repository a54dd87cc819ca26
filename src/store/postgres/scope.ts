/**
 * Whose rows a transaction sees: a company's, or those of all. The policies of the tables go by it.
 */
export const setting = 'dealgraph.company'
export const everyCompany = '*'

/** As text in a statement that takes no parameters. @throws where it is no id */
export function scopeLiteral(scope: string): string {
  if (scope !== everyCompany && !/^[A-Za-z0-9_-]{1,80}$/.test(scope))
    throw new Error('Not the id of a company')
  return `'${scope}'`
}
