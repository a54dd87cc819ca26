import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { Dispatcher } from '../src/webhooks/dispatcher.ts'
import { type Metric, readMetrics } from './support/metrics.ts'
import { startReceiver } from './support/receiver.ts'
import { createWorld, type World } from './support/world.ts'

/** A use of a metric in an expression. */
interface MetricUse {
  metric: string
  /** Matched labels, each with the value that `=` requires, or undefined for other operators. */
  matchers: { label: string; value: string | undefined }[]
  /** Whether a rate function is applied to the metric. */
  isInRate: boolean
}

const rateFunctions = new Set(['Rate', 'Increase', 'Irate'])

/** Parses an expression with Prometheus's grammar. Throws if the expression is invalid. */
function parseMetricUses(expression: string): { uses: MetricUse[]; groupingLabels: string[] } {
  const metricUses: MetricUse[] = []
  const groupingLabels: string[] = []
  const getNodeText = ({ from, to }: { from: number; to: number }) => expression.slice(from, to)
  parser.parse(expression).iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`Invalid expression at ${node.from}: ${expression}`)
      if (node.name === 'GroupingLabels')
        groupingLabels.push(...node.node.getChildren('LabelName').map(getNodeText))
      if (node.name !== 'VectorSelector') return
      const selector = node.node
      const matchers = (
        selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
      ).map((matcher) => {
        const [label, operator, value] = [
          matcher.getChild('LabelName'),
          matcher.getChild('MatchOp'),
          matcher.getChild('StringLiteral'),
        ]
        return {
          label: label ? getNodeText(label) : '',
          value:
            operator && value && getNodeText(operator) === '='
              ? (JSON.parse(getNodeText(value)) as string)
              : undefined,
        }
      })
      const metricName = selector.getChild('Identifier')
      const enclosingFunction =
        selector.parent?.name === 'MatrixSelector'
          ? selector.parent.parent?.parent?.getChild('FunctionIdentifier')?.firstChild?.name
          : undefined
      metricUses.push({
        metric: metricName ? getNodeText(metricName) : '',
        matchers,
        isInRate: rateFunctions.has(enclosingFunction ?? ''),
      })
    },
  })
  return { uses: metricUses, groupingLabels }
}

interface Panel {
  id: number
  type: string
  title: string
  datasource?: { uid: string }
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string; datasource: { uid: string } }[]
}

interface AlertRule {
  alert: string
  expr: string
  labels: Record<string, string>
  annotations: Record<string, string>
}

const readDeployFile = (name: string) =>
  readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8')
const dashboard = JSON.parse(readDeployFile('grafana-dashboard.json')) as {
  __inputs: { name: string }[]
  panels: Panel[]
  annotations: { list: { expr: string }[] }
  templating: { list: { name: string; definition: string }[] }
}
const alertRules = (
  parse(readDeployFile('alerts.yml')) as { groups: { rules: AlertRule[] }[] }
).groups.flatMap((group) => group.rules)

/** Replaces Grafana variables with fixed values. */
const fillVariables = (expression: string) =>
  expression.replaceAll(/\$__(rate_)?interval/g, '5m').replaceAll('$instance', '.*')
const panelExpressions = [
  ...dashboard.panels.flatMap((panel) => panel.targets ?? []),
  ...dashboard.annotations.list,
].map(({ expr }) => fillVariables(expr))
const expressions = [...panelExpressions, ...alertRules.map(({ expr }) => expr)]

/** The labels and the metric that Prometheus itself adds. */
const prometheusLabels = ['instance', 'job']
const prometheusMetric = 'up'

describe('Dashboard and alerts', () => {
  let world: World
  let metricFamilies: Map<string, Metric>
  beforeAll(async () => {
    world = await createWorld({ WEBHOOKS_ALLOW_LOCAL: 'true' })
    const receiver = await startReceiver()
    await world
      .as('owner')
      .rest('POST', '/v1/webhook-endpoints', { url: receiver.url, events: ['*'] })
    await world.as('owner').gql('mutation { createTask(input: { title: "Told" }) { task { id } } }')
    await world.as('owner').gql('{ people { totalCount } }')
    const dispatcher = new Dispatcher(world.deps, { owner: 'test', repeat: () => () => {} })
    await dispatcher.waitUntilIdle()
    await dispatcher.stop()
    await receiver.stop()
    metricFamilies = (await readMetrics(world.client())).families
  })
  afterAll(() => world.stop())

  const getMetricFamily = (metric: string) =>
    metricFamilies.get(metric) ?? metricFamilies.get(metric.replace(/_(bucket|sum|count)$/, ''))
  const getSamples = (metric: string) =>
    getMetricFamily(metric)?.samples.filter(({ name }) => name === metric) ?? []

  test('every expression in the Grafana dashboard and the Prometheus alerts is valid PromQL', () => {
    expect(expressions.length).toBeGreaterThan(50)
    for (const expression of expressions)
      expect(parseMetricUses(expression).uses.length).toBeGreaterThan(0)
    expect(() => parseMetricUses('sum(rate(a[5m])) /')).toThrow('Invalid expression')
  })

  test('the Grafana dashboard and the Prometheus alerts use only existing metrics, labels and label values', () => {
    const invalidUses = expressions.flatMap((expression) =>
      parseMetricUses(expression)
        .uses.filter(({ metric }) => metric !== prometheusMetric)
        .flatMap(({ metric, matchers }) => {
          const samples = getSamples(metric)
          if (samples.length === 0) return [`there is no ${metric}`]
          return matchers
            .filter(({ label }) => !prometheusLabels.includes(label))
            .filter(
              ({ label, value }) =>
                !samples.some(({ labels }) =>
                  value === undefined ? label in labels : labels[label] === value,
                ),
            )
            .map(({ label, value }) => `${metric} has no ${label} ${value ?? ''}`)
        }),
    )
    expect(invalidUses).toEqual([])
  })

  test('the Grafana dashboard and the Prometheus alerts group metrics only by existing labels', () => {
    for (const expression of expressions) {
      const { uses, groupingLabels } = parseMetricUses(expression)
      const knownLabels = new Set([
        ...prometheusLabels,
        ...uses.flatMap(({ metric }) =>
          getSamples(metric).flatMap(({ labels }) => Object.keys(labels)),
        ),
      ])
      expect([expression, groupingLabels.filter((label) => !knownLabels.has(label))]).toEqual([
        expression,
        [],
      ])
    }
  })

  test('the Grafana dashboard and the Prometheus alerts use counters and histograms only in rate functions, and gauges only outside rate functions', () => {
    for (const { metric, isInRate } of expressions.flatMap(
      (expression) => parseMetricUses(expression).uses,
    )) {
      if (metric !== prometheusMetric)
        expect([metric, isInRate]).toEqual([metric, getMetricFamily(metric)?.type !== 'gauge'])
    }
  })

  test('each Prometheus alert has a severity, a summary and a description, whose templates use only the instance and the formatted value', () => {
    expect(new Set(alertRules.map(({ alert }) => alert)).size).toBe(alertRules.length)
    for (const { alert, labels, annotations } of alertRules) {
      expect([
        alert,
        ['page', 'ticket'].includes(labels['severity'] ?? ''),
        Object.keys(annotations),
      ]).toEqual([alert, true, ['summary', 'description']])
      const templates = Object.values(annotations).flatMap((text) =>
        [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, template = '']) => template.trim()),
      )
      for (const template of templates)
        expect([alert, template]).toEqual([
          alert,
          expect.stringMatching(
            /^(\$labels\.instance|\$value \| humanize(Duration|Percentage|1024)?)$/,
          ),
        ])
    }
  })

  test('the panels of the Grafana dashboard do not overlap and share one data source', () => {
    const { panels } = dashboard
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const dataSource = `\${${dashboard.__inputs[0]?.name}}`
    for (const { title, type, datasource, targets = [] } of panels.filter(
      (panel) => panel.type !== 'row',
    ))
      expect([
        title,
        type,
        datasource?.uid,
        ...targets.map((target) => target.datasource.uid),
      ]).toEqual([title, type, dataSource, ...targets.map(() => dataSource)])
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24)
    expect(
      getSamples(
        /label_values\((\w+), instance\)/.exec(
          dashboard.templating.list[0]?.definition ?? '',
        )?.[1] ?? '',
      ),
    ).toHaveLength(1)
  })

  test('the Grafana dashboard and the Prometheus alerts use every metric of the server except those on an explicit list', () => {
    const usedFamilies = new Set(
      expressions.flatMap((expression) =>
        parseMetricUses(expression).uses.map(({ metric }) => getMetricFamily(metric)),
      ),
    )
    const unusedFamilies = [...metricFamilies]
      .filter(([, family]) => !usedFamilies.has(family))
      .map(([name]) => name)
    expect(unusedFamilies).toEqual([
      'dealgraph_token_rejections_total',
      'dealgraph_webhook_oldest_undelivered_seconds',
      'dealgraph_webhook_attempts_total',
      'dealgraph_webhook_failures_total',
      'dealgraph_cache_hits_total',
      'dealgraph_cache_misses_total',
      'dealgraph_cache_entries',
      'dealgraph_garbage_collections_total',
      'nodejs_heap_size_total_bytes',
      'nodejs_version_info',
    ])
  })
})
