import { parser } from '@prometheus-io/lezer-promql'

/**
 * What an expression asks of a metric: its name, the labels that it is chosen and grouped by, and
 * whether it is taken as a counter.
 */
export interface Use {
  metric: string
  /** By a value that the label has to have, or by no certain one. */
  matchers: { label: string; value: string | undefined }[]
  rated: boolean
}

const counting = new Set(['Rate', 'Increase', 'Irate'])

/** Reads an expression as Prometheus does. @throws where it cannot be read */
export function usesIn(expression: string): { uses: Use[]; grouped: string[] } {
  const uses: Use[] = []
  const grouped: string[] = []
  const text = ({ from, to }: { from: number; to: number }) => expression.slice(from, to)
  parser.parse(expression).iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`not to be read at ${node.from}: ${expression}`)
      if (node.name === 'GroupingLabels')
        grouped.push(...node.node.getChildren('LabelName').map(text))
      if (node.name !== 'VectorSelector') return
      const selector = node.node
      const matchers = (
        selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
      ).map((matcher) => {
        const [label, sign, value] = [
          matcher.getChild('LabelName'),
          matcher.getChild('MatchOp'),
          matcher.getChild('StringLiteral'),
        ]
        return {
          label: label ? text(label) : '',
          value:
            sign && value && text(sign) === '=' ? (JSON.parse(text(value)) as string) : undefined,
        }
      })
      const name = selector.getChild('Identifier')
      const around =
        selector.parent?.name === 'MatrixSelector'
          ? selector.parent.parent?.parent?.getChild('FunctionIdentifier')?.firstChild?.name
          : undefined
      uses.push({ metric: name ? text(name) : '', matchers, rated: counting.has(around ?? '') })
    },
  })
  return { uses, grouped }
}
