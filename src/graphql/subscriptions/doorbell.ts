/** A signal that is kept until the one waiting for it has come. */
export function doorbell() {
  let rang = false
  let wake: (() => void) | undefined
  return {
    ring: () => {
      rang = true
      wake?.()
    },
    rung: async () => {
      if (!rang) await new Promise<void>((resolve) => (wake = resolve))
      rang = false
      wake = undefined
    },
  }
}
