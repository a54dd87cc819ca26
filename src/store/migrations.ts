import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Kysely } from 'kysely'
import { moduleExtension } from '../lib/package-files.ts'
import { exitCodes, OperatorError } from './faults.ts'

export interface Migration {
  /** Whether the previous version of the program can run on the new schema (rolling update). */
  expands?: true
  up(db: Kysely<unknown>): Promise<void>
}

/** Called with the number of applied migrations, and the total number to apply. */
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
    `This database was written by a newer Dealgraph (it has the migration ${unknownMigrations.at(-1)}); update the program.`,
    exitCodes.newerDatabase,
  )
