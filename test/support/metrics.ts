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

function labelsIn(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  labelPattern.lastIndex = 0
  while (labelPattern.lastIndex < text.length) {
    const at = labelPattern.lastIndex
    const match = labelPattern.exec(text)
    if (!match) throw new Error(`no labels: ${text.slice(at)}`)
    const [, name = '', value = ''] = match
    if (name in found) throw new Error(`${name} twice`)
    found[name] = value.replace(/\\(.)/g, (_, each: string) => (each === 'n' ? '\n' : each))
  }
  return found
}

/** Parses the Prometheus text format 0.0.4 and checks one HELP and TYPE before each family. */
export function metricsIn(text: string): Map<string, Metric> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const found = new Map<string, Metric>()
  const collected = new Set<string>()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, about, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (about === 'HELP') {
      if (found.has(name)) throw new Error(`${name} is told of twice`)
      found.set(name, { type: '', help: rest, samples: [] })
      current = name
      continue
    }
    const family = found.get(current)
    if (!family) throw new Error(`of nothing: ${line}`)
    if (about === 'TYPE') {
      if (name !== current || family.type) throw new Error(`TYPE is not behind its HELP: ${line}`)
      family.type = rest
      continue
    }
    const [, sample = '', labels = '', value = ''] = samplePattern.exec(line) ?? []
    const suffix = sample.slice(current.length)
    if (
      !sample.startsWith(current) ||
      !(family.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).includes(suffix)
    )
      throw new Error(`not of ${current}: ${line}`)
    const key = line.slice(0, line.lastIndexOf(' '))
    if (collected.has(key)) throw new Error(`twice: ${key}`)
    collected.add(key)
    family.samples.push({
      name: sample,
      labels: labelsIn(labels),
      value: Number(value.replace('Inf', 'Infinity')),
    })
  }
  return found
}

/** Reads /metrics. */
export async function readMetrics(client: Client) {
  const { text } = await client.rest('GET', '/metrics')
  const families = metricsIn(text)
  const samples = [...families.values()].flatMap((each) => each.samples)
  /** The sum of the samples with this name and these labels. */
  const sum = (name: string, labels: Record<string, string> = {}): number =>
    samples
      .filter(
        (each) =>
          each.name === name &&
          Object.entries(labels).every(([label, value]) => each.labels[label] === value),
      )
      .reduce((total, { value }) => total + value, 0)
  return { text, families, samples, sum }
}

/** The numbers of worker queries that were answered, returned or failed. */
export const outcomesOf = ({
  queryWorkers,
}: Pick<Meters, 'queryWorkers'>): Record<string, number> =>
  Object.fromEntries(
    queryWorkers
      .lines()
      .map((line) => [/outcome="(\w+)"/.exec(line)?.[1], Number(line.split(' ').pop())]),
  )
