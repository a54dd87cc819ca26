/**
 * How long an answer waits for those that are sent with it, in milliseconds; longer only while a
 * request is being worked on.
 */
const patience = 3

/**
 * Sends answers that are ready in the same turn of the loop one right after another. Each wakes up
 * whoever waits for it, and a processor that goes to and fro between working and sending takes half
 * as long again for a small request.
 * @returns how to send one; resolves when it is out
 */
export function batchResponses(): (send: () => void) => Promise<void> {
  let ready: (() => void)[] = []
  let since = 0

  function sendAll(): void {
    const all = ready
    ready = []
    for (const send of all) send()
  }

  return (send) =>
    new Promise((resolve, reject) => {
      if (ready.length === 0) {
        since = performance.now()
        setImmediate(sendAll)
      }
      ready.push(() => {
        try {
          resolve(send())
        } catch (cause) {
          reject(cause)
        }
      })
      if (performance.now() - since > patience) sendAll()
    })
}
