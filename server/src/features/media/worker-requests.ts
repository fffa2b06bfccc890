import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** What a worker process sends back for each request; `memoryBytes` is its resident memory. */
export type WorkerAnswer<Response> = { response: Response; memoryBytes: number }

const THREADS = '/proc/self/task'

/** The worker's side of `WorkerProcess`: answers each request with what `handle` returns. `handle` must not throw. */
export function answerRequests<Request, Response>(
  handle: (request: Request) => Promise<Response>,
): void {
  lowerPriority()
  process.on('message', async (request: Request) => {
    const response = await handle(request)
    const answer: WorkerAnswer<Response> = { response, memoryBytes: process.memoryUsage.rss() }
    process.send?.(answer)
  })
  process.once('disconnect', () => process.exit())
}

/** Gives this process the lowest priority. On Linux each thread has its own, and the threads of the pool run already. */
export function lowerPriority(): void {
  for (const thread of existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [0]) {
    setPriority(thread, constants.priority.PRIORITY_LOW)
  }
}
