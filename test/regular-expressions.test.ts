/**
 * Tests that regular expressions applied to client input run in linear time, so that no request can
 * block the event loop. The tests check the structure of patterns, because timings are not
 * reliable.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { isInputObjectType, isObjectType } from 'graphql'
import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { schema } from '../src/resources/index.ts'

const sourceFolder = join(import.meta.dirname, '../src')

/**
 * Paths of code that reads only settings, the files of the program, or files chosen by the
 * operator.
 */
const trustedPaths = [
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
  'create-deps.ts',
]

interface FoundPattern {
  location: string
  pattern: string
  flags: string
}

function listRegExpLiterals(path: string): FoundPattern[] {
  const file = ts.createSourceFile(
    path,
    readFileSync(join(sourceFolder, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const patterns: FoundPattern[] = []
  const collectLiterals = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const patternEnd = node.text.lastIndexOf('/')
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      patterns.push({
        location: `${path}:${line + 1}`,
        pattern: node.text.slice(1, patternEnd),
        flags: node.text.slice(patternEnd + 1),
      })
    }
    ts.forEachChild(node, collectLiterals)
  }
  collectLiterals(file)
  return patterns
}

const hasUnboundedRepetition = (node: AST.Element): boolean => {
  let isUnbounded = false
  visitRegExpAST(node, {
    onQuantifierEnter: ({ max }) => {
      isUnbounded ||= max === Number.POSITIVE_INFINITY
    },
  })
  return isUnbounded
}

/**
 * Returns whether a failing search can restart at a character that it has already read, and
 * therefore takes quadratic time.
 */
function canRestart({ elements }: AST.Alternative, flags: string): boolean {
  const [firstElement, ...otherElements] = elements
  if (
    !firstElement ||
    (firstElement.type === 'Assertion' && firstElement.kind === 'start' && !flags.includes('m'))
  )
    return false
  // A search cannot fail within a repetition at the end of a pattern.
  const lastElement = otherElements.at(-1)
  const failingElements =
    lastElement?.type === 'Quantifier'
      ? [...otherElements.slice(0, -1), lastElement.element]
      : otherElements
  const repeatedElements = failingElements.filter(hasUnboundedRepetition)
  if (firstElement.type !== 'Character') return repeatedElements.length > 0
  const firstCharacter = String.fromCodePoint(firstElement.value)
  return repeatedElements.some((element) =>
    new RegExp(element.raw, flags.replace('g', '')).test(firstCharacter),
  )
}

function findPatternFaults({ location, pattern, flags }: FoundPattern): string[] {
  const parserFlags = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, parserFlags)
  const { reports } = analyse({ source: pattern, flags })
  return [
    ...reports.map(({ type }) => `${location} /${pattern}/${flags}: ${type}`),
    ...alternatives
      .filter((alternative) => canRestart(alternative, flags))
      .map(() => `${location} /${pattern}/${flags}: restarts`),
  ]
}

const listFaults = (patterns: FoundPattern[]) => patterns.flatMap(findPatternFaults)
const toFoundPattern = ({ source: pattern, flags }: RegExp): FoundPattern => ({
  location: 'here',
  pattern,
  flags,
})

test('every regular expression applied to client input runs in linear time', () => {
  const paths = globSync('**/*.ts', { cwd: sourceFolder }).filter(
    (path) => !trustedPaths.some((folder) => path.startsWith(folder)),
  )
  const patterns = paths.flatMap(listRegExpLiterals)
  expect(patterns.length).toBeGreaterThan(60)
  expect(listFaults(patterns)).toEqual([])
})

const getExtensions = ({ extensions }: { extensions: object }) =>
  extensions as { jsonSchema?: { pattern?: string } }

test('every regular expression in the GraphQL schema runs in linear time', () => {
  const extensions = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields()).flatMap(({ args }) => args.map(getExtensions))
      : isInputObjectType(type)
        ? Object.values(type.getFields()).map(getExtensions)
        : [getExtensions(type)],
  )
  const patterns = new Set(extensions.flatMap(({ jsonSchema }) => jsonSchema?.pattern ?? []))
  expect(patterns.size).toBeGreaterThan(4)
  expect(
    listFaults([...patterns].map((pattern) => ({ location: 'schema', pattern, flags: 'u' }))),
  ).toEqual([])
})

test('outside the code of pages, only three source files construct regular expressions at run time', () => {
  const dynamicPaths = globSync('**/*.ts', { cwd: sourceFolder }).filter(
    (path) =>
      !/^(console|graphiql|pages|reference)\//.test(path) &&
      /\bRegExp\(/.test(readFileSync(join(sourceFolder, path), 'utf8')),
  )
  // The first file compiles the GraphQL schema's patterns, and the others compile constants.
  expect(dynamicPaths.sort()).toEqual([
    'graphql/check-values.ts',
    'graphql/schema/scalar-parsers.ts',
    'lib/setting.ts',
  ])
})

test('the linear-time check reports super-linear regular expressions and accepts linear ones', () => {
  for (const quadraticPattern of [
    /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i,
    /multipart\/mixed[^,]*subscriptionSpec/i,
    /^(\w+)(.*)$/,
    /\s+$/,
    /(a+)+$/,
    /[^\s@]+@[^\s@]+/,
  ])
    expect([
      quadraticPattern.source,
      findPatternFaults(toFoundPattern(quadraticPattern)).length > 0,
    ]).toEqual([quadraticPattern.source, true])
  for (const linearPattern of [/^\w+/, /\{(\w+)\}/g, /\s+/g, /^Bearer +(\S+)$/i, /\p{M}/gu])
    expect(findPatternFaults(toFoundPattern(linearPattern))).toEqual([])
})
