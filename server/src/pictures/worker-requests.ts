import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** The answer of a worker process to each request; `memoryBytes` is its resident memory. */
export type WorkerAnswer<Response> = { response: Response; memoryBytes: number }

const THREADS = '/proc/self/task'

/** The worker's side of `WorkerProcess`: answers each request with what `handle` returns. `handle` must not throw. */
export function answerRequests<Response>(handle: (request: never) => Promise<Response>): void {
  lowerPriority()
  process.on('message', (request) => {
    void handle(request as never).then((response) =>
      process.send?.({
        response,
        memoryBytes: process.memoryUsage.rss(),
      } satisfies WorkerAnswer<Response>),
    )
  })
  process.once('disconnect', () => process.exit())
}

/**
 * Gives this process the lowest priority. On Linux each thread has its own, and the threads of the pool run already.
 */
function lowerPriority(): void {
  for (const thread of existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [0]) {
    setPriority(thread, constants.priority.PRIORITY_LOW)
  }
}
