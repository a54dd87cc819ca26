import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from './support/documents.ts'
import { newFolder } from './support/folder.ts'
import { loopbackOnly } from './support/loopback-only.ts'
import { requires } from './support/requirements.ts'

/** Returns the systemd units with this checkout in place of /opt/dealgraph. */
const root = join(import.meta.dirname, '..')
const names = ['dealgraph-migrate.service', 'dealgraph@.service']
const unit = (name: string) =>
  readFileSync(join(root, 'deploy/systemd', name), 'utf8').replaceAll('/opt/dealgraph', root)
const commandOf = (name: string) => /^ExecStart=(.*)$/m.exec(unit(name))?.[1]?.split(' ') ?? []
const hasNode = existsSync(join(root, 'node_modules/.bin/node'))
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe('Systemd units', () => {
  const folder = newFolder()
  afterAll(folder.remove)

  test.each(names)('the unit %s starts the Node.js that `npm ci` installs', (name) => {
    expect(commandOf(name)[0]).toBe(join(root, 'node_modules/.bin/node'))
  })

  test(
    'the systemd units pass `systemd-analyze verify`',
    requires(hasSystemd && hasNode, '`systemd-analyze` and an installed Node.js'),
    () => {
      for (const name of names) {
        const file = folder.file(name)
        writeFileSync(file, unit(name))
        const { stderr, status } = spawnSync('systemd-analyze', ['verify', file], {
          encoding: 'utf8',
        })
        expect([name, stderr, status]).toEqual([name, '', 0])
      }
    },
  )

  test(
    'the systemd units migrate and serve without another Node.js on the path',
    requires(hasNode, 'an installed Node.js'),
    async () => {
      const PORT = String(await freePort())
      const env = { PATH: '/nowhere', PORT, ...folder.env(), ...loopbackOnly }
      const options = { cwd: root, env, encoding: 'utf8' } as const
      const [node = '', ...migrate] = commandOf('dealgraph-migrate.service')
      expect(spawnSync(node, migrate, options)).toMatchObject({ status: 0, stderr: '' })
      const [, ...arguments_] = commandOf('dealgraph@.service')
      const server = spawn(node, arguments_, options)
      await expect
        .poll(
          async () =>
            (await fetch(`http://127.0.0.1:${PORT}/ready`).catch(() => undefined))?.status,
        )
        .toBe(200)
      server.kill()
    },
  )
})
