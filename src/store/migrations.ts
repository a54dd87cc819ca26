import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Kysely } from 'kysely'
import { exitCodes, OperatorError } from './faults.ts'

export interface Migration {
  /**
   * Whether a program that does not know it yet can go on beside one that does, as while a new
   * version is rolled out.
   */
  expands?: true
  up(db: Kysely<unknown>): Promise<void>
}

/** Told of how many migrations have run, of how many. */
export type OnMigration = (done: number, total: number) => void

const folder = join(import.meta.dirname, '../../db/migrations')

/** The names of the migrations that this program has, in the order in which they run. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort()

export const loadMigration = async (name: string): Promise<Migration> =>
  (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as Migration

/** What is said where there are migrations that this program does not know. */
export const newerDatabaseError = (unknown: string[]): OperatorError =>
  new OperatorError(
    `This database was written by a newer Dealgraph (it has the migration ${unknown.at(-1)}); update the program.`,
    exitCodes.newerDatabase,
  )
