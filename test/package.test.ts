/**
 * Builds the npm package, installs it in another folder, and runs it as `docs/operations.md`
 * describes.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createHttpClient } from './support/client.ts'
import {
  findFreePort,
  openTerminal,
  readCommandBlocks,
  type Terminal,
} from './support/documents.ts'
import { newFolder } from './support/folder.ts'
import { getSamplePath } from './support/importer.ts'
import { loopbackOnly } from './support/loopback-only.ts'
import { readMetrics } from './support/metrics.ts'
import { requires } from './support/requirements.ts'

const root = join(import.meta.dirname, '..')
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const { version, devDependencies } = readJson('package.json')
const lockedPackages = Object.entries<Record<string, unknown>>(
  readJson('package-lock.json').packages,
).filter(([path]) => path !== '')

const folder = newFolder()
const tarball = folder.file(`dealgraph-${version}.tgz`)
const getInstalledPath = (path: string) => folder.file(join('node_modules/dealgraph', path))
let port: string
let shell: Terminal
let client: Client
let ownerEmail: string
/** The file paths in the npm tarball. */
let tarballPaths: string[]
const runInShell = async (command: string) => {
  const output = await shell.type(command)
  expect(output, command).toMatch(/-with-0\.\n$/)
  return output.slice(0, output.lastIndexOf('done-'))
}

/** Copies the production dependencies to the folder, so that npm does not download them. */
function copyDependencies(): void {
  const isTopLevel = (path: string) => path.lastIndexOf('node_modules/') === 0
  const productionPackages = lockedPackages.filter(([path, { dev }]) => isTopLevel(path) && !dev)
  for (const [path] of productionPackages)
    if (existsSync(join(root, path)))
      cpSync(join(root, path), folder.file(path), { recursive: true })
  cpSync(join(root, 'node_modules/.bin'), folder.file('node_modules/.bin'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from, to) =>
      !lstatSync(from).isSymbolicLink() || existsSync(join(dirname(to), readlinkSync(from))),
  })
}

beforeAll(async () => {
  copyDependencies()
  port = String(await findFreePort())
  shell = openTerminal(root, {
    PORT: port,
    LOG_LEVEL: 'warn',
    NO_COLOR: '1',
    QUERY_WORKERS: '1',
    npm_config_cache: folder.file('npm-cache'),
  })
  const commandBlock = readCommandBlocks('docs/operations.md').find(
    ({ section }) => section === 'Installation',
  )
  const [packCommand = '', installCommand = '', serveCommand = '', ...otherCommands] = (
    commandBlock?.text ?? ''
  )
    .replace(/^npm ci && /, '')
    .replace('npm install', 'npm install --offline')
    .replaceAll('/opt/dealgraph', folder.path)
    .trim()
    .split('\n')
  expect(otherCommands).toEqual([])
  await runInShell(packCommand)
  tarballPaths = (await runInShell(`tar -tzf ${tarball}`)).trim().split('\n')
  await runInShell(installCommand)
  await shell.start(`${serveCommand} &`, /Dealgraph is ready\./)
  const [owner] = JSON.parse(readFileSync(folder.file('db/demo-keys.json'), 'utf8'))
  client = createHttpClient(`http://127.0.0.1:${port}`, owner.secret)
  ownerEmail = owner.email
}, 120_000)
afterAll(async () => {
  await shell.close()
  folder.remove()
})

describe('The npm package', () => {
  test('the npm tarball contains JavaScript with source maps and type declarations, the contract files and documentation', () => {
    expect(tarballPaths).toEqual(
      expect.arrayContaining(
        [
          ...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'docs/operations.md'],
          ...['schema.graphql', 'openapi.json', 'scalars.json', 'llms.txt', 'deploy/roles.sql'],
          ...['dist/src/app.js', 'dist/src/app.js.map', 'dist/src/app.d.ts'],
          ...readdirSync(join(root, 'db/migrations')).map(
            (name) => `dist/db/migrations/${name.replace(/\.ts$/, '.js')}`,
          ),
        ].map((path) => `package/${path}`),
      ),
    )
    const { sourcesContent } = JSON.parse(
      readFileSync(getInstalledPath('dist/src/app.js.map'), 'utf8'),
    )
    expect(sourcesContent).toEqual([readFileSync(join(root, 'src/app.ts'), 'utf8')])
  })

  test('the npm tarball is smaller than 2.5 MB and contains no tests, databases or demo keys, and no TypeScript except type declarations and page scripts', () => {
    const unwantedPaths = tarballPaths.filter(
      (path) =>
        /test|contracts\/|\.db|demo-keys\.json/.test(path) ||
        (/(?<!\.d)\.ts$/.test(path) && !path.includes('/browser/')),
    )
    expect(unwantedPaths).toEqual([])
    expect(statSync(tarball).size).toBeLessThan(2_500_000)
  })

  test('an installation of the npm package contains no development dependencies', () => {
    const developmentPackages = Object.keys(devDependencies)
    expect(developmentPackages).toContain('vitest')
    expect(
      developmentPackages.filter((name) => existsSync(folder.file(`node_modules/${name}`))),
    ).toEqual([])
  })

  test('no package in package-lock.json has an install script or is compiled by npm', () => {
    // npm 10 compiles each locked package that has a `binding.gyp`, unless the lockfile contains
    // `"gypfile": false`. npm removes this line whenever it writes the lockfile.
    const compiledPackages = lockedPackages.filter(
      ([path, { gypfile, hasInstallScript }]) =>
        hasInstallScript || (existsSync(join(root, path, 'binding.gyp')) && gypfile !== false),
    )
    expect(compiledPackages.map(([path]) => path)).toEqual([])
  })

  test('`npx dealgraph --version` in the installation folder prints the version', async () => {
    expect(await runInShell('npx dealgraph --version')).toContain(`${version}\n`)
  })

  test('other packages can resolve the contract files of the installed npm package', async () => {
    const names = ['schema.graphql', 'openapi.json', 'scalars.json', 'llms.txt']
    const output = await runInShell(
      `node -p 'process.argv.slice(1).map((name) => require.resolve("dealgraph/" + name)).join("\\n")' ${names.join(' ')}`,
    )
    const resolvedFiles = output.trim().split('\n')
    for (const [index, name] of names.entries())
      expect(readFileSync(resolvedFiles[index] ?? '')).toEqual(readFileSync(join(root, name)))
  })

  test('the installed server responds to REST and GraphQL requests', async () => {
    expect(await client.rest('GET', '/v1/people?limit=1')).toMatchObject({ status: 200 })
    const { body } = await client.gql('{ people(first: 2) { totalCount nodes { fullName } } }')
    expect(body).toMatchObject({ data: { people: { totalCount: 292, nodes: [{}, {}] } } })
  })

  test.each(['/', '/docs', '/docs/people', '/console', '/graphql'])(
    'the installed server serves the page %s and every asset to which the page refers',
    async (path) => {
      const fetchPage = (address: string) =>
        fetch(`http://127.0.0.1:${port}${address}`, { headers: { Accept: 'text/html' } })
      const page = await (await fetchPage(path)).text()
      const assetPaths = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
        ([, file]) => file,
      )
      expect(assetPaths.length).toBeGreaterThan(1)
      for (const file of assetPaths) {
        const response = await fetchPage(file as string)
        expect([file, response.status]).toEqual([file, 200])
        if (file?.endsWith('.ts')) expect(await response.text()).not.toMatch(/^import type/m)
      }
    },
  )

  test(
    'the installed server executes long queries in a worker',
    requires(availableParallelism() >= 2, 'two processors'),
    async () => {
      const query =
        '{ people(first: 50) { nodes { deals(first: 5) { nodes { title } } timeline(first: 10) { nodes { title } } } } }'
      const countWorkerResponses = async () => {
        await Promise.all(Array.from({ length: 8 }, () => client.gql(query)))
        const metrics = await readMetrics(client)
        return metrics.sum('dealgraph_query_worker_requests_total', { outcome: 'answered' })
      }
      await expect.poll(countWorkerResponses).toBeGreaterThan(0)
    },
  )

  test('the installed program imports and exports people', async () => {
    expect(
      await runInShell(
        `npx dealgraph import ${getSamplePath('google-contacts.csv')} --user ${ownerEmail}`,
      ),
    ).toMatch(/\b2 created/)
    const exportOutput = await runInShell(
      `npx dealgraph export people --user ${ownerEmail} --format jsonl`,
    )
    expect(exportOutput.split('\n').filter((line) => line.startsWith('{')).length).toBe(294)
  })
})

describe('Systemd units', () => {
  const unitNames = ['dealgraph-migrate.service', 'dealgraph@.service']
  const readUnit = (name: string) =>
    readFileSync(join(root, 'deploy/systemd', name), 'utf8').replaceAll(
      '/opt/dealgraph',
      folder.path,
    )
  const readStartCommand = (name: string) =>
    /^ExecStart=(.*)$/m.exec(readUnit(name))?.[1]?.split(' ') ?? []
  const nodePath = folder.file('node_modules/.bin/node')
  const hasNode = existsSync(join(root, 'node_modules/.bin/node'))
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

  test.each(unitNames)(
    'the systemd unit %s starts the Node.js that the npm package installs',
    (name) => {
      expect(readStartCommand(name)[0]).toBe(nodePath)
    },
  )

  test(
    'the systemd units pass `systemd-analyze verify`',
    requires(hasSystemd && hasNode, '`systemd-analyze` and Node.js in `node_modules/.bin`'),
    () => {
      for (const name of unitNames) {
        const file = folder.file(name)
        writeFileSync(file, readUnit(name))
        const { stderr, status } = spawnSync('systemd-analyze', ['verify', file], {
          encoding: 'utf8',
        })
        expect([name, stderr, status]).toEqual([name, '', 0])
      }
    },
  )

  test(
    'the systemd unit commands require no Node.js on the PATH',
    requires(hasNode, 'Node.js in `node_modules/.bin`'),
    async () => {
      const PORT = String(await findFreePort())
      const env = { PATH: '/nowhere', PORT, ...folder.env(), ...loopbackOnly }
      const options = { cwd: folder.path, env, encoding: 'utf8' } as const
      const [, ...migrateArguments] = readStartCommand('dealgraph-migrate.service')
      expect(spawnSync(nodePath, migrateArguments, options)).toMatchObject({
        status: 0,
        stderr: '',
      })
      const [, ...serveArguments] = readStartCommand('dealgraph@.service')
      const server = spawn(nodePath, serveArguments, options)
      await expect
        .poll(async () => {
          const response = await fetch(`http://127.0.0.1:${PORT}/ready`).catch(() => undefined)
          return response?.status
        })
        .toBe(200)
      server.kill()
    },
  )
})
