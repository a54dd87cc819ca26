export interface Progress {
  update(done: number, total: number): void
  stop(): void
}

/** A bar on stderr; none where nobody watches, or where a script reads the output. */
export async function progressBar(unit: string, { json }: { json?: boolean }): Promise<Progress> {
  if (json || !process.stderr.isTTY) return { update: () => {}, stop: () => {} }
  const { SingleBar } = await import('cli-progress')
  const bar = new SingleBar({
    format: `{bar} {percentage} % of {total} ${unit}, {eta_formatted} left`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    fps: 8,
  })
  let started = false
  return {
    update: (done, total) => {
      if (!started) bar.start(total, done)
      started = true
      bar.update(done)
    },
    stop: () => bar.stop(),
  }
}
