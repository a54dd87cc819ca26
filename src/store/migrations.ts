/** Lists and loads the migrations in `db/migrations`. */
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Kysely } from 'kysely'
import { moduleExtension } from '../lib/package-files.ts'
import { OperatorError } from './faults.ts'

export interface Migration {
  /** Whether the previous program version can run on the new schema, for rolling updates. */
  expands?: true
  up(db: Kysely<unknown>): Promise<void>
}

/** Receives the progress: the number of migrations applied so far, and the number to apply. */
export type OnMigration = (completedCount: number, totalCount: number) => void

const folder = join(import.meta.dirname, '../../db/migrations')

export const listMigrationNames = async (): Promise<string[]> =>
  (await readdir(folder))
    .filter((file) => file.endsWith(moduleExtension))
    .map((file) => basename(file, moduleExtension))
    .sort()

export const loadMigration = async (name: string): Promise<Migration> =>
  (await import(pathToFileURL(join(folder, `${name}${moduleExtension}`)).href)) as Migration

export const createNewerDatabaseError = (unknownMigrations: string[]): OperatorError =>
  new OperatorError(
    `This database was written by a newer version of Dealgraph (it has the migration ${unknownMigrations.at(-1)}); update the program.`,
    'newerDatabase',
  )
