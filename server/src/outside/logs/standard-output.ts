import { pino } from 'pino'

/** What waits in memory while nothing can be written, such as on a full disk. Further lines are dropped. */
const WAITING_BYTES_MAX = 1024 * 1024

/**
 * Standard output for the log. An error of writing ends nothing: what waits is written when it is possible again.
 * rule: storage-full
 */
export function standardOutput(): ReturnType<typeof pino.destination> {
  const output = pino.destination({ dest: process.stdout.fd, maxLength: WAITING_BYTES_MAX })
  let fails = false
  output.on('error', () => (fails = true))
  output.on('write', () => (fails = false))
  // At its end a process writes what waits, and would try that for ever on a full disk.
  const flush = output.flushSync.bind(output)
  output.flushSync = () => {
    if (!fails) flush()
  }
  return output
}
