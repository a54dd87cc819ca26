/** Writes the Prometheus text format: prom-client would use 16 MB of memory. */

export interface MetricFamily {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  lines(): string[]
}

export interface Counter extends MetricFamily {
  /** Adds to the series with these label values; use few distinct values, without newlines. */
  add(amount: number, ...values: string[]): void
  total(): number
}

/** Records a duration; the metric reports durations in seconds. */
export type Observe = (durationMs: number) => void

export type Histogram = MetricFamily & { at(...values: string[]): Observe }

/** Upper bounds of histogram buckets, in seconds. */
export const defaultBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]

const escapeLabel = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')

const formatLabels = (names: readonly string[], values: readonly string[]) =>
  names.map((name, index) => `${name}="${escapeLabel(values[index] ?? '')}"`)

const formatLine = (name: string, labels: readonly string[], value: number) =>
  `${name}${labels.length > 0 ? `{${labels.join(',')}}` : ''} ${value}`

/** Creates the series of a metric family on first use, one for each combination of label values. */
function createSeries<T>(names: readonly string[], create: () => T) {
  const seriesByKey = new Map<string, { labels: string[]; cell: T }>()
  return {
    all: () => seriesByKey.values(),
    at(values: string[]): T {
      const key = values.length === 1 ? (values[0] as string) : values.join('\n')
      let entry = seriesByKey.get(key)
      if (!entry) {
        entry = { labels: formatLabels(names, values), cell: create() }
        seriesByKey.set(key, entry)
      }
      return entry.cell
    },
  }
}

const createCounterFactory =
  (type: 'counter' | 'gauge') =>
  (name: string, help: string, labels: string[] = []): Counter => {
    const series = createSeries(labels, () => ({ total: 0 }))
    if (labels.length === 0) series.at([])
    return {
      name,
      type,
      help,
      add(amount, ...values) {
        series.at(values).total += amount
      },
      total: () => [...series.all()].reduce((sum, { cell }) => sum + cell.total, 0),
      lines: () => [...series.all()].map((item) => formatLine(name, item.labels, item.cell.total)),
    }
  }

/** Creates a counter; a counter without labels is reported as 0 before its first increment. */
export const counter = createCounterFactory('counter')

export const upDownCounter = createCounterFactory('gauge')

/** Creates a histogram of durations; `bounds` are the bucket limits in seconds. */
export function histogram(
  name: string,
  help: string,
  labels: string[] = [],
  bounds: readonly number[] = defaultBuckets,
): Histogram {
  const series = createSeries(labels, () => {
    const cell = { counts: new Float64Array(bounds.length + 1), sum: 0, observe }
    function observe(durationMs: number): void {
      const seconds = durationMs / 1000
      let bucketIndex = 0
      while (bucketIndex < bounds.length && seconds > (bounds[bucketIndex] as number)) bucketIndex++
      cell.counts[bucketIndex] = (cell.counts[bucketIndex] as number) + 1
      cell.sum += seconds
    }
    return cell
  })
  const bucketEnds = [...bounds.map(String), '+Inf']
  return {
    name,
    type: 'histogram',
    help,
    at: (...values) => series.at(values).observe,
    lines: () =>
      [...series.all()].flatMap(({ labels, cell }) => {
        let cumulativeCount = 0
        const bucketLines = bucketEnds.map((end, index) => {
          cumulativeCount += cell.counts[index] as number
          return formatLine(`${name}_bucket`, [...labels, `le="${end}"`], cumulativeCount)
        })
        return [
          ...bucketLines,
          formatLine(`${name}_sum`, labels, cell.sum),
          formatLine(`${name}_count`, labels, cumulativeCount),
        ]
      }),
  }
}

type Sample = number | { labels: Record<string, string>; value: number }[]

const createSampledFactory =
  (type: 'counter' | 'gauge') =>
  (name: string, help: string, sample: Sample): MetricFamily => ({
    name,
    type,
    help,
    lines: () =>
      (typeof sample === 'number' ? [{ labels: {}, value: sample }] : sample).map(
        ({ labels, value }) =>
          formatLine(name, formatLabels(Object.keys(labels), Object.values(labels)), value),
      ),
  })

/** Creates a counter sampled at scrape time: one value, or one value per set of labels. */
export const sampledCounter = createSampledFactory('counter')

export const gauge = createSampledFactory('gauge')

export const formatExposition = (families: MetricFamily[]): string =>
  families
    .flatMap((family) => [
      `# HELP ${family.name} ${family.help}\n`,
      `# TYPE ${family.name} ${family.type}\n`,
      ...family.lines().map((line) => `${line}\n`),
    ])
    .join('')
