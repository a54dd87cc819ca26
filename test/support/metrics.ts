import type { Meters } from '../../src/metrics/meters.ts'
import type { Client } from './client.ts'

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

export interface Metric {
  type: string
  help: string
  samples: Sample[]
}

const labelPattern = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y
const samplePattern =
  /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (NaN|[+-]Inf|[+-]?\d+(?:\.\d+)?(?:e[+-]\d+)?)$/

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  labelPattern.lastIndex = 0
  while (labelPattern.lastIndex < text.length) {
    const position = labelPattern.lastIndex
    const match = labelPattern.exec(text)
    if (!match) throw new Error(`invalid labels: ${text.slice(position)}`)
    const [, name = '', value = ''] = match
    if (name in labels) throw new Error(`duplicate label ${name}`)
    labels[name] = value.replace(/\\(.)/g, (_, escaped: string) =>
      escaped === 'n' ? '\n' : escaped,
    )
  }
  return labels
}

/**
 * Parses the Prometheus text format 0.0.4. @throws if a line is invalid, is repeated or precedes
 * the HELP line of its family
 */
export function parseMetrics(text: string): Map<string, Metric> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end with a newline')
  const metrics = new Map<string, Metric>()
  const sampleKeys = new Set<string>()
  let currentFamily = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, name = '', remainder = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (keyword === 'HELP') {
      if (metrics.has(name)) throw new Error(`${name} has two HELP lines`)
      metrics.set(name, { type: '', help: remainder, samples: [] })
      currentFamily = name
      continue
    }
    const family = metrics.get(currentFamily)
    if (!family) throw new Error(`no HELP line before: ${line}`)
    if (keyword === 'TYPE') {
      if (name !== currentFamily || family.type)
        throw new Error(`TYPE does not follow its HELP line: ${line}`)
      family.type = remainder
      continue
    }
    const [, sample = '', labels = '', value = ''] = samplePattern.exec(line) ?? []
    const suffix = sample.slice(currentFamily.length)
    if (
      !sample.startsWith(currentFamily) ||
      !(family.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).includes(suffix)
    )
      throw new Error(`not a sample of ${currentFamily}: ${line}`)
    const sampleKey = line.slice(0, line.lastIndexOf(' '))
    if (sampleKeys.has(sampleKey)) throw new Error(`duplicate sample: ${sampleKey}`)
    sampleKeys.add(sampleKey)
    family.samples.push({
      name: sample,
      labels: parseLabels(labels),
      value: Number(value.replace('Inf', 'Infinity')),
    })
  }
  return metrics
}

export async function readMetrics(client: Client) {
  const { text } = await client.rest('GET', '/metrics')
  const families = parseMetrics(text)
  const samples = [...families.values()].flatMap((family) => family.samples)
  /** Returns the sum of the samples with this name and these labels. */
  const sumSamples = (name: string, labels: Record<string, string> = {}): number =>
    samples
      .filter(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      )
      .reduce((total, { value }) => total + value, 0)
  return { text, families, samples, sum: sumSamples }
}

/**
 * Returns the number of queries with each outcome in the query workers: `answered`, `returned` and
 * `failed`.
 */
export const getOutcomes = ({
  queryWorkers,
}: Pick<Meters, 'queryWorkers'>): Record<string, number> =>
  Object.fromEntries(
    queryWorkers
      .lines()
      .map((line) => [/outcome="(\w+)"/.exec(line)?.[1], Number(line.split(' ').pop())]),
  )
