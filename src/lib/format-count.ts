/** `1,204` */
export const formatCount = (count: number): string => count.toLocaleString('en-US')

/** A count with its noun: `1 delivery`, `1,204 deliveries`. */
export const formatCountOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
