/** Errors that an operator can fix. They end a command with a message and an exit code. */

/** The failures of commands, with their exit codes and their codes in JSON output. */
export const failures = {
  other: { exitCode: 1, code: 'FAILED' },
  setting: { exitCode: 2, code: 'WRONG_OPTION' },
  portTaken: { exitCode: 3, code: 'PORT_TAKEN' },
  locked: { exitCode: 4, code: 'DATABASE_IN_USE' },
  newerDatabase: { exitCode: 5, code: 'NEWER_DATABASE' },
  unusableDatabase: { exitCode: 6, code: 'UNUSABLE_DATABASE' },
  unwritable: { exitCode: 7, code: 'UNWRITABLE' },
  rowsRejected: { exitCode: 8, code: 'FAILED' },
  unreachableDatabase: { exitCode: 9, code: 'DATABASE_UNREACHABLE' },
} as const

export type Failure = keyof typeof failures

export class OperatorError extends Error {
  readonly exitCode: number
  readonly #failure: Failure

  constructor(message: string, failure: Failure = 'other') {
    super(message)
    this.exitCode = failures[failure].exitCode
    this.#failure = failure
  }

  get failure(): Failure {
    return this.#failure
  }
}
