/**
 * Counters and histograms in plain arrays, told in the text format of Prometheus. (The usual
 * library for it takes 16 MB of memory here, a tenth of what the whole server has.)
 */
export interface MetricFamily {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** What it means, in a sentence. */
  readonly help: string
  lines(): string[]
}

export interface Counter extends MetricFamily {
  /**
   * Adds to the series with these values of its labels. They are few, in one line each, and never
   * what a client wrote.
   */
  add(amount: number, ...values: string[]): void
  /** Of all its series. */
  total(): number
}

/** Counts one duration, in milliseconds; it is told in seconds. */
type Observe = (milliseconds: number) => void

export interface Histogram extends MetricFamily {
  /** How to count in the series with these values of its labels. */
  at(...values: string[]): Observe
}

/** Upper ends of what is counted together, in seconds. */
export const defaultBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')

const labelled = (names: readonly string[], values: readonly string[]) =>
  names.map((name, index) => `${name}="${escaped(values[index] ?? '')}"`)

const line = (name: string, labels: readonly string[], value: number) =>
  `${name}${labels.length > 0 ? `{${labels.join(',')}}` : ''} ${value}`

/** The series of a family by the values of their labels, each made when it is first needed. */
function cellsOf<T>(names: readonly string[], make: () => T) {
  const cells = new Map<string, { labels: string[]; cell: T }>()
  return {
    all: () => cells.values(),
    at(values: string[]): T {
      const key = values.length === 1 ? (values[0] as string) : values.join('\n')
      let found = cells.get(key)
      if (!found) {
        found = { labels: labelled(names, values), cell: make() }
        cells.set(key, found)
      }
      return found.cell
    },
  }
}

const sum =
  (type: 'counter' | 'gauge') =>
  (name: string, help: string, labels: string[] = []): Counter => {
    const cells = cellsOf(labels, () => ({ total: 0 }))
    if (labels.length === 0) cells.at([])
    return {
      name,
      type,
      help,
      add(amount, ...values) {
        cells.at(values).total += amount
      },
      total: () => [...cells.all()].reduce((sum, { cell }) => sum + cell.total, 0),
      lines: () => [...cells.all()].map(({ labels, cell }) => line(name, labels, cell.total)),
    }
  }

/** What only ever grows. One without labels is told from the beginning, as 0. */
export const counter = sum('counter')

/** How many there are of something that comes and goes. */
export const upDownCounter = sum('gauge')

/** How long something took: how often, in all, and how many took no longer than each bound. */
export function histogram(
  name: string,
  help: string,
  labels: string[] = [],
  bounds: readonly number[] = defaultBuckets,
): Histogram {
  const cells = cellsOf(labels, () => {
    const cell = { counts: new Float64Array(bounds.length + 1), sum: 0, observe }
    function observe(milliseconds: number): void {
      const seconds = milliseconds / 1000
      let bound = 0
      while (bound < bounds.length && seconds > (bounds[bound] as number)) bound++
      cell.counts[bound] = (cell.counts[bound] as number) + 1
      cell.sum += seconds
    }
    return cell
  })
  const ends = [...bounds.map(String), '+Inf']
  return {
    name,
    type: 'histogram',
    help,
    at: (...values) => cells.at(values).observe,
    lines: () =>
      [...cells.all()].flatMap(({ labels, cell }) => {
        let sofar = 0
        const buckets = ends.map((end, index) => {
          sofar += cell.counts[index] as number
          return line(`${name}_bucket`, [...labels, `le="${end}"`], sofar)
        })
        return [
          ...buckets,
          line(`${name}_sum`, labels, cell.sum),
          line(`${name}_count`, labels, sofar),
        ]
      }),
  }
}

/** What is looked up when it is asked for: one value, or one for each set of labels. */
export const sampledMetric = (
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  value: number | { labels: Record<string, string>; value: number }[],
): MetricFamily => ({
  name,
  type,
  help,
  lines: () =>
    typeof value === 'number'
      ? [line(name, [], value)]
      : value.map((each) =>
          line(name, labelled(Object.keys(each.labels), Object.values(each.labels)), each.value),
        ),
})

export const gauge = (
  name: string,
  help: string,
  value: Parameters<typeof sampledMetric>[3],
): MetricFamily => sampledMetric('gauge', name, help, value)

/** All of them in the text format of Prometheus, version 0.0.4. */
export const formatExposition = (families: MetricFamily[]): string =>
  families
    .map(
      (each) =>
        `# HELP ${each.name} ${each.help}\n# TYPE ${each.name} ${each.type}\n${each
          .lines()
          .map((text) => `${text}\n`)
          .join('')}`,
    )
    .join('')
