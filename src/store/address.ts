export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:/.test(url)

/**
 * The address of a PostgreSQL database without user and password: what it is called where others
 * may read it.
 */
export function withoutCredentials(url: string): string {
  const [, place = '', query = ''] = /^\w+:\/\/(?:.*@)?([^?]*)\??(.*)$/.exec(url) ?? []
  const host = new URLSearchParams(query).get('host')
  return `${host ?? ''}${place}`
}
