/**
 * Regular expressions on client input run in linear time, so that no request can block the event
 * loop. The tests check their structure, because durations cannot be measured reliably.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { isInputObjectType, isObjectType } from 'graphql'
import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { schema } from '../src/resources/index.ts'

const source = join(import.meta.dirname, '../src')

/**
 * Folders whose code reads only settings, files of the program, or files that the operator chose.
 */
const trustedFolders = [
  'commands/',
  'exchange/',
  'console/',
  'graphiql/',
  'pages/',
  'reference/',
  'http/connections.ts',
  'lib/setting',
  'store/faults.ts',
  'store/postgres/',
  'store/sqlite/',
  'deps.ts',
]

interface FoundPattern {
  place: string
  pattern: string
  flags: string
}

function findLiterals(path: string): FoundPattern[] {
  const file = ts.createSourceFile(
    path,
    readFileSync(join(source, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const patterns: FoundPattern[] = []
  const add = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      patterns.push({
        place: `${path}:${line + 1}`,
        pattern: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      })
    }
    ts.forEachChild(node, add)
  }
  add(file)
  return patterns
}

const isUnbounded = (node: AST.Element): boolean => {
  let isUnboundedPattern = false
  visitRegExpAST(node, {
    onQuantifierEnter: ({ max }) => {
      isUnboundedPattern ||= max === Number.POSITIVE_INFINITY
    },
  })
  return isUnboundedPattern
}

/**
 * Returns whether a failing search could restart at characters it has already read, which takes
 * quadratic time.
 */
function restartsWithin({ elements }: AST.Alternative, flags: string): boolean {
  const [firstElement, ...otherElements] = elements
  if (
    !firstElement ||
    (firstElement.type === 'Assertion' && firstElement.kind === 'start' && !flags.includes('m'))
  )
    return false
  // A repetition at the end of a pattern cannot fail.
  const lastElement = otherElements.at(-1)
  const failingElements =
    lastElement?.type === 'Quantifier'
      ? [...otherElements.slice(0, -1), lastElement.element]
      : otherElements
  const repeatedElements = failingElements.filter(isUnbounded)
  if (firstElement.type !== 'Character') return repeatedElements.length > 0
  const firstCharacter = String.fromCodePoint(firstElement.value)
  return repeatedElements.some((element) =>
    new RegExp(element.raw, flags.replace('g', '')).test(firstCharacter),
  )
}

function findFaults({ place, pattern, flags }: FoundPattern): string[] {
  const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, unicode)
  const { reports } = analyse({ source: pattern, flags })
  return [
    ...reports.map(({ type }) => `${place} /${pattern}/${flags}: ${type}`),
    ...alternatives
      .filter((alternative) => restartsWithin(alternative, flags))
      .map(() => `${place} /${pattern}/${flags}: restarts`),
  ]
}

const listFaults = (patterns: FoundPattern[]) => patterns.flatMap(findFaults)
const getLiteral = ({ source: pattern, flags }: RegExp): FoundPattern => ({
  place: 'here',
  pattern,
  flags,
})

test('every regular expression applied to client input runs in linear time', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (path) => !trustedFolders.some((folder) => path.startsWith(folder)),
  )
  const patterns = files.flatMap(findLiterals)
  expect(patterns.length).toBeGreaterThan(60)
  expect(listFaults(patterns)).toEqual([])
})

const getExtensions = ({ extensions }: { extensions: object }) =>
  extensions as { jsonSchema?: { pattern?: string } }

test('every regular expression in the GraphQL schema runs in linear time', () => {
  const limits = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields()).flatMap(({ args }) => args.map(getExtensions))
      : isInputObjectType(type)
        ? Object.values(type.getFields()).map(getExtensions)
        : [getExtensions(type)],
  )
  const patterns = new Set(limits.flatMap(({ jsonSchema }) => jsonSchema?.pattern ?? []))
  expect(patterns.size).toBeGreaterThan(4)
  expect(
    listFaults([...patterns].map((pattern) => ({ place: 'schema', pattern, flags: 'u' }))),
  ).toEqual([])
})

test('no regular expression is built from client input', () => {
  const dynamicFiles = globSync('**/*.ts', { cwd: source }).filter(
    (path) =>
      !/^(console|graphiql|pages|reference)\//.test(path) &&
      /\bRegExp\(/.test(readFileSync(join(source, path), 'utf8')),
  )
  // The first compiles the patterns of the schema; the others compile constants.
  expect(dynamicFiles.sort()).toEqual([
    'graphql/check-values.ts',
    'graphql/schema/scalar-parsers.ts',
    'lib/setting.ts',
  ])
})

test('the test detects regular expressions that do not run in linear time', () => {
  for (const quadraticPattern of [
    /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i,
    /multipart\/mixed[^,]*subscriptionSpec/i,
    /^(\w+)(.*)$/,
    /\s+$/,
    /(a+)+$/,
    /[^\s@]+@[^\s@]+/,
  ])
    expect([quadraticPattern.source, findFaults(getLiteral(quadraticPattern)).length > 0]).toEqual([
      quadraticPattern.source,
      true,
    ])
  for (const linearPattern of [/^\w+/, /\{(\w+)\}/g, /\s+/g, /^Bearer +(\S+)$/i, /\p{M}/gu])
    expect(findFaults(getLiteral(linearPattern))).toEqual([])
})
