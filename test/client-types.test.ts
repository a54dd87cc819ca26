import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPossibleTypes } from './clients/apollo.ts'
import { generateClientFiles } from './clients/codegen.ts'
import { introspect } from './clients/introspect.ts'
import { compilerPath } from './support/compiler-path.ts'
import { createFivePeople, type FivePeople } from './support/five-people.ts'
import { type Folder, newFolder } from './support/folder.ts'

/** Creates a TypeScript project with the typed clients and their generated types. */
function createProject(): Folder {
  const project = newFolder()
  const projectPath = project.path
  cpSync('test/clients/typed', projectPath, { recursive: true })
  symlinkSync(resolve('node_modules'), join(projectPath, 'node_modules'))
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'preserve',
    moduleResolution: 'bundler',
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  }
  writeFileSync(
    join(projectPath, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts', 'gql/*.ts'] }),
  )
  writeFileSync(join(projectPath, 'package.json'), '{ "type": "module" }')
  return project
}

function writeFiles({ path }: Folder, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, '..'), { recursive: true })
    writeFileSync(join(path, name), text)
  }
}

/** Compiles a project. @returns the compiler's exit code and output */
function compileProject({ path }: Folder): [code: number | null, output: string] {
  const { status, stdout, stderr } = spawnSync(compilerPath, ['-p', path], { encoding: 'utf8' })
  return [status, stdout + stderr]
}

/**
 * The tests compile a separate project with types generated from `openapi.json` and
 * `schema.graphql`. In its code, `@ts-expect-error` marks lines that the compiler must reject.
 */
describe('Typed clients', () => {
  let fixture: FivePeople
  let project: Folder
  beforeAll(async () => {
    fixture = await createFivePeople()
    project = createProject()
    const generatorProcess = spawnSync(
      'node_modules/.bin/openapi-typescript',
      ['openapi.json', '--output', project.file('api.ts')],
      { encoding: 'utf8' },
    )
    expect(generatorProcess.stderr).toBe('')
    const sources = globSync('test/clients/typed/*.ts').map((file) => readFileSync(file, 'utf8'))
    writeFiles(project, await generateClientFiles(readFileSync('schema.graphql', 'utf8'), sources))
  })
  afterAll(async () => {
    project.remove()
    await fixture.world.stop()
  })

  test('typed clients compile, and the generated types reject wrong paths, fields, values and nulls', () => {
    expect(compileProject(project)).toEqual([0, ''])
  })

  test('an openapi-fetch client reads pages, writes records and receives errors', async () => {
    const { runWorkday, listNames, createRestClient } = await import(project.file('rest.ts'))
    const { world, key } = fixture
    const client = createRestClient(world.url, key)
    const { body } = await world.as('owner').rest('GET', '/v1/pipelines')
    expect(await listNames(client, 'other')).toEqual(['Five', 'Four', 'Three', 'One'])
    await client.POST('/v1/people', {
      body: { firstName: 'Ann', emails: [{ value: 'ann@example.com' }], tags: ['garden'] },
    })
    expect(await runWorkday(client, 'ANN@example.com')).toMatchObject({
      task: { title: 'Call back', priority: 'high', completedAt: null },
      tags: 'garden, vip',
      stageId: body.data[0].stages[1].id,
      notes: ['Likes the garden'],
    })
    await expect(client.POST('/v1/tasks', { body: { title: ' ' } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'title' }],
    })
    await expect(createRestClient(world.url, 'dg_wrong').GET('/v1/me')).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  test('queries typed by graphql-codegen return data that matches their types', async () => {
    const { readCards, connectClient, createReminder } = await import(project.file('graphql.ts'))
    const { world, url, key, ids } = fixture
    for (const [index, id] of ids.entries())
      await world.as('owner').rest('PUT', `/v1/people/${id}`, { price: index * 100 })
    const client = connectClient(url, key, getPossibleTypes(await introspect(url, key)))
    expect(await readCards(client, 200)).toEqual(['Three: 200.00', 'Two: 300.00', 'One: 400.00'])
    expect(await createReminder(client, ids[0])).toEqual(['Call back', 'high', 'Call back'])
  })
})
