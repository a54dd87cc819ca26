export interface Progress {
  /** Whether anybody sees it. */
  shown: boolean
  /** @param total nothing where it is not known */
  update(done: number, total: number | undefined): void
  stop(): void
}

const unseen: Progress = { shown: false, update: () => {}, stop: () => {} }

/** A terminal that moves its cursor, and somebody who has not asked for plain text. */
const lively = () =>
  process.stderr.isTTY && process.env['TERM'] !== 'dumb' && !process.env['NO_COLOR']

const known = (unit: string) => `{bar} {percentage} % of {total} ${unit}, {eta_formatted} left`
const unknown = (unit: string) => `{value} ${unit}, {duration_formatted}`

/**
 * A bar on stderr; none where nobody watches, or where a script reads the output.
 * @param busy whether the terminal shows the output itself
 */
export async function progressBar(
  unit: string,
  { json }: { json?: boolean },
  busy = false,
): Promise<Progress> {
  if (json || busy || !lively()) return unseen
  const { SingleBar } = await import('cli-progress')
  let bar: InstanceType<typeof SingleBar> | undefined
  const start = (total: number | undefined) => {
    const format = total === undefined ? unknown(unit) : known(unit)
    bar = new SingleBar({
      format,
      barCompleteChar: '█',
      barIncompleteChar: '░',
      hideCursor: true,
      fps: 8,
    })
    bar.start(total ?? 0, 0)
    return bar
  }
  return {
    shown: true,
    update: (done, total) => (bar ?? start(total)).update(done),
    stop: () => bar?.stop(),
  }
}
