import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { isInputObjectType, isObjectType } from 'graphql'
import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { schema } from '../src/resources/index.ts'

/**
 * Regular expressions on client input run in linear time, so that one request cannot block the
 * event loop. The tests check their structure, since they cannot measure time reliably.
 */
const source = join(import.meta.dirname, '../src')

/** Code that reads only settings, files of the program, or files chosen by the operator. */
const withoutCallers = [
  'commands/',
  'contracts/',
  'exchange/',
  'console/',
  'graphiql/',
  'pages/',
  'reference/',
  'http/connections.ts',
  'settings.ts',
  'store/faults.ts',
  'store/postgres/',
  'store/sqlite/',
  'deps.ts',
]

interface Found {
  place: string
  pattern: string
  flags: string
}

function literalsOf(path: string): Found[] {
  const file = ts.createSourceFile(
    path,
    readFileSync(join(source, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const found: Found[] = []
  const add = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      found.push({
        place: `${path}:${line + 1}`,
        pattern: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      })
    }
    ts.forEachChild(node, add)
  }
  add(file)
  return found
}

const isUnbounded = (node: AST.Element): boolean => {
  let unbounded = false
  visitRegExpAST(node, {
    onQuantifierEnter: ({ max }) => {
      unbounded ||= max === Number.POSITIVE_INFINITY
    },
  })
  return unbounded
}

/** Whether a failing search restarts at characters that it has already read, in quadratic time. */
function restartsWithin({ elements }: AST.Alternative, flags: string): boolean {
  const [first, ...others] = elements
  if (!first || (first.type === 'Assertion' && first.kind === 'start' && !flags.includes('m')))
    return false
  // A last repetition cannot fail.
  const last = others.at(-1)
  const failing = last?.type === 'Quantifier' ? [...others.slice(0, -1), last.element] : others
  const repeated = failing.filter(isUnbounded)
  if (first.type !== 'Character') return repeated.length > 0
  const begins = String.fromCodePoint(first.value)
  return repeated.some((each) => new RegExp(each.raw, flags.replace('g', '')).test(begins))
}

function faultsOf({ place, pattern, flags }: Found): string[] {
  const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, unicode)
  const { reports } = analyse({ source: pattern, flags })
  return [
    ...reports.map(({ type }) => `${place} /${pattern}/${flags}: ${type}`),
    ...alternatives
      .filter((each) => restartsWithin(each, flags))
      .map(() => `${place} /${pattern}/${flags}: restarts`),
  ]
}

const faults = (found: Found[]) => found.flatMap(faultsOf)
const literalOf = ({ source: pattern, flags }: RegExp): Found => ({ place: 'here', pattern, flags })

test('every regular expression on client input is linear', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (path) => !withoutCallers.some((each) => path.startsWith(each)),
  )
  const found = files.flatMap(literalsOf)
  expect(found.length).toBeGreaterThan(60)
  expect(faults(found)).toEqual([])
})

const extensionsOf = ({ extensions }: { extensions: object }) =>
  extensions as { jsonSchema?: { pattern?: string } }

test('every pattern of the schema is linear', () => {
  const limits = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields()).flatMap(({ args }) => args.map(extensionsOf))
      : isInputObjectType(type)
        ? Object.values(type.getFields()).map(extensionsOf)
        : [extensionsOf(type)],
  )
  const patterns = new Set(limits.flatMap(({ jsonSchema }) => jsonSchema?.pattern ?? []))
  expect(patterns.size).toBeGreaterThan(4)
  expect(
    faults([...patterns].map((pattern) => ({ place: 'schema', pattern, flags: 'u' }))),
  ).toEqual([])
})

test('no regular expression is built from client input', () => {
  const makers = globSync('**/*.ts', { cwd: source }).filter(
    (path) =>
      !/^(console|graphiql|pages|reference)\//.test(path) &&
      /\bRegExp\(/.test(readFileSync(join(source, path), 'utf8')),
  )
  // The first compiles a constant, the second the patterns of the schema.
  expect(makers.sort()).toEqual(['graphql/schema/scalar-parsers.ts', 'graphql/values.ts'])
})

test('the check finds regular expressions that are not linear', () => {
  for (const slow of [
    /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i,
    /multipart\/mixed[^,]*subscriptionSpec/i,
    /^(\w+)(.*)$/,
    /\s+$/,
    /(a+)+$/,
    /[^\s@]+@[^\s@]+/,
  ])
    expect([slow.source, faultsOf(literalOf(slow)).length > 0]).toEqual([slow.source, true])
  for (const fast of [/^\w+/, /\{(\w+)\}/g, /\s+/g, /^Bearer +(\S+)$/i, /\p{M}/gu])
    expect(faultsOf(literalOf(fast))).toEqual([])
})
